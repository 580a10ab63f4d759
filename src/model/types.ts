import type { Source } from "../common/source.js";

/** A valid, unreserved TypeScript identifier, unique where it is declared. Only `naming.ts` makes these. */
export type Identifier = string & { readonly __identifier: unique symbol };

/** Text for people from the description. It reaches a file through `doc` only. */
export interface Prose {
  readonly summary: string;
  readonly description: string;
}

/** Everything an emitter may know about a description: no `$ref`, no versions, no defaults to remember. */
export interface ApiModel {
  /** Prefix of the names that belong to the whole API: `PetStore`. */
  readonly name: Identifier;
  readonly title: string;
  readonly version: string;
  readonly prose: Prose;
  readonly servers: readonly Server[];
  /** Each schema with a type of its own, in document order. */
  readonly schemas: readonly NamedSchema[];
  /** The `components.responses` that an operation uses, and what several refer to elsewhere, in document order. */
  readonly replies: readonly NamedReply[];
  readonly security: readonly SecurityScheme[];
  /** The requirements of operations that say nothing of it: these have this very list. */
  readonly requirements: readonly (readonly SecurityUse[])[];
  /** In document order; webhooks too, with `kind: "webhook"`. */
  readonly operations: readonly Operation[];
  /** From `x-rate-limit-plans`; empty when the description has none. */
  readonly plans: readonly RateLimitPlan[];
  /**
   * The description as one JSON document, made anew by each call. The sources of what stands in its `x-bundled`
   * are added to `bundled`. Left out when no emitter may want it, since it keeps the description in memory.
   */
  readonly document?: ((bundled?: Source[]) => Readonly<Record<string, unknown>>) | undefined;
  readonly source: Source;
}

export type Method = "GET" | "PUT" | "POST" | "DELETE" | "OPTIONS" | "HEAD" | "PATCH" | "TRACE";

export interface Operation {
  readonly kind: "path" | "webhook" | "callback";
  /** As written, or derived from method and path; for messages. */
  readonly id: string;
  /** False where the id is derived. */
  readonly isNamed: boolean;
  readonly names: {
    readonly method: Identifier;
    readonly request: Identifier;
    readonly received: Identifier;
    readonly reply: Identifier;
    readonly parts: PartNames;
    /** Prefix of the names of its types. */
    readonly stem: Identifier;
  };
  /** A `Method`, or another token from 3.2's `additionalOperations`. */
  readonly method: Method | (string & {});
  /** The template as text, `/pets/{petId}`; the name, for a webhook; that of its operation and its own, for a callback. */
  readonly template: string;
  /** Literal text and path parameters, in order. */
  readonly path: readonly (string | Parameter)[];
  readonly tags: readonly string[];
  readonly prose: Prose;
  readonly deprecation: Deprecation | undefined;
  /** Path item and operation merged; path parameters in path order. */
  readonly parameters: readonly Parameter[];
  /** Header parameters that OpenAPI leaves to other parts of a description, such as `Authorization`. */
  readonly ignored: readonly IgnoredHeader[];
  readonly body: Body | undefined;
  /** Exact statuses, then ranges, then default. */
  readonly replies: readonly Reply[];
  /** Any one of these will do, each needs all of its uses; an empty one lets everybody in, no entry needs nothing. */
  readonly security: readonly (readonly SecurityUse[])[];
  readonly servers: readonly Server[];
  readonly callbacks: readonly Callback[];
  readonly extensions: Extensions;
  readonly source: Source;
}

/** The names of the parts of a request that there are, and of the bodies of successes and of errors, also by status. */
export interface PartNames {
  readonly path?: Identifier;
  readonly query?: Identifier;
  readonly headers?: Identifier;
  readonly cookies?: Identifier;
  readonly body?: Identifier;
  readonly result?: Identifier;
  readonly error?: Identifier;
  readonly results?: Identifier;
  readonly errors?: Identifier;
}

export interface Callback {
  readonly name: string;
  /** The runtime expression that gives the address (OpenAPI 3.1, section 4.8.20.4). */
  readonly expression: string;
  readonly operations: readonly Operation[];
  readonly source: Source;
}

/** The `x-…` members of an object, as plain JSON values. */
export type Extensions = ReadonlyMap<string, unknown>;

export interface Deprecation {
  /** The day from which the operation is deprecated, `YYYY-MM-DD`, from `x-deprecated-since`. */
  readonly since: string | undefined;
  /** The day the operation goes away, `YYYY-MM-DD`, from `x-sunset`. */
  readonly sunset: string | undefined;
  /** From `x-replaced-by`: an operation of this description. */
  readonly replacedBy: Operation | undefined;
  /** For people: the text of `x-replaced-by` when it names no operation. */
  readonly advice: string | undefined;
}

