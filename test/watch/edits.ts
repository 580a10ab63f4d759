/** A value of JSON that edits change in place. */
type Json = Record<string, unknown>;

/** Numbers from 0 up to 1 that are the same for the same seed (mulberry32). */
export function numbersFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What somebody does to a description between two saves. Some edits break it. */
export class Editor {
  readonly document: Json;
  readonly #next: () => number;
  #count = 0;

  constructor(document: Json, seed: number) {
    this.document = document;
    this.#next = numbersFrom(seed);
  }

  /** Makes one edit, and says which; undefined where there is nothing that it could be made to. */
  edit(): string | undefined {
    const name = this.#pick(Object.keys(this.#edits)) ?? "";
    this.#count++;
    return this.#edits[name]?.() === false ? undefined : name;
  }

  readonly #edits: Readonly<Record<string, () => unknown>> = {
    "the type of a schema": () => {
      const schema = this.#anySchema();
      if (!schema) return false;
      for (const key of ["enum", "const", "default", "format", "pattern"]) delete schema[key];
      schema["type"] = this.#pick(["string", "integer", "boolean", "number"]);
      return true;
    },
    "the text of a schema": () => {
      const schema = this.#anySchema();
      return schema && (schema["description"] = `Text ${this.#count}.`);
    },
    "a limit": () => {
      const schema = this.#anySchema();
      return (
        schema && (schema[this.#pick(["maxLength", "minimum", "maxItems"]) ?? ""] = this.#count)
      );
    },
    "a pattern": () => {
      const schema = this.#anySchema();
      return schema && (schema["pattern"] = `^[a-z]{${this.#count}}$`);
    },
    "a format": () => {
      const schema = this.#anySchema();
      return schema && Object.assign(schema, { type: "string", format: this.#pick(formats) });
    },
    "a property more": () => {
      const schema = this.#object();
      return schema && Object.assign(schema, { [`added${this.#count}`]: { type: "string" } });
    },
    "a property less": () => this.#remove(this.#object()),
    "the name of a property": () => this.#rename(this.#object(), `renamed ${this.#count}`),
    "the order of properties": () => this.#shuffle(this.#object()),
    "a property that refers": () => {
      const [properties, target] = [this.#object(), this.#pick(Object.keys(this.#schemas()))];
      if (!properties || target === undefined) return false;
      properties[`to${this.#count % 3}`] = { $ref: this.#refTo(target) };
      return true;
    },
    "a reference to a property": () => {
      const target = this.#pick(Object.keys(this.#schemas()));
      const inside = this.#pick(
        Object.keys(asJson(asJson(this.#schemas()[target ?? ""])["properties"])),
      );
      const properties = this.#object();
      if (!properties || target === undefined || inside === undefined) return false;
      properties["inner"] = { $ref: `${this.#refTo(target)}/properties/${escaped(inside)}` };
      return true;
    },
    "a union": () => {
      const [name, a, b] = [1, 2, 3].map(() => this.#pick(Object.keys(this.#schemas())));
      if (name === undefined || a === undefined || b === undefined) return false;
      const branches = [{ $ref: this.#refTo(a) }, { $ref: this.#refTo(b) }, { type: "null" }];
      this.#schemas()[`Union${this.#count % 4}`] = { anyOf: branches };
      return true;
    },
    "an heir": () => {
      const parent = this.#pick(Object.keys(this.#schemas()));
      if (parent === undefined) return false;
      const own = { type: "object", properties: { own: { type: "integer" } } };
      this.#schemas()[`Heir${this.#count}`] = { allOf: [{ $ref: this.#refTo(parent) }, own] };
      return true;
    },
    "an enum": () => {
      const schema = this.#anySchema();
      if (!schema) return false;
      delete schema["default"];
      return Object.assign(schema, { type: "string", enum: ["a", "b", `c${this.#count}`] });
    },
    "a default, or the order in it": () => {
      const properties = this.#object();
      const preset = this.#next() < 0.5 ? { a: 1, b: [2] } : { b: [2], a: 1 };
      return (
        properties && Object.assign(properties, { preset: { type: "object", default: preset } })
      );
    },
    "a nested object": () => {
      const properties = this.#object();
      const inner = {
        type: "object",
        required: ["a"],
        properties: {
          a: { type: "array", items: { type: "object", properties: { b: { pattern: "x" } } } },
        },
      };
      return properties && Object.assign(properties, { [`nested_${this.#count}`]: inner });
    },
    "a schema more": () => {
      this.#schemas()[`Added${this.#count}`] = {
        type: "object",
        properties: { id: { type: "string" } },
      };
    },
    "a schema less": () => this.#remove(this.#schemas()),
    "a copy of a schema in front": () => {
      const [name, schemas] = [this.#pick(Object.keys(this.#schemas())), this.#schemas()];
      if (name === undefined) return false;
      const all = { [`${name} copy`]: structuredClone(schemas[name]), ...schemas };
      replaceAll(schemas, all);
      return true;
    },
    "the name of a schema": () => {
      const from = this.#pick(Object.keys(this.#schemas()));
      if (from === undefined) return false;
      const to = this.#pick([`${from}New`, `${from}_${this.#count}`, from.toUpperCase()]) ?? "";
      if (Object.hasOwn(this.#schemas(), to)) return false;
      const schemas = Object.entries(this.#schemas()).map(([key, one]) => [
        key === from ? to : key,
        one,
      ]);
      replaceAll(this.#schemas(), Object.fromEntries(schemas) as Json);
      if (this.#next() < 0.8) redirect(this.document, this.#refTo(from), this.#refTo(to));
      return true;
    },
    "the order of schemas": () => this.#shuffle(this.#schemas()),
    "the order of paths": () => this.#shuffle(asJson(this.document["paths"])),
    "an operation more": () => {
      const paths = asJson(this.document["paths"]);
      const from = this.#pick(Object.keys(paths));
      if (from === undefined) return false;
      const item = structuredClone(asJson(paths[from]));
      for (const operation of Object.values(item))
        if (typeof operation === "object") delete asJson(operation)["operationId"];
      paths[`${from}/copy${this.#count}`] = item;
      return true;
    },
    "an operation less": () => this.#remove(asJson(this.document["paths"])),
    "the id of an operation": () => {
      const operation = this.#operation();
      return operation && (operation["operationId"] = `operation${this.#count}`);
    },
    "the text of an operation": () => {
      const operation = this.#operation();
      return operation && (operation["summary"] = `Does ${this.#count}.`);
    },
    "a deprecated operation": () => {
      const operation = this.#operation();
      return operation && (operation["deprecated"] = operation["deprecated"] !== true);
    },
    "a parameter more": () => {
      const operation = this.#operation();
      if (!operation) return false;
      const schema = { type: "object", properties: { a: { type: "string" } }, default: {} };
      const one = { name: `p${this.#count}`, in: "query", schema };
      operation["parameters"] = [...((operation["parameters"] as unknown[]) ?? []), one];
      return true;
    },
    "a reply more": () => {
      const replies = asJson(this.#operation()?.["responses"]);
      const schema = {
        type: "object",
        properties: { code: { type: "string", enum: ["x", "y"] } },
        required: ["code"],
      };
      replies["418"] = { description: "No.", content: { "application/json": { schema } } };
    },
    "a parameter that operations share": () => {
      const operation = this.#operation();
      if (!operation || this.document["swagger"] !== undefined) return false;
      const key = `Shared${this.#count % 2}`;
      const shared = memberOf(memberOf(this.document, "components"), "parameters");
      const inner = { type: "object", required: ["a"], properties: { a: { pattern: "^a" } } };
      shared[key] ??= {
        ...{ name: key, in: "query", style: "deepObject" },
        schema: { type: "object", properties: { inner, other: { format: "made-up" } } },
      };
      const one = { $ref: `#/components/parameters/${key}` };
      const own = (operation["parameters"] as unknown[] | undefined) ?? [];
      const others = own.filter((other) => asJson(other)["$ref"] !== one.$ref);
      operation["parameters"] = [...others, one];
      return true;
    },
    "a name that is in the way": () => {
      const all = Object.entries(this.#schemas()).flatMap(([name, schema]) =>
        Object.keys(asJson(asJson(schema)["properties"])).map((property) => `${name}_${property}`),
      );
      const name = this.#pick(all);
      if (name === undefined) return false;
      if (Object.hasOwn(this.#schemas(), name)) delete this.#schemas()[name];
      else this.#schemas()[name] = { type: "object", properties: { x: { pattern: "^x" } } };
      return true;
    },
    "the title": () => {
      asJson(this.document["info"])["title"] = this.#pick(["Pets", "Other pets", "Pet"]);
    },
    "the servers": () => {
      this.document["servers"] = [{ url: `https://example.com/v${this.#count % 3}` }];
    },
    "the version": () => {
      asJson(this.document["info"])["version"] = `${this.#count}`;
    },
    "what is needed to call": () => {
      const operation = this.#operation();
      return operation && (operation["security"] = this.#next() < 0.5 ? [] : [{}]);
    },
  };

  #schemas(): Json {
    if (this.document["swagger"] !== undefined) return memberOf(this.document, "definitions");
    return memberOf(memberOf(this.document, "components"), "schemas");
  }

  #refTo(name: string): string {
    const home = this.document["swagger"] !== undefined ? "definitions" : "components/schemas";
    return `#/${home}/${escaped(name)}`;
  }

  #operation(): Json | undefined {
    const items = Object.values(asJson(this.document["paths"])).flatMap((item) =>
      Object.entries(asJson(item)).flatMap(([method, operation]) =>
        /^(get|put|post|delete|patch)$/.test(method) ? [asJson(operation)] : [],
      ),
    );
    return this.#pick(items);
  }

  /** The properties of some object. */
  #object(): Json | undefined {
    const found = this.#allSchemas().map(({ properties }) => properties);
    const objects = found.filter((one) => typeof one === "object" && one !== null);
    return this.#pick(objects) as Json | undefined;
  }

  #anySchema(): Json | undefined {
    return this.#pick(this.#allSchemas());
  }

  /** What looks like a schema, wherever it is. */
  #allSchemas(): Json[] {
    const found: Json[] = [];
    const visit = (value: unknown, key: string): void => {
      if (typeof value !== "object" || value === null) return;
      if (/^(example|examples|default|enum|const|mapping|x-.*)$/.test(key)) return;
      const isSchema = ["type", "properties", "allOf", "anyOf", "oneOf", "items"].some(
        (one) => one in value,
      );
      if (isSchema && !Array.isArray(value) && !("in" in value) && !("flows" in value))
        found.push(value as Json);
      for (const [inner, member] of Object.entries(value)) visit(member, inner);
    };
    visit(this.document["paths"], "paths");
    visit(this.#schemas(), "schemas");
    visit(asJson(this.document["components"])["parameters"], "parameters");
    visit(asJson(this.document["components"])["responses"], "responses");
    return found;
  }

  #pick<T>(list: readonly T[]): T | undefined {
    return list[Math.floor(this.#next() * list.length)];
  }

  #remove(object: Json | undefined): boolean {
    const key = this.#pick(Object.keys(object ?? {}));
    return object !== undefined && key !== undefined && delete object[key];
  }

  #rename(object: Json | undefined, to: string): boolean {
    const from = this.#pick(Object.keys(object ?? {}));
    if (!object || from === undefined) return false;
    const entries = Object.entries(object).map(([key, one]) => [key === from ? to : key, one]);
    replaceAll(object, Object.fromEntries(entries) as Json);
    return true;
  }

  #shuffle(object: Json | undefined): boolean {
    if (!object) return false;
    const entries = Object.entries(object).map((entry) => ({ entry, at: this.#next() }));
    entries.sort((a, b) => a.at - b.at);
    replaceAll(object, Object.fromEntries(entries.map(({ entry }) => entry)));
    return true;
  }
}

const formats = ["date-time", "uuid", "int64", "made-up", "other-made-up", "email"];

function asJson(value: unknown): Json {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Json)
    : {};
}

/** A member that is an object, made where there is none. */
function memberOf(object: Json, key: string): Json {
  if (typeof object[key] !== "object" || object[key] === null) object[key] = {};
  return object[key] as Json;
}

function replaceAll(object: Json, by: Json): void {
  for (const key of Object.keys(object)) delete object[key];
  Object.assign(object, by);
}

function redirect(value: unknown, from: string, to: string): void {
  if (typeof value !== "object" || value === null) return;
  const object = value as Json;
  for (const [key, member] of Object.entries(object)) {
    if (typeof member !== "string") redirect(member, from, to);
    else if (member === from || member.startsWith(`${from}/`))
      object[key] = to + member.slice(from.length);
  }
}

function escaped(name: string): string {
  return encodeURI(name.replaceAll("~", "~0").replaceAll("/", "~1"));
}
