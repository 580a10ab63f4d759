import { change } from "../change.js";
import { schemasIn, withCases, withChildren } from "../walks/children.js";
import { leadingTo, reachable } from "../../common/collections.js";
import { type Names, onlyName } from "../names/naming.js";
import { propertiesOf } from "../media.js";
import { withCallbacks } from "../operations.js";
import type {
  ApiModel,
  Body,
  Header,
  Identifier,
  Keywords,
  Media,
  NamedSchema,
  Operation,
  Parameter,
  Reply,
  Schema,
} from "../types.js";

type Direction = "request" | "reply";

/** The members that make a schema another one in requests than in replies. */
export interface Differences {
  /** `readOnly` and `writeOnly`, by OpenAPI 3.0. */
  readonly marks: boolean;
  /** A member with a `default`, which is required in replies then. */
  readonly defaults: boolean;
}

/**
 * OpenAPI 3.0.3, section 4.7.24.1: `required` says nothing of a `readOnly` property in a request, nor of a
 * `writeOnly` one in a reply. A schema that comes in both is told apart: its name is that of the reply, and
 * `PetInput` is the one for requests. Operations are changed in place; the schemas with names are returned.
 */
export function splitByDirection(
  operations: readonly Operation[],
  schemas: readonly NamedSchema[],
  names: Names,
  differences: Differences,
): readonly NamedSchema[] {
  const found = holdersIn(operations);
  const directions = new Directions(schemas, found, names, differences);
  if (directions.isNeeded)
    for (const direction of ["request", "reply"] as const)
      for (const place of found[direction])
        replace(place, (schema) => directions.form(schema, direction));
  return directions.named();
}

/** The schemas that operations name themselves, without what these consist of. */
export function operationSchemas(operations: readonly Operation[]): readonly Schema[] {
  const found = holdersIn(operations);
  return [...found.request, ...found.reply].flatMap(schemasAt);
}

/** All schemas that a model leads to, each once. */
export function everySchema({ schemas, operations }: ApiModel): ReadonlySet<Schema> {
  return reachable([...schemas, ...operationSchemas(operations)], schemasIn);
}

/** The parts of an operation that have schemas. */
type SchemaHolder = Media | Parameter | Header;
type HoldersByDirection = Readonly<Record<Direction, Set<SchemaHolder>>>;

function holdersIn(operations: readonly Operation[]): HoldersByDirection {
  const found: HoldersByDirection = { request: new Set(), reply: new Set() };
  for (const { parameters, body, replies } of withCallbacks(operations)) {
    for (const parameter of parameters) addParameter(parameter, found.request);
    addContent(body, found.request);
    for (const reply of replies) addReply(reply, found.reply);
  }
  return found;
}

function addReply(reply: Reply, places: Set<SchemaHolder>): void {
  for (const { headers, content } of [reply, ...(reply.shared ? [reply.shared] : [])]) {
    for (const header of headers) addParameter(header, places);
    addContent({ content }, places);
  }
}

function addContent(body: Pick<Body, "content"> | undefined, places: Set<SchemaHolder>): void {
  for (const media of body?.content ?? []) {
    places.add(media);
    for (const { headers } of media.parts)
      for (const header of headers) addParameter(header, places);
  }
}

function addParameter(parameter: Parameter | Header, places: Set<SchemaHolder>): void {
  places.add(parameter);
  if (parameter.encoding.kind === "content") places.add(parameter.encoding.media);
}

function schemasAt(place: SchemaHolder): readonly Schema[] {
  if (!("codec" in place)) return [place.schema];
  const { schema, itemSchema, parts } = place;
  const whole = [schema, itemSchema].filter((one) => one !== undefined);
  return [...whole, ...parts.map((part) => part.schema)];
}

function replace(place: SchemaHolder, form: (schema: Schema) => Schema): void {
  if (!("codec" in place)) {
    change(place, { schema: form(place.schema) });
    return;
  }
  const schema = place.schema && form(place.schema);
  const properties = schema && propertiesOf(schema);
  const parts = place.parts.map((part) => ({
    ...part,
    schema: form(part.schema),
    required: properties?.get(part.name)?.required ?? part.required,
  }));
  change(place, { schema, itemSchema: place.itemSchema && form(place.itemSchema), parts });
}

/** The forms that schemas have in the two directions. */
class Directions {
  readonly #schemas: readonly NamedSchema[];
  readonly #names: Names;
  readonly #differences: Differences;
  /** The schemas that each direction leads to. */
  readonly #used: Readonly<Record<Direction, ReadonlySet<Schema>>>;
  /** The schemas that say something else in one of the directions, themselves or further below. */
  readonly #differing: ReadonlySet<Schema>;
  readonly #made = { request: new Map<Schema, Schema>(), reply: new Map<Schema, Schema>() };
  readonly #unfinished: (() => void)[] = [];