export type ParameterLocation = "path" | "query" | "header" | "cookie" | "querystring";

export interface Parameter {
  /** As on the wire. */
  readonly name: string;
  readonly in: ParameterLocation;
  /** Its place among all that are declared for the operation, those of the path item first. */
  readonly position: number;
  readonly required: boolean;
  readonly schema: Schema;
  readonly encoding: StyleEncoding | ContentEncoding;
  readonly allowEmptyValue: boolean;
  readonly prose: Prose;
  readonly deprecated: boolean;
  readonly examples?: readonly unknown[];
  readonly source: Source;
}

export type IgnoredHeader = Pick<Parameter, "name" | "in" | "position" | "required">;

/** `style` in a path; headers have `simple` only. */
type PathStyle = "simple" | "label" | "matrix";
type QueryStyle = "form" | "spaceDelimited" | "pipeDelimited" | "deepObject";
export type Style = PathStyle | QueryStyle | "cookie";

/** Defaults are filled in: `style` and `explode` are the ones that hold. */
export interface StyleEncoding {
  readonly kind: "style";
  readonly style: Style;
  readonly explode: boolean;
  readonly allowReserved: boolean;
  /** By the types that the schema lets through; `mixed` for more than one of the others. */
  readonly shape: "scalar" | "array" | "object" | "mixed";
}

/** The value is printed as JSON, then put in the place of a scalar; or it is the whole query. */
export interface ContentEncoding {
  readonly kind: "content";
  readonly media: Media;
}

export interface Body {
  /** Of a body parameter of Swagger 2.0, or `x-codegen-request-body-name`. */
  readonly name: string | undefined;
  readonly required: boolean;
  readonly content: readonly Media[];
  readonly prose: Prose;
  readonly source: Source;
}

export type Codec =
  | "json"
  | "form"
  | "multipart"
  | "text"
  /** Text of a number or a boolean, which is also JSON. */
  | "scalar"
  | "xml"
  | "events"
  | "json-lines"
  | "json-sequence"
  | "binary";

export interface Media {
  /** As written: `application/json`, `image/*`. */
  readonly type: string;
  readonly codec: Codec;
  readonly schema: Schema | undefined;
  /** Of each item of a stream as it is in memory: of an event, with what the JSON in its data says. */
  readonly itemSchema: Schema | undefined;
  /** Set for `text/event-stream`. */
  readonly events: EventForm | undefined;
  /** The properties of a form or multipart body. */
  readonly parts: readonly Part[];
  /** From `x-stream`, or the config: a server hands bytes on, or parts one by one, while they come in. */
  readonly isStreamed?: true;
  readonly examples?: readonly unknown[];
  /** Of the same, where they have names. */
  readonly exampleNames?: readonly string[];
  readonly source: Source;
}

export interface EventForm {
  /** Items are events with all their fields; not set: only what their `data` is. */
  readonly whole: boolean;
  /** `either`: JSON where it is that, else text. */
  readonly data: "text" | "json" | "either";
  /** Each event has a type: `message` where none is sent (HTML, section "interpreting an event stream"). */
  readonly needsType?: boolean;
}

export interface Part {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
  /** As written, or undefined: then the default of OpenAPI 3.1, section 4.8.15.1.1, holds. */
  readonly contentType: string | undefined;
  readonly headers: readonly Header[];
  readonly encoding: StyleEncoding | undefined;
}

export type StatusMatch =
  | { readonly kind: "exact"; readonly status: number }
  | { readonly kind: "range"; readonly class: 1 | 2 | 3 | 4 | 5 }
  | { readonly kind: "default" };

export interface Reply {
  readonly match: StatusMatch;
  /** The registered statuses that are left for it after more exact replies took theirs. */
  readonly statuses: readonly number[];
  /** Set when it is a `$ref` to `components.responses`, or to what others refer to as well. */
  readonly shared: NamedReply | undefined;
  readonly headers: readonly Header[];
  /** Empty: no body. */
  readonly content: readonly Media[];
  readonly prose: Prose;
  readonly source: Source;
}

export interface NamedReply extends Omit<Reply, "match" | "statuses" | "shared"> {
  readonly name: Identifier;
}

export interface Header {
  readonly name: string;
  readonly required: boolean;
  readonly schema: Schema;
  readonly encoding: StyleEncoding | ContentEncoding;
  readonly deprecated: boolean;
  readonly prose: Prose;
  readonly examples?: readonly unknown[];
  readonly source: Source;
}

