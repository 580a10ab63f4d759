import { createHash } from "node:crypto";
import { resolve } from "node:path";
import { textAt } from "../common/text-at.js";
import type { ConfigEntry } from "./config.js";
import { filesOf } from "./extensions.js";
import { headersFor } from "./headers.js";
import { type Config, hashedValues } from "./options.js";
import { isAddress } from "./rules.js";

/** The text of a file that was read, by its path from the working directory or its address. */
interface TextOf {
  readonly file: string;
  readonly text: string;
}

/** Path or URL of the description of an entry. */
export async function inputOf(
  { config: { input }, folder }: { config: Pick<Config, "input">; folder: string },
  standardInput: (() => Promise<string | Uint8Array>) | undefined,
): Promise<{ path: string } | { url: string } | { text: string | Uint8Array; name: string }> {
  if (input === "-") return { text: (await standardInput?.()) ?? "", name: "<stdin>" };
  return isAddress(input) ? { url: input } : { path: resolve(folder, input) };
}

/** Options for reading the description of an entry. */
export function readOptionsOf({ config, folder }: ConfigEntry) {
  return {
    cwd: process.cwd(),
    root: config.root === undefined ? undefined : resolve(folder, config.root),
    remote: config.remote,
    overlays: config.overlays?.map((name) => (isAddress(name) ? name : resolve(folder, name))),
    headers: config.headers && headersFor(config),
  };
}

/** Of everything that the output depends on, but for specsmith itself and code of the user's. */
export function inputHash(description: readonly TextOf[], entry: ConfigEntry): string {
  const hash = createHash("sha256").update(hashedValues(entry.config));
  const texts = description.map(({ text }) => text);
  const others = filesOf(entry).flatMap((file) => textAt(file) ?? []);
  for (const text of [...texts, ...others]) hash.update("\0").update(text.replaceAll("\r\n", "\n"));
  return `sha256:${hash.digest("hex")}`;
}

/** All that was read, and what was looked for and is not there. */
export function textsOf(
  files: { readonly absent: readonly string[]; readonly all: readonly TextOf[] },
  entry: ConfigEntry,
  others: readonly string[] = [],
): ReadonlyMap<string, string | undefined> {
  return new Map([
    ...files.absent.map((file) => [file, undefined] as const),
    ...files.all.map(({ file, text }) => [file, text] as const),
    ...[...filesOf(entry), ...others].map((file) => [file, textAt(file)] as const),
  ]);
}
