import { posix } from "node:path";
import { percentDecoded } from "../../common/pointers.js";

/**
 * Tests an http(s) address against one that is allowed: `https://host/schemas`, or without its scheme, `localhost:8080`,
 * for both; addresses below it are allowed, too. What cannot be understood allows nothing.
 */
export function isWithin(url: URL, allowed: string): boolean {
  const hasScheme = /^https?:\/\//i.test(allowed);
  const address = hasScheme ? allowed : `${url.protocol}//${allowed}`;
  if (!hasScheme && /^[/\\]|:\//.test(allowed)) return false;
  if (!URL.canParse(address)) return false;
  const { origin, pathname, search, username, password } = new URL(address);
  if (url.origin !== origin || username !== "" || password !== "") return false;
  if (search !== "" && url.search !== search) return false;
  if (!isBelow(url.pathname, pathname)) return false;
  const [path, folder] = [plainPath(url.pathname), plainPath(pathname)];
  return path !== undefined && folder !== undefined && isBelow(path, folder);
}

/** A relative reference that leads from a file to another one on the same machine. */
export function relativeAddress(from: string, to: string): string {
  return posix.relative(posix.dirname(new URL(from).pathname), new URL(to).pathname);
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}

/** A path as some servers read it: `/a/..%2fb` and `/a/..;x/b` are `/b` for them. */
function plainPath(path: string): string | undefined {
  let text: string | undefined = path;
  let before = "";
  for (let round = 0; before !== text; round++) {
    before = text;
    text = percentDecoded(text);
    // More rounds than anyone encodes, so that a long path cannot cost its square.
    if (text === undefined || round > 8) return undefined;
  }
  return posix.normalize(text.replace(/\\/g, "/").replace(/;[^/]*/g, ""));
}