export type SecurityScheme = {
  readonly key: string;
  readonly name: Identifier;
  readonly prose: Prose;
  readonly source: Source;
} & (
  | { readonly kind: "bearer" | "basic" | "digest" | "mutualTls" }
  // As it is written; its case does not count.
  | { readonly kind: "http"; readonly scheme: string }
  | {
      readonly kind: "apiKey";
      readonly in: "header" | "query" | "cookie";
      readonly parameter: string;
    }
  | { readonly kind: "oauth2"; readonly flows: readonly OAuthFlow[] }
  | { readonly kind: "openIdConnect"; readonly url: string }
  // Not declared, or of a type that OpenAPI does not have: no request meets it on a server.
  | { readonly kind: "unknown" }
);

export interface OAuthFlow {
  readonly grant:
    "implicit" | "password" | "clientCredentials" | "authorizationCode" | "deviceAuthorization";
  readonly urls: Readonly<Record<string, string>>;
  readonly scopes: ReadonlyMap<string, string>;
}

export interface SecurityUse {
  readonly scheme: SecurityScheme;
  readonly scopes: readonly string[];
}

export interface Server {
  /** From 3.2's `name` or `x-name`, else `server1`, `server2` by place in the list. */
  readonly name: Identifier;
  readonly url: readonly (string | ServerVariable)[];
  readonly prose: Prose;
  readonly source: Source;
}

export interface ServerVariable {
  readonly name: string;
  readonly default: string;
  readonly enum: readonly string[];
  readonly prose: Prose;
}

export interface RateLimitPlan {
  readonly key: string;
  readonly name: Identifier;
  /** `undefined` when the limits are agreed with each customer. */
  readonly limits: readonly RateLimit[] | undefined;
}

/** So many requests in each window of so many seconds. */
export interface RateLimit {
  readonly requests: number;
  readonly seconds: number;
}

/**
 * A schema as JSON Schema 2020-12, whatever version it came in.
 * Identity matters: a recursive schema is a cycle of nodes.
 */
export interface Schema {
  readonly source: Source;
  /** Set: refer to it by this name. Not set: print it in place. */
  readonly name: Identifier | undefined;
  /** The name of the type of a schema that is written in place everywhere else. */
  readonly alias?: Identifier;
  /** Printed in types in its place. */
  readonly shown?: Schema;
  /** The name that the description has for it, where that is a value of the language that code cannot do without. */
  readonly lost?: string;
  readonly keywords: Keywords;
}

export interface NamedSchema extends Schema {
  readonly name: Identifier;
}

/**
 * `bigint` stands for an int64 in a model that asks for that; it is an integer in JSON. So does `date` for a text of
 * the format `date-time`.
 */
export type JsonType =
  "null" | "boolean" | "integer" | "bigint" | "number" | "string" | "date" | "array" | "object";

/**
 * The keywords that are present. Sub-schemas are nodes, `$ref` is followed, and 3.0's `nullable`
 * and boolean limits have become 2020-12's `type` and numeric limits.
 */
export interface Keywords {
  /** The schema `false`. */
  readonly nothing?: true;
  /** Target of `$ref`; keywords beside it hold too. */
  readonly ref?: Schema;
  readonly types?: readonly JsonType[];
  readonly enum?: readonly unknown[];
  readonly const?: { readonly value: unknown };
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly not?: Schema;
  readonly if?: Schema;
  readonly then?: Schema;
  readonly else?: Schema;
  readonly properties?: ReadonlyMap<string, Schema>;
  readonly patternProperties?: ReadonlyMap<string, Schema>;
  readonly additionalProperties?: Schema;
  readonly unevaluatedProperties?: Schema;
  readonly propertyNames?: Schema;
  readonly required?: ReadonlySet<string>;
  readonly dependentRequired?: ReadonlyMap<string, readonly string[]>;
  readonly dependentSchemas?: ReadonlyMap<string, Schema>;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly prefixItems?: readonly Schema[];
  readonly items?: Schema;
  readonly unevaluatedItems?: Schema;
  readonly contains?: Schema;
  readonly minContains?: number;
  readonly maxContains?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: true;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly contentEncoding?: string;
  readonly contentMediaType?: string;
  readonly contentSchema?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly multipleOf?: number;
  readonly default?: { readonly value: unknown };
  readonly examples?: readonly unknown[];
  readonly deprecated?: true;
  readonly readOnly?: true;
  readonly writeOnly?: true;
  readonly discriminator?: Discriminator;
  readonly prose?: Prose;
  readonly extensions?: Extensions;
}

/** OpenAPI's hint which branch is meant. It never changes what is valid. */
export interface Discriminator {
  readonly property: string;
  /** Each value of the property that is known, with the schema it stands for. */
  readonly cases: ReadonlyMap<string, Schema>;
  /** Those of the values that the description lists itself. */
  readonly mapped: ReadonlySet<string>;
}
