import type { Source } from "../../common/source.js";
import type { ApiModel, Identifier } from "../types.js";
import { posix } from "node:path";
import { unescapeToken } from "../../common/pointers.js";

const reservedWords = new Set(
  (
    "break case catch class const continue debugger default delete do else enum export extends false finally for " +
    "function if import in instanceof new null return super switch this throw true try typeof var void while with " +
    "implements interface let package private protected public static yield await async arguments eval undefined " +
    "NaN Infinity globalThis any unknown never string number boolean symbol object bigint"
  ).split(" "),
);

/** Members that every object has already, so that one of that name is never missing; `then` would make it a promise. */
const memberNames = new Set(
  "constructor hasOwnProperty isPrototypeOf propertyIsEnumerable then toLocaleString toString valueOf".split(
    " ",
  ),
);

/**
 * The values of the language that generated code, and code that uses it, cannot do without: no type is called so. Names of
 * the platform and of the runtime are not here, since those give way: `globalThis.Response`, `Issue as RuntimeIssue`.
 */
const languageNames = new Set(
  (
    "Array BigInt Boolean Date Error Function JSON Map Math Number Object Promise Proxy Reflect RegExp Set String " +
    "Symbol"
  ).split(" "),
);

/** Invisible characters; newer versions of Unicode allow some of them in identifiers. */
const unseen = /\p{Default_Ignorable_Code_Point}/gu;

/** The one inside of a word, as in "GitHub's". */
const apostrophe = /(?<=\p{L})['’](?=\p{L})/gu;

/** `PetStore` for "Pet Store", `Foo2Bar` for "foo-2_bar"; letters of every script stay. */
export function pascalCase(text: string): string {
  const known = pascalCased.get(text);
  if (known !== undefined) return known;
  const joined = words(text)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
  const made = startSafely(joined);
  if (pascalCased.size >= mostCased) pascalCased.clear();
  pascalCased.set(text, made);
  return made;
}

/** A cache: the same names of members come again and again. */
const pascalCased = new Map<string, string>();
const mostCased = 20_000;

/** `HttpCode_Url` for "HTTPCode_URL": abbreviations as words. */
export function wordCase(text: string): string {
  return text
    .replace(/(?<!\p{Lu})\p{Lu}{2,}s(?!\p{Ll})/gu, titleCase)
    .split(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=[^\p{L}\d])/u)
    .map(titleCase)
    .join("")
    .replace(/(?<=\d)\p{Ll}(?=\p{Ll})/gu, (first) => first.toUpperCase());
}

