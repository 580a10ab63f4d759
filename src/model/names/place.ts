import { posix } from "node:path";
import type { Source } from "../../diagnostics/catalog.js";
import { unescapeToken } from "../../diagnostics/json.js";

const noise =
  /^(\d+|schema|schemas|components|definitions|\$defs|properties|items|content|paths|webhooks|responses|additionalProperties|allOf|oneOf|anyOf)$/;

/** The role of a schema in the one that it stands in, where that is no member with a name. */
const roles: ReadonlyMap<string, string> = new Map([
  ["items", "item"],
  ["additionalProperties", "value"],
  ["allOf", "part"],
  ["anyOf", "option"],
  ["oneOf", "option"],
]);

/**
 * A word for a place that a reference points at: `Pet`, `PetOwner` for a property, `GetPets200` in an operation, the
 * file's name for a whole file; and a longer one for where that is taken.
 */
export function nameOfPlace({ file, pointer }: Source): {
  readonly word: string;
  readonly longer: string;
} {
  const tokens = pointer.split("/").slice(1).map(unescapeToken);
  const meaningful = tokens.filter(
    (token, index) => tokens[index - 1] === "responses" || !noise.test(token),
  );
  const isProperty = tokens.at(-2) === "properties" || tokens.at(-1) === "items";
  const last = isOfOperation(tokens)
    ? inOperation(meaningful)
    : meaningful.slice(isProperty ? -2 : -1);
  const word = last.join(" ") || (file.split(/[\\/]/).at(-1) ?? "").replace(/\.[^.]*$/, "");
  return { word, longer: [word, ...roleOf(tokens)].join(" ") };
}

function isOfOperation([group, ...rest]: readonly string[]): boolean {
  return (group === "paths" || group === "webhooks") && rest.length > 2;
}

/** `get pets 200`, without the media type. */
function inOperation([path = "", method = "", ...rest]: readonly string[]): readonly string[] {
  return [method, path, ...rest.filter((token) => !/^[\w.+-]+\/[\w.+*-]+$/.test(token))];
}

/** `item`, `option 1` for the last steps of a pointer. */
function roleOf(tokens: readonly string[]): readonly string[] {
  const [before = "", last = ""] = tokens.slice(-2);
  const role = roles.get(last) ?? "";
  if (role !== "") return [role];
  const numbered = /^\d+$/.test(last) ? (roles.get(before) ?? "") : "";
  return numbered === "" ? [] : [`${numbered} ${Number(last) + 1}`];
}

/**
 * A place as it is called in what is generated: `#/a` in the entry file, `schemas/pet.yaml#/a` elsewhere, by the way
 * from the entry's folder. It is the same wherever specsmith was run.
 */
export function placeFrom(entry: string, { file, pointer }: Source): string {
  if (file === entry) return `#${pointer}`;
  const isAddress = (name: string): boolean => /^[a-z][\w+.-]+:\/\//i.test(name);
  if (isAddress(file) || isAddress(entry)) return `${file}#${pointer}`;
  return `${posix.relative(posix.dirname(entry), file)}#${pointer}`;
}
