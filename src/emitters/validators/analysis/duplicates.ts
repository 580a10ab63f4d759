import { restBelow } from "../../../common/pointers.js";
import { remembered } from "../../../common/collections.js";
import { annotations } from "../../../model/keywords.js";
import type { Keywords, Schema } from "../../../model/types.js";
import { isBranching } from "./branching.js";
import { type Cycles, childrenOf } from "./analysis.js";

/** What validators ignore. */
const ignored: ReadonlySet<string> = new Set([
  ...annotations,
  ...["contentEncoding", "contentMediaType", "contentSchema"],
]);

/** True for a keyword that validators ignore. */
export function assertsNothing(keyword: string): boolean {
  return ignored.has(keyword);
}

/** Finds the schemas without a name that ask for the same, so that one function serves all of them. */
export class Duplicates {
  readonly #cycles: Cycles;
  /** Numbers of schemas, alike for those that ask for the same. */
  readonly #numberOf = remembered((schema: Schema) =>
    this.#isUnique(schema) ? this.#count++ : this.#numberFor(this.#textOf(schema)),
  );
  readonly #byText = new Map<string, number>();
  #count = 0;
  readonly #open = new Set<Schema>();
  /** The first schema of each number. */
  readonly #first = new Map<number, Schema>();
  readonly #shared = new Set<number>();

  constructor(cycles: Cycles) {
    this.#cycles = cycles;
  }

  /** Takes note of a schema, in the order in which they are to be named; false if it has an earlier duplicate. */
  add(schema: Schema): boolean {
    if (schema.name !== undefined) return true;
    const number = this.#numberOf(schema);
    const first = this.#first.get(number);
    if (first === undefined) this.#first.set(number, schema);
    else if (first !== schema) this.#share(first);
    return first === undefined || first === schema;
  }

  /** Marks the parts of a shared schema as shared. */
  #share(schema: Schema): void {
    if (schema.name !== undefined) return;
    const number = this.#numberOf(schema);
    if (this.#shared.has(number)) return;
    this.#shared.add(number);
    for (const child of childrenOf(schema)) this.#share(child.schema);
  }

  /** The first of the schemas that ask for the same as this one. */
  firstOf(schema: Schema): Schema {
    if (schema.name !== undefined) return schema;
    return this.#first.get(this.#numberOf(schema)) ?? schema;
  }

  /** True if there are several schemas like this, so that the caller passes the place. */
  isShared(schema: Schema): boolean {
    return schema.name === undefined && this.#shared.has(this.#numberOf(schema));
  }

  #numberFor(text: string): number {
    let number = this.#byText.get(text);
    if (number === undefined) this.#byText.set(text, (number = this.#count++));
    return number;
  }

  /** True if an issue of the schema is reported at one place only, so that a function for two places would report too little. */
  #isUnique(schema: Schema): boolean {
    return this.#cycles.has(schema) && isBranching(schema, this.#cycles);
  }

  #textOf(schema: Schema): string {
    this.#open.add(schema);
    let text = `${this.#cycles.get(schema) ?? ""}`;
    const { keywords } = schema;
    for (const keyword in keywords) {
      if (ignored.has(keyword)) continue;
      const value = keywords[keyword as keyof Keywords];
      const isData = keyword === "enum" || keyword === "const";
      text += " " + keyword + ":" + (isData ? showData(value) : this.#show(value, schema));
    }
    this.#open.delete(schema);
    return text;
  }

  #show(value: unknown, parent: Schema): string {
    if (typeof value !== "object" || value === null)
      return typeof value === "string" ? value.length + " " + value : String(value);
    if (isSchema(value)) return this.#showChild(value, parent);
    if (value instanceof Map) {
      let text = "{";
      for (const [key, item] of value as ReadonlyMap<string, unknown>)
        text += key.length + " " + key + ":" + this.#show(item, parent) + ",";
      return text;
    }
    const isSet = value instanceof Set;
    if (!isSet && !Array.isArray(value)) return this.#show(new Map(Object.entries(value)), parent);
    let text = "[";
    for (const item of value) text += `${this.#show(item, parent)},`;
    return text;
  }

  #showChild(child: Schema, parent: Schema): string {
    if (child.name !== undefined) return child.name;
    if (this.#open.has(child)) return `${this.#count++}`;
    return `${this.#numberOf(child)} at ${placeIn(parent, child) ?? this.#count++}`;
  }
}

/** The way from a schema to one that it consists of, as issues are to tell it; undefined: it depends on who asks. */
function placeIn({ source: whole }: Schema, { source }: Schema): string | undefined {
  const rest = restBelow(source, whole);
  if (rest !== undefined || source.file !== whole.file) return rest;
  const isFarAway = !whole.pointer.startsWith("/components/");
  return isFarAway && source.pointer.startsWith("/components/") ? source.pointer : undefined;
}

function showData(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === "bigint" ? { bigint: String(part) } : part,
  );
}

function isSchema(value: object): value is Schema {
  return "keywords" in value && "source" in value;
}
