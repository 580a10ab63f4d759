import { Diagnostics } from "../../diagnostics/diagnostics.js";
import { change } from "../change.js";
import { pagesOf, successOf } from "../pages.js";
import type { Way } from "../pagination.js";
import type {
  ApiModel,
  Body,
  Callback,
  Header,
  Keywords,
  Media,
  NamedReply,
  NamedSchema,
  Operation,
  Parameter,
  Reply,
  Schema,
} from "../types.js";
import { withCases, withChildren } from "../walks/children.js";
import { type Naming, namingOf, parameterName, requestName, shareNaming } from "./camel-case.js";
import { fillBodies } from "./defaults.js";
import { markOpen } from "./open.js";

const coded = new WeakMap<object, object>();

/** The same as it is in code: what types and made values are written from. It is itself where nothing is called otherwise. */
export function inCode<Part extends ApiModel | Operation | NamedReply>(part: Part): Part {
  return (coded.get(part) as Part | undefined) ?? part;
}

/** Makes a copy of a model in which parameters and members have their names in code. */
export function makeCoded(model: ApiModel, fillsBodies: boolean): void {
  const copy = new Copy();
  const made: ApiModel = {
    ...model,
    schemas: model.schemas.map((schema) => copy.schema(schema) as NamedSchema),
    replies: model.replies.map((reply) => copy.shared(reply)),
    operations: model.operations.map((operation) => copy.operation(operation)),
  };
  copy.finish();
  coded.set(model, made);
  if (fillsBodies) fillBodies(made, new Diagnostics());
  markOpen(made);
}

/** Each part is copied once, so that what was one stays one. */
class Copy {
  readonly #made = new Map<object, object>();
  readonly #unfinished: (() => void)[] = [];

  /** Not by recursion: schemas lead as far as references do. */
  finish(): void {
    for (let next = this.#unfinished.pop(); next; next = this.#unfinished.pop()) next();
  }

  schema(schema: Schema): Schema {
    return this.#once(schema, () => {
      const made = { ...schema };
      shareNaming(made, schema);
      this.#unfinished.push(() => change(made, { keywords: this.#keywords(schema) }));
      return made;
    });
  }

  operation(operation: Operation): Operation {
    return this.#once(operation, () => {
      const { body, callbacks, parameters, path, replies, extensions } = operation;
      const own = new Map(parameters.map((one) => [one, this.#parameter(operation, one)]));
      const parameter = (one: Parameter): Parameter => own.get(one) ?? one;
      const made: Operation = {
        ...operation,
        parameters: parameters.map(parameter),
        path: path.map((part) => (typeof part === "string" ? part : parameter(part))),
        body: body && this.#body(body),
        replies: replies.map((reply) => this.#reply(reply)),
        callbacks: callbacks.map((callback) => this.#callback(callback)),
        extensions: new Map([...extensions, ["x-pagination", pagination(operation)]]),
      };
      coded.set(operation, made);
      return made;
    });
  }

  shared(reply: NamedReply): NamedReply {
    return this.#once(reply, () => {
      const made = { ...reply, ...this.#message(reply) };
      coded.set(reply, made);
      return made;
    });
  }

  #once<Part extends object>(part: Part, make: () => Part): Part {
    const known = this.#made.get(part) as Part | undefined;
    if (known) return known;
    const made = make();
    this.#made.set(part, made);
    return made;
  }

  #callback(callback: Callback): Callback {
    return { ...callback, operations: callback.operations.map((one) => this.operation(one)) };
  }

  #reply(reply: Reply): Reply {
    const { shared } = reply;
    return { ...reply, ...this.#message(reply), shared: shared && this.shared(shared) };
  }

  #message({
    content,
    headers,
  }: Pick<Reply, "content" | "headers">): Pick<Reply, "content" | "headers"> {
    return {
      content: content.map((media) => this.#media(media)),
      headers: headers.map((header) => this.#header(header)),
    };
  }

  #body(body: Body): Body {
    return { ...body, content: body.content.map((media) => this.#media(media)) };
  }

  #media(media: Media): Media {
    return this.#once(media, () => {
      const { examples, itemSchema, parts, schema } = media;
      const naming = schema && namingOf(schema);
      return {
        ...media,
        schema: schema && this.schema(schema),
        itemSchema: itemSchema && this.schema(itemSchema),
        parts: parts.map((part) => ({
          ...part,
          name: naming?.names.get(part.name) ?? part.name,
          schema: this.schema(part.schema),
          headers: part.headers.map((header) => this.#header(header)),
        })),
        ...(examples && { examples: examples.map((one) => renamed(one, naming)) }),
      };
    });
  }

  #header(header: Header): Header {
    return { ...header, schema: this.schema(header.schema), encoding: this.#encoding(header) };
  }

  #parameter(operation: Operation, parameter: Parameter): Parameter {
    const { examples, schema } = parameter;
    return {
      ...parameter,
      name: parameterName(operation, parameter),
      schema: this.schema(schema),
      encoding: this.#encoding(parameter),
      ...(examples && { examples: examples.map((one) => renamed(one, namingOf(schema))) }),
    };
  }

  #encoding({ encoding }: Parameter | Header): Parameter["encoding"] {
    return encoding.kind === "style"
      ? encoding
      : { ...encoding, media: this.#media(encoding.media) };
  }

  #keywords(schema: Schema): Keywords {
    const keywords = withChildren(schema, (child) => this.schema(child));
    const naming = namingOf(schema);
    const { discriminator } = keywords;
    const called = (name: string): string => naming?.names.get(name) ?? name;
    return {
      ...keywords,
      ...(discriminator && {
        discriminator: {
          ...withCases(discriminator, (one) => this.schema(one)),
          property: called(discriminator.property),
        },
      }),
      ...(naming && namedKeywords(keywords, naming, called)),
    };
  }
}

