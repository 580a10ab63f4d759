import {
  type Code,
  code,
  join,
  json,
  key,
  local,
  object,
  objectIfAny,
  property,
  str,
  use,
} from "../emit/code.js";
import type { OutputFile } from "../emit/file.js";
import { withCallbacks } from "../model/operations.js";
import { directlyBelow, type Named, type Naming, namingOf } from "../model/passes/camel-case.js";
import { pushTo, reachable } from "../common/collections.js";
import type { ApiModel, Operation, Reply } from "../model/types.js";
import type { EmitContext } from "./emitter.js";
const file = "./names.js";

/** Every object answers to such a name, so that only its own member counts. */
export function isInherited(member: string): boolean {
  return member in Object.prototype;
}

/** `name: value` in a table of `type`: the compiler takes a name that every object has for that member, of another type. */
export function tableEntry(
  name: string,
  value: Code,
  type: () => Code,
): readonly [name: string, value: Code] {
  return [name, isInherited(name) ? code`(${value}) as ${type()}` : value];
}

/** `query.limit`, or `query["page[size]"]`; of an owner that may be absent, `query?.limit`. */
export function access(owner: Code, member: string, isOptional = false): Code {
  if (isInherited(member))
    return code`${use("ownMember", "./runtime/wire/own.js")}(${owner}, ${str(member)})`;
  const isName = key(member).text === member;
  if (isName) return isOptional ? code`${owner}?.${key(member)}` : code`${owner}.${key(member)}`;
  return isOptional ? code`${owner}?.[${str(member)}]` : code`${owner}[${str(member)}]`;
}

/** `200`, `"4XX"` or `default`, as a member name. */
export function statusKey({ match }: Reply): Code {
  if (match.kind === "exact") return code`${match.status}`;
  return match.kind === "range" ? json(`${match.class}XX`) : code`default`;
}

/** `named("Pet")`: gives values the names of code, and back; undefined where they have no others on the wire. */
export function namesCode(owner: Named | undefined): Code | undefined {
  const naming = owner && namingOf(owner);
  return naming && code`${use("named", file)}(${str(naming.key)})`;
}

/** A value of code as it is on the wire. */
export function written(owner: Named | undefined, value: Code): Code {
  const names = namesCode(owner);
  return names ? code`${names}.write(${value})` : value;
}

/** `{ 200: named("Pet"), 404: undefined }`: the bodies of replies, as far as they are called otherwise. */
export function namedReplies({ replies }: Operation): Code | undefined {
  const declared = replies.filter(({ statuses }) => statuses.length > 0);
  if (!declared.some((reply) => namingOf(reply))) return undefined;
  return object(
    declared.map((reply) => [statusKey(reply), namesCode(reply) ?? code`undefined`] as const),
  );
}

/** `names.ts`: what members are called in code; not there where neither these files nor those before import it. */
export function namesFile(
  model: ApiModel,
  files: readonly OutputFile[],
  { imported }: EmitContext,
): readonly OutputFile[] {
  const isImported = files.some(({ code: { imports } }) =>
    imports.some(({ from }) => from === file),
  );
  if (!isImported && imported?.(file).size === 0) return [];
  const entries = new Entries(model).written();
  if (entries.length === 0) return [];
  const runtime = (word: string, kind?: "type"): Code => use(word, "./runtime/wire/names.js", kind);
  return [
    {
      path: "names.ts",
      code: code`/** Names of members in code, by their names on the wire. */
const places: ${runtime("NamePlaces", "type")} = {\n${join(entries, "\n")}\n};

/** Gives the values of a place the names of code, or those of the wire. */
export const named: (place: string) => ${runtime("NameCodec", "type")} = /* @__PURE__ */ ${runtime("namesWith")}(places);`,
    },
  ];
}

/** Compilers give up on values that are nested much deeper. */
const DEEPEST = 8;

/** Entries of places by their keys; a place that only one other leads to is written in the entry of that. */
class Entries {
  /** Number of uses, and whether other files import it. */
  readonly #uses = new Map<Naming, number>();
  readonly #asked = new Set<Naming>();
  readonly #all = new Map<Naming, Code>();