  constructor(
    schemas: readonly NamedSchema[],
    places: HoldersByDirection,
    names: Names,
    differences: Differences,
  ) {
    this.#schemas = schemas;
    this.#names = names;
    this.#differences = differences;
    const reachedFrom = (found: Set<SchemaHolder>) =>
      reachable([...found].flatMap(schemasAt), schemasIn);
    this.#used = { request: reachedFrom(places.request), reply: reachedFrom(places.reply) };
    const all = reachable([...schemas, ...this.#used.request, ...this.#used.reply], schemasIn);
    const own = [...all].filter((schema) =>
      (["request", "reply"] as const).some(
        (direction) => this.#required(schema, direction) !== schema.keywords.required,
      ),
    );
    this.#differing = leadingTo(own, all, schemasIn);
  }

  get isNeeded(): boolean {
    return this.#differing.size > 0;
  }

  /** The schemas with names; one that comes in requests too stands before its form for those. */
  named(): readonly NamedSchema[] {
    if (!this.isNeeded) return this.#schemas;
    return this.#schemas.flatMap((schema) => {
      const plain = this.form(schema, "reply");
      const input = this.#isTwofold(schema) ? [this.form(schema, "request")] : [];
      return [plain, ...input] as NamedSchema[];
    });
  }

  form(schema: Schema, wanted: Direction): Schema {
    const form = this.#form(schema, wanted);
    for (let finish = this.#unfinished.pop(); finish; finish = this.#unfinished.pop()) finish();
    return form;
  }

  /** A schema that nothing leads to in a direction has its form of the other one. */
  #form(schema: Schema, wanted: Direction): Schema {
    if (!this.#differing.has(schema)) return schema;
    const other = wanted === "request" ? "reply" : "request";
    const isOther = !this.#used[wanted].has(schema) && this.#used[other].has(schema);
    const direction = isOther ? other : wanted;
    const known = this.#made[direction].get(schema);
    if (known) return known;
    const name = this.#name(schema, direction);
    const made: { -readonly [K in keyof Schema]: Schema[K] } = { ...schema, name };
    if (name !== schema.name) delete made.lost;
    this.#made[direction].set(schema, made);
    this.#unfinished.push(() => (made.keywords = this.#keywords(schema, direction)));
    return made;
  }

  #isTwofold(schema: Schema): boolean {
    const { request, reply } = this.#used;
    return this.#differing.has(schema) && request.has(schema) && reply.has(schema);
  }

  #name(schema: Schema, direction: Direction): Identifier | undefined {
    const { name, source } = schema;
    if (name === undefined || direction === "reply" || !this.#isTwofold(schema)) return name;
    const seed = `${this.#names.seedOf(source)} in requests`;
    return this.#names.claim([`${name}Input`, `${name}RequestInput`], seed, onlyName);
  }

  #keywords(schema: Schema, direction: Direction): Keywords {
    const form = (child: Schema): Schema => this.#form(child, direction);
    const keywords = withChildren(schema, form);
    const { discriminator } = keywords;
    const required = this.#required(schema, direction);
    return {
      ...keywords,
      ...(required && { required }),
      ...(discriminator && { discriminator: withCases(discriminator, form) }),
    };
  }

  /** The members that a schema requires in a direction; the very same set where that is all that it lists. */
  #required(schema: Schema, direction: Direction): ReadonlySet<string> | undefined {
    const { required, properties } = schema.keywords;
    if (!properties || !this.#used[direction].has(schema)) return required;
    const { marks, defaults } = this.#differences;
    const keyword = direction === "request" ? "readOnly" : "writeOnly";
    const isLeft = (name: string) => !marks || !isMarked(properties.get(name), keyword);
    const left = new Set([...(required ?? [])].filter(isLeft));
    if (defaults && direction === "reply")
      for (const [name, property] of properties)
        if (isMarked(property, "default") && isLeft(name)) left.add(name);
    const isSame =
      left.size === (required?.size ?? 0) && [...left].every((name) => required?.has(name));
    return isSame ? required : left;
  }
}

/** Also where only the schema that the property refers to has the mark or default. */
export function isMarked(
  schema: Schema | undefined,
  keyword: "readOnly" | "writeOnly" | "default",
): boolean {
  const seen = new Set<Schema>();
  for (let one = schema; one && !seen.has(one); one = one.keywords.ref) {
    if (one.keywords[keyword]) return true;
    seen.add(one);
  }
  return false;
}