/** Those in which there are names of members, or values with such. */
function namedKeywords(
  keywords: Keywords,
  naming: Naming,
  called: (name: string) => string,
): Keywords {
  const { properties, required, dependentRequired, dependentSchemas } = keywords;
  const value = (one: unknown): unknown => renamed(one, naming);
  const keyed = <Value>(map: ReadonlyMap<string, Value>): ReadonlyMap<string, Value> =>
    new Map([...map].map(([name, one]) => [called(name), one]));
  return {
    ...(properties && { properties: keyed(properties) }),
    ...(required && { required: new Set([...required].map(called)) }),
    ...(dependentRequired && {
      dependentRequired: new Map(
        [...keyed(dependentRequired)].map(([name, names]) => [name, names.map(called)]),
      ),
    }),
    ...(dependentSchemas && { dependentSchemas: keyed(dependentSchemas) }),
    ...(keywords.enum && { enum: keywords.enum.map(value) }),
    ...(keywords.const && { const: { value: value(keywords.const.value) } }),
    ...(keywords.default && { default: { value: value(keywords.default.value) } }),
    ...(keywords.examples && { examples: keywords.examples.map(value) }),
  };
}

/** A value of the description in the names of code. */
function renamed(value: unknown, naming: Naming | undefined): unknown {
  if (!naming?.isNeeded || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => renamed(one, naming.items));
  if (value instanceof Date) return value;
  const names = exchanged(naming.names);
  const members = Object.entries(value).map(([name, one]) => [
    names.get(name) ?? name,
    renamed(one, naming.inside.get(name) ?? naming.others),
  ]);
  return Object.fromEntries(members) as object;
}

/** Both ways: the name in code of one member may be that of another on the wire, of which the description knows nothing. */
function exchanged(names: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map([...names, ...[...names].map(([wire, code]) => [code, wire] as const)]);
}

/** The pages of an operation as `x-pagination` would describe them. */
function pagination(operation: Operation): object | false {
  const pages = pagesOf(operation);
  if (!pages) return false;
  const { kind, first, header, items, next, more, total, parameter, place, size } = pages;
  const reply = successOf(operation);
  const naming = reply && namingOf(reply);
  const ways = { items, next, more, total };
  const stated = {
    kind,
    first,
    header,
    parameter: parameter && requestName(operation, place, parameter),
    size: size && requestName(operation, "query", size),
  };
  const all = [
    ...Object.entries(stated),
    ...Object.entries(ways).map(([key, way]) => [key, way && wayInCode(way, naming)] as const),
  ];
  return Object.fromEntries(all.filter(([, value]) => value !== undefined)) as object;
}

/** The way to a part of a value, by what members are called in code; through lists, too. */
export function wayInCode(way: Way, naming: Naming | undefined): Way {
  let inside = naming;
  return way.map((name) => {
    const called = inside?.names.get(name) ?? name;
    inside = inside?.inside.get(name) ?? inside?.others ?? inside?.items;
    return called;
  });
}