  constructor(model: ApiModel) {
    for (const schema of model.schemas) this.#ask(schema);
    for (const operation of withCallbacks(model.operations)) this.#askAll(operation);
    for (const naming of reachable(this.#asked, below))
      for (const one of below(naming)) this.#uses.set(one, (this.#uses.get(one) ?? 0) + 1);
  }

  written(): readonly Code[] {
    for (const naming of this.#asked) this.#add(naming);
    return [...this.#all]
      .sort(([{ key: a }], [{ key: b }]) => (a < b ? -1 : 1))
      .map(([{ key }, entry]) => code`${property(key)}: ${entry},`);
  }

  #ask(owner: Named | undefined): void {
    const naming = owner && namingOf(owner);
    if (naming) this.#asked.add(naming);
  }

  #askAll(operation: Operation): void {
    const { body, parameters, replies } = operation;
    for (const one of [operation, body, ...replies]) this.#ask(one);
    for (const { schema } of parameters) this.#ask(schema);
    const inParameters = parameters.map(({ encoding }) =>
      encoding.kind === "content" ? encoding.media : undefined,
    );
    for (const media of [...(body?.content ?? []), ...inParameters])
      for (const schema of [media?.schema, ...(media?.parts ?? []).map((part) => part.schema)])
        this.#ask(schema);
  }

  #add(naming: Naming): void {
    const waiting = [naming];
    for (let one = waiting.pop(); one; one = waiting.pop())
      if (!this.#all.has(one)) this.#all.set(one, this.#entry(one, waiting, 0));
  }

  #entry({ names, inside, others, items }: Naming, waiting: Naming[], depth: number): Code {
    const place = (one: Naming | undefined): Code | undefined => {
      if (!one?.isNeeded) return undefined;
      const isOnly = this.#uses.get(one) === 1 && !this.#asked.has(one) && depth < DEEPEST;
      if (one.key === "" || isOnly) return this.#entry(one, waiting, depth + 1);
      waiting.push(one);
      return str(one.key);
    };
    const rest = place(others);
    return object({
      names: objectIfAny([...names].map(([wire, name]) => [wire, str(name)] as const)),
      // A member of which all is as on the wire is named where others are not.
      inside: objectIfAny(
        [...inside].map(([name, one]) => [name, place(one) ?? (rest && str(""))] as const),
      ),
      others: rest,
      items: place(items),
    });
  }
}

/** The places that a place leads to and that have other names; a member of two names is there twice. */
function below(naming: Naming): readonly Naming[] {
  return directlyBelow(naming).filter(({ isNeeded }) => isNeeded);
}

/** Data of an operation that may be written for others as well. */
export interface Data {
  readonly code: Code;
  /** Set where the description has it in a place of its own. */
  readonly place?: string | undefined;
  /** The name of a constant for it, and its type. */
  readonly word: string;
  readonly type: Code;
}

interface Constant {
  readonly name: Code;
  readonly type: Code;
  readonly value: Code;
}

/** The constants of a file: what a description says once and several operations have. */
export class SharedData {
  readonly #byPlace = new Map<string, Constant>();

  constructor(all: Iterable<Data>) {
    const uses = new Map<string, Data[]>();
    for (const one of all) if (one.place !== undefined) pushTo(uses, one.place, one);
    const taken = new Set<string>();
    for (const [place, [first, ...others]] of uses) {
      const isSame = others.every(({ code }) => code.text === first?.code.text);
      if (!first || others.length === 0 || !isSame) continue;
      let word = first.word;
      for (let number = 2; taken.has(word); number += 1) word = `${first.word}${number}`;
      taken.add(word);
      this.#byPlace.set(place, { name: local(word), type: first.type, value: first.code });
    }
  }

  get constants(): readonly Constant[] {
    return [...this.#byPlace.values()];
  }

  /** The name of its constant, or the data itself. */
  codeOf({ place, code }: Data): Code {
    return (place === undefined ? undefined : this.#byPlace.get(place)?.name) ?? code;
  }
}