/** `HTTP_CODE_2` for "HTTPCode 2"; what is between words becomes `_`, and what is in front of them stays. */
export function screamingCase(text: string): string {
  return text
    .replace(/(?<=\p{Ll})(?=\p{Lu})|(?<!^)(?=\p{Lu}(?!s(?!\p{Ll}))\p{Ll})/gu, "_")
    .replace(/(?<=[^ _.$+:`\\/()[\]{}-])[ _.$+:`\\/()[\]{}-]+(?=[\p{L}\d]|$)/gu, "_")
    .replace(/(?<=.)_$/, "")
    .toUpperCase();
}

function titleCase(word: string): string {
  return word.charAt(0) + word.slice(1).toLowerCase();
}

/** `listPets` for "list pets", "ListPets" and "list-pets"; a legal identifier that starts small stays as it is. */
export function camelCase(text: string): string {
  if (plainName.test(text)) return text;
  const isName = /^[\p{Ll}_$][\p{ID_Continue}$]*$/u.test(text) && !text.startsWith("__");
  if (isName && text.search(unseen) < 0) return text;
  const [first = "", ...rest] = words(text);
  const head = first.replace(/^\p{Lu}+(?=\p{Lu}\p{Ll})|^\p{Lu}+(?!\p{Ll})|^\p{Lu}/u, (start) =>
    start.toLowerCase(),
  );
  return startSafely(
    head + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(""),
  );
}

/** The quick look, which is enough for most. */
const plainName = /^(?!__)[a-z_$][\w$]*$/;

/** `pet-store` for "Pet Store"; for file names, so plain ASCII letters, digits and hyphens only. */
export function kebabCase(text: string): string {
  return words(text.normalize("NFKD").replace(/\p{M}/gu, ""))
    .flatMap((word) => word.split(/(?<=[a-z\d])(?=[A-Z])/))
    .map((word) => word.replace(/[^A-Za-z\d]/g, "").toLowerCase())
    .filter((word) => word !== "")
    .join("-");
}

function words(text: string): string[] {
  return text
    .replace(unseen, "")
    .normalize("NFC")
    .replace(apostrophe, "")
    .split(/[^\p{ID_Continue}]+|_+/u)
    .filter((word) => word !== "");
}

function startSafely(text: string): string {
  return text === "" || /^\p{ID_Start}/u.test(text) ? text : `_${text}`;
}

/** A few letters that depend on the text only: what keeps names apart when all else is equal. */
export function fingerprint(text: string): string {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return (hash >>> 0).toString(36).padStart(7, "0").slice(-5);
}

/** Hands out names that are unique among the names of one description. */
export class Names {
  readonly #api: string;
  readonly #taken = new Set<string>();
  readonly #entry: string;
  readonly #lost = new Map<string, string>();
  /** The name of a schema or a function as that of a type. */
  readonly typeCase: (name: string) => string;

  /** `entry` is the description's first file. */
  constructor(api: string, entry = "", typeCase = pascalCase) {
    this.#api = api;
    this.#entry = entry;
    this.typeCase = typeCase;
  }

  /** A text for what has no name yet, to tell it from others: its place. */
  seedOf(source: Source): string {
    return placeFrom(this.#entry, source);
  }

  /**
   * The first candidate that is free together with all names derived from it. A type that is called as a value of the
   * language gets the API's name in front; a function is left for the next candidate, since it does not begin like a type.
   */
  claim(
    candidates: readonly string[],
    seed: string,
    derive: (name: string) => readonly string[],
    of: "type" | "function" = "type",
  ): Identifier {
    for (const candidate of candidates) {
      const isClear = isPossible(candidate, of);
      if (!isClear && of === "function") continue;
      const name = isClear ? candidate : `${this.#api}${pascalCase(candidate)}`;
      if (!this.#take(name, derive)) continue;
      if (!isClear) this.#lost.set(name, candidate);
      return name as Identifier;
    }
    const last = `${candidates.at(-1) ?? this.#api}_${fingerprint(seed)}`;
    if (this.#take(last, derive)) return last as Identifier;
    for (let i = 2; ; i++)
      if (this.#take(`${last}_${i}`, derive)) return `${last}_${i}` as Identifier;
  }

  /** The word of the language because of which a name has the API's in front; undefined where it has not. */
  lostBy(name: Identifier): string | undefined {
    return this.#lost.get(name);
  }

  #take(name: string, derive: (name: string) => readonly string[]): boolean {
    const all = derive(name);
    if (name === "" || all.some((one) => this.#taken.has(one))) return false;
    for (const one of all) this.#taken.add(one);
    return true;
  }
}

/** For a name from which no other is made that could be in the way of one. */
export function onlyName(name: string): readonly string[] {
  return [name];
}

function isPossible(name: string, of: "type" | "function"): boolean {
  return !reservedWords.has(name) && !(of === "type" ? languageNames : memberNames).has(name);
}

/** Every object, or a promise, has a member of that name. */
export function isMemberName(name: string): boolean {
  return memberNames.has(name);
}

/** A name for something that stands alone in its place: a security scheme, a server, a plan. */
export function localName(text: string, otherwise: string): Identifier {
  const name = camelCase(text);
  const isFree = name !== "" && !reservedWords.has(name) && !memberNames.has(name);
  return (isFree ? name : otherwise) as Identifier;
}

/**
 * What the names of an API's constants begin with: `petStore` for `PetStore`. Where its title has words in capitals beside each
 * other, the name in one does not show where one ends: `viplevApi` for "VIPLEV API", not `viplevapi`.
 */
export function constantName({ name, title }: Pick<ApiModel, "name" | "title">): Identifier {
  const all = words(title);
  const meet = all.some(
    (word, at) => /\p{Lu}$/u.test(all[at - 1] ?? "") && /^\p{Lu}(?!\p{Ll})/u.test(word),
  );
  const isFromTitle = meet && pascalCase(title) === name;
  return localName(isFromTitle ? all.map(wordCase).join(" ") : name, "api");
}

/** Reason why a value cannot be a name in generated code; undefined if it can. */
export function identifierFault(value: unknown): string | undefined {
  if (typeof value !== "string") return `is ${value === undefined ? "missing" : String(value)}`;
  const isName = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(value) && value.search(unseen) < 0;
  if (!isName) return `is ${JSON.stringify(value)}, which is no identifier`;
  return reservedWords.has(value) ? `is ${value}, which is a word of TypeScript` : undefined;
}

/** As `identifierFault`, for the name of a type. */
export function typeNameFault(value: unknown): string | undefined {
  const isLost = typeof value === "string" && languageNames.has(value);
  return isLost ? `is ${value}, a global of JavaScript` : identifierFault(value);
}

/** A name for generated code, for those who change the model; throws on what cannot be one. */
export function identifier(value: string): Identifier {
  const fault = identifierFault(value);
  if (fault !== undefined) throw new TypeError(`a name ${fault}`);
  return value as Identifier;
}

/** A name for generated code that is not among those taken, with `sign` in front as often as that needs; it is taken then. */
export function freeName(text: string, taken: Set<string>, sign = "_"): Identifier {
  let free: string = identifierFault(text) === undefined ? text : identifier(sign + text);
  while (taken.has(free)) free = sign + free;
  taken.add(free);
  return identifier(free);
}

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

/** The place of the operation that something is written in, if it is in one. */
export function operationAt({ file, pointer }: Source): string {
  return `${file}#${pointer.split("/", 4).join("/")}`;
}

/**
 * A word for a place that a reference points at: `Pet`, `PetOwner` for a property, `ListPets200` in an operation, the
 * file's name for a whole file; and a longer one for where that is taken. `stems`: what the names of an operation begin with, by its place.
 */
export function nameOfPlace(
  source: Source,
  stems?: ReadonlyMap<string, string>,
): {
  readonly word: string;
  readonly longer: string;
} {
  const { file, pointer } = source;
  const tokens = pointer.split("/").slice(1).map(unescapeToken);
  const meaningful = tokens.filter(
    (token, index) => tokens[index - 1] === "responses" || !noise.test(token),
  );
  const last = isOfOperation(tokens)
    ? inOperation(meaningful, stems?.get(operationAt(source)))
    : meaningful.slice(isMember(tokens) ? -2 : -1);
  const word = last.join(" ") || (file.split(/[\\/]/).at(-1) ?? "").replace(/\.[^.]*$/, "");
  return { word, longer: [word, ...roleOf(tokens)].join(" ") };
}

/** True for a place in an operation, or of a member or item of a schema. */
export function isPart(pointer: string): boolean {
  const tokens = pointer.split("/").slice(1);
  return isOfOperation(tokens) || isMember(tokens);
}

function isMember(tokens: readonly string[]): boolean {
  return tokens.at(-2) === "properties" || tokens.at(-1) === "items";
}

function isOfOperation([group, ...rest]: readonly string[]): boolean {
  return (group === "paths" || group === "webhooks") && rest.length > 2;
}

/** `ListPets 200`, or `get pets 200` where the operation is not known; without the media type. */
function inOperation(
  [path = "", method = "", ...rest]: readonly string[],
  stem: string = `${method} ${path}`,
): readonly string[] {
  return [stem, ...rest.filter((token) => !/^[\w.+-]+\/[\w.+*-]+$/.test(token))];
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
