import { isObject } from "../common/json.js";
import type { OwnEmitter } from "../emitters/emitter.js";
import { type Pagination, pageKinds, paginationForms } from "../model/pagination.js";
import type { ApiModel } from "../model/types.js";
import {
  address,
  byForm,
  isFunction,
  isText,
  listOf,
  namesOf,
  objectOf,
  oneOf,
  path,
  recordOf,
  rule,
  type Rule,
  text,
  type TypeOf,
  yesOrNo,
} from "./rules.js";

/** A row of the table of options. */
interface Option {
  readonly rule: Rule;
  /** The value of an option that is left out; the members of one that is an object. */
  readonly default?: unknown;
  /** False: not in the hash of the input, because the output does not depend on it or other hashed values cover it. */
  readonly hashed?: false;
  /** True: passed to emitters, with its default filled in. */
  readonly emitted?: true;
  /** True: mandatory. */
  readonly required?: true;
}

/** The names of the emitters, in the order in which they run; `emitters/index.ts` has what they stand for. */
export const emitterNames = [
  "types",
  "validators",
  "client",
  "server",
  "description",
  "paths",
  "queries",
  "mocks",
  "stubs",
] as const;

/** Those of them that run only where a config names them. */
export const optionalEmitters = [
  "paths",
  "queries",
  "mocks",
] as const satisfies readonly EmitterName[];

/** The value of a request header, or the environment variable that holds it. */
export type HeaderValue =
  | string
  | {
      /** The environment variable with the value, so that the config contains no secret. */
      readonly env: string;
      /** Put in front of the value: `"Bearer "`. */
      readonly prefix?: string;
      /** The only host that gets it, with its port if it has one; that of `input` when left out. */
      readonly host?: string;
    };

/** A command reads each file from standard input and writes it to standard output; `{file}` is its path. */
export type FormatOption = "prettier" | "none" | { readonly command: readonly string[] };

/** Returns the model from which code is generated; parts of it may be left out or replaced. */
export type Transform = (model: ApiModel) => ApiModel | Promise<ApiModel>;

const texts = listOf(text, "a list of texts");

const filter = objectOf("an object with tags, paths, operations, methods or deprecated", {
  tags: texts,
  /** As written in the description: `/pets/{petId}`. */
  paths: texts,
  /** operationIds. */
  operations: texts,
  /** In upper or lower case: `get`. */
  methods: texts,
  deprecated: yesOrNo,
});

/** Selects operations. `*` stands for any text (in a path, without slashes), `**` for any text at all. */
export interface Filter extends TypeOf<typeof filter> {}

const header = byForm<HeaderValue>(
  'a text or an object with env, as in { env: "TOKEN" }',
  [isObject, objectOf("an object with env", { env: text, prefix: text, host: text }, "env")],
  [isText, rule('a text or an object with env, as in { env: "TOKEN" }', isText)],
);

const emitter = byForm<OwnEmitter | string>(
  "made with defineEmitter, or a path of a module that exports one",
  // Nothing but a name: no path of a module is without an ending.
  [(value) => typeof value === "string" && /^[\w-]+$/.test(value), oneOf(...optionalEmitters)],
  [
    () => true,
    rule(
      "made with defineEmitter, or a path of a module that exports one",
      (value) =>
        isText(value) || (isObject(value) && isText(value["name"]) && isFunction(value["emit"])),
    ),
  ],
);

const [lastKey, ...otherKeys] = Object.keys(paginationForms).reverse();
const anyPagination = `false or an object with ${otherKeys.reverse().join(", ")} or ${lastKey}`;
const pagination = byForm<Pagination | false>(
  anyPagination,
  [
    isObject,
    objectOf("an object", {
      ...Object.fromEntries(
        Object.entries(paginationForms).map(([key, [expected, is]]) => [key, rule(expected, is)]),
      ),
      kind: oneOf(...pageKinds),
    }),
  ],
  [() => true, rule(anyPagination, (value) => value === false)],
);

/** All config options, in the order of the reference. `npm run docs` writes their comments to docs/config.md. */
export const options = {
  /** The description: a path, an http(s) URL, or `-` for standard input. An overlay is applied to the description that it `extends`. */
  input: { rule: address, required: true, hashed: false },

  /** The folder for the generated files. */
  output: { rule: path, required: true, hashed: false },

  /** Name of the API in code, as in `create<name>Client`; made from the title when left out. */
  name: {
    rule: rule<string>(
      "letters and digits, the first a capital letter",
      (value) => isText(value) && /^\p{Lu}[\p{L}\p{N}]*$/u.test(value as string),
    ),
  },

  /**
   * [OpenAPI Overlays](https://spec.openapis.org/overlay/v1.1.0.html) 1.0 and 1.1 that are applied to the description, in
   * this order: paths or URLs.
   */
  overlays: { rule: listOf(address, "a list of paths"), hashed: false },

  /**
   * Request headers for fetching `input`, an overlay or a `$ref`: a string, or `{ env: "TOKEN", prefix: "Bearer " }` for the
   * value of an environment variable. They are sent to one host only, see [secrets](#secrets).
   */
  headers: {
    rule: recordOf(header, "an object of headers by their names"),
    hashed: false,
  },

  /**
   * Allows fetching a `$ref`, or a redirect to another origin, over the network: never, always, or from the hosts and URLs of
   * a list: `localhost:8080`, `https://api.example/schemas` (including paths below it).
   */
  remote: {
    rule: byForm<boolean | readonly string[]>(
      "true, false or a list of hosts",
      [Array.isArray, listOf(text, "a list of hosts")],
      [() => true, rule("true, false or a list of hosts", (value) => typeof value === "boolean")],
    ),
    default: false,
    hashed: false,
  },

  /**
   * The folder that a `$ref` to a file must not lead out of. When left out: the working directory if it contains the
   * description, else the description's folder.
   */
  root: { rule: path, hashed: false },

  /** Treats warnings as errors. */
  strict: { rule: yesOrNo, default: false, hashed: false },

  /**
   * The level of each warning, by its code: `{ "format-unknown": "off" }` hides it, `"warning"` keeps it a warning with
   * `strict`, `"error"` makes it an error. Errors cannot be lowered, since the meaning of the description is unclear then.
   */
  diagnostics: {
    rule: recordOf(oneOf("off", "warning", "error"), "an object of off, warning or error by code"),
    hashed: false,
  },

  /** Generates code only for operations that match all keys of a [filter](#filters), or of one filter in a list, and for what they need. */
  include: {
    rule: byForm<Filter | readonly Filter[]>(
      "a filter or a list of filters",
      [Array.isArray, listOf(filter, "a list of filters")],
      [isObject, filter],
    ),
  },

  /** Generates no code for operations that match any key of a [filter](#filters), nor for what only they need. */
  exclude: { rule: filter },

  /**
   * A function that takes the model and returns a changed one, or the path of a module that exports such a function. See
   * [transforms](extend.md#transforms).
   */
  transform: {
    rule: rule<Transform | string>(
      "a function, or the path of a module that exports one",
      (value) => isText(value) || isFunction(value),
    ),
    hashed: false,
  },

  /**
   * Pagination by operationId, where it is detected wrongly or not at all: `false`, or an object like
   * [`x-pagination`](client.md#pages) in the description.
   */
  pagination: {
    rule: recordOf(pagination, "an object of pages by operationId"),
  },

  /**
   * Passes a [large body](bodies.md#large-bodies) to its handler as a stream, by operationId: `{ uploadPhoto: true }`. It has the
   * effect of `x-stream` in the description, for all binary and multipart media types of the body.
   */
  streams: {
    rule: recordOf(yesOrNo, "an object of true or false by operationId"),
  },

  /** Generates only these parts and what they need. When left out: all but `paths`, `queries` and `mocks`. */
  only: { rule: namesOf(emitterNames, 1) },

  /** Generates `description.ts`, the description as data, which a server can serve. */
  description: { rule: yesOrNo, default: false, emitted: true },

  /**
   * [Adapters](server.md#adapters) of the server for frameworks, and for libraries that count rate limits or trace requests.
   * The Fetch interface, `server.fetch(request)`, is always there.
   */
  adapters: {
    rule: namesOf(
      [
        "node",
        "express",
        "fastify",
        "koa",
        "hono",
        "nest",
        "open-telemetry",
        "rate-limiter-flexible",
      ],
      0,
      { serve: "node", http: "node", http2: "node", "node:http": "node", "node:http2": "node" },
    ),
    default: ["node"],
    emitted: true,
  },

  /**
   * Additional emitters: `"paths"`, `"queries"` or `"mocks"`, which run on request only; your own, made with
   * [`defineEmitter`](extend.md#emitters); or the paths of modules that export one each.
   */
  emitters: { rule: listOf(emitter, "a list of emitters"), hashed: false },

  /** The folder for handler stubs, which belong to you once written. When left out: no stubs. */
  stubs: { rule: path, hashed: false },

  /** A folder with [templates](extend.md#templates) that replace specsmith's own of the same name. */
  templates: { rule: path, hashed: false },

  /** Renames generated files: `{ types: "models" }`, without extension. */
  fileNames: {
    rule: recordOf(
      rule<string>(
        "a name of a file, without folder and ending",
        (value) => isText(value) && /^[\w-]+(?:\.[\w-]+)*$/.test(value as string),
      ),
      "an object of names by those that they replace",
    ),
    default: {},
  },

  /**
   * `"tags"` splits types, validators and client into [one file per tag](output.md#large-apis-one-file-per-tag), by the first tag
   * of each operation, and one file for what several tags use: `types/pets.ts`, `client/pets.ts`, `types/shared.ts`.
   * `types.ts`, `validators.ts` and `client.ts` export the same names as with `"none"`.
   */
  split: { rule: oneOf("none", "tags"), default: "none", emitted: true },

  /**
   * The extension in imports of generated files. When left out, it is detected from the `tsconfig.json` nearest to the output,
   * and `package.json` and bundler configuration beside it: `".js"` for Node's module resolution, and if nothing is known;
   * `".ts"` if TypeScript is run without compiling; `"none"` for Next.js, webpack, Jest, Expo and CommonJS.
   */
  importExtension: { rule: oneOf(".js", ".ts", "none") },

  /**
   * A folder for a runtime that several outputs share; it then contains the whole runtime. When left out, each output has a
   * folder `runtime` with the files that it needs. With `"@specsmith/runtime"`, the runtime is imported from that package instead,
   * which has to be among your dependencies in the version of specsmith.
   */
  runtime: { rule: path, hashed: false },

  /** `"assert"`: a value that does not match its `format` is invalid. `"annotate"`: formats are not validated. */
  formats: { rule: oneOf("assert", "annotate"), default: "assert", emitted: true },

  /**
   * `"one"`: a value that is valid for several schemas of a `oneOf` is invalid, as JSON Schema says. `"any"`: it is valid, as with
   * `anyOf`, for descriptions whose schemas [overlap](descriptions.md#overlapping-oneof).
   */
  oneOf: { rule: oneOf("one", "any"), default: "one" },

  /** In-memory type of an [int64](int64-and-dates.md): a `number` that is exact or an error, a `bigint`, or a `string` of digits. */
  int64: { rule: oneOf("number", "bigint", "string"), default: "number" },

  /** In-memory type of the format [`date-time`](int64-and-dates.md#dates): `string` or `Date`. */
  dates: { rule: oneOf("string", "Date"), default: "string" },

  /** Parts of a request in which a server fills in a missing value's `default`: `"parameters"`, or `"bodies"` too. */
  defaults: { rule: oneOf("parameters", "bodies"), default: "parameters" },

  /**
   * Makes members with a `default` required in replies, as openapi-typescript does; in requests they stay optional. A schema
   * that is used in both has two types: `Pet`, and `PetInput` for requests.
   */
  presentDefaults: { rule: yesOrNo, default: false },

  /**
   * What a 2xx reply without `content` has: `"empty"`, no body; or `"json"`, a body of the type `unknown`, as [services made
   * with NestJS](client.md#services-that-break-their-description) send it. A 204 and a reply to HEAD have none.
   */
  bareReplies: { rule: oneOf("empty", "json"), default: "empty" },

  /** Whether a server removes [undeclared members](server.md#what-is-sent) of a reply or sends them. */
  undeclared: { rule: oneOf("drop", "send"), default: "drop", emitted: true },

  /** [Features of the client](client.md#bundle-size). One that is `false` adds nothing to the bundle of an app. */
  client: {
    rule: objectOf("an object of retries, checks, hooks, groups and shortNames", {
      /** `Retry-After`, retries of requests that are safe to repeat, and time limits. */
      retries: yesOrNo,
      /** Validation of replies. */
      checks: yesOrNo,
      /** `onRequest`, `onResponse` and `onDeprecated`, progress, and the refresh of tokens after a 401. */
      hooks: yesOrNo,
      /** Operations grouped by their first tag: `petStore.animals.listPets()`. */
      groups: yesOrNo,
      /**
       * Methods in groups without the words that repeat the tag: `items-read_items` is `items.readItems()`. Functions and
       * handlers keep their names.
       */
      shortNames: yesOrNo,
    }),
    default: { retries: true, checks: true, hooks: true, groups: false, shortNames: false },
    emitted: true,
  },

  /**
   * Generates [React hooks](queries.md) in `hooks.ts`, beside `queries.ts`: `useGetPet(request, options)`. `"orval"` uses
   * orval's names: `useGetPetSuspense` for `useSuspenseGetPet`.
   */
  hooks: {
    rule: oneOf(true, false, "orval"),
    default: false,
    emitted: true,
  },

  /** Generates strings of `mocks.ts` with `@faker-js/faker`, which has to be among your dependencies. */
  faker: { rule: yesOrNo, default: false, emitted: true },

  /**
   * Code for a named enum: a `"union"` of its values, a `"const"` object with its type, or an `"enum"`, which is not
   * erasable syntax. As an `"enum"`, a schema that allows null stays a union; an inline one is an enum beside null.
   * `x-enum-varnames`, `x-enumNames` or `x-ms-enum` names the members, `x-enum-descriptions` are their comments.
   */
  enums: { rule: oneOf("union", "const", "enum"), default: "union", emitted: true },

  /**
   * Names of types. `"specsmith"`: `ListPetsRequest`, `ListPetsQuery`, `ListPetsResult`; `"hey-api"`: `ListPetsData`,
   * `ListPetsResponses`, `ListPetsErrors`, with the key `IN_STOCK` where enums have keys; `"orval"`: `ListPetsParams`,
   * `ListPets200`, with path parameters in camelCase and orval's keys of enums; `"openapi-generator"`:
   * `ListPets200Response`, `PetStatusEnum` with the key `InStock`, where enums have keys; `"swagger-typescript-api"`: `PetStatusEnum` with the keys `InStock` and `SOLD`.
   * With these, functions have camelCase names: `getPet` for `get_pet`. See
   * [names of other generators](names.md#names-of-other-generators).
   */
  typeNames: {
    rule: oneOf("specsmith", "hey-api", "orval", "openapi-generator", "swagger-typescript-api"),
    default: "specsmith",
    emitted: true,
  },

  /**
   * Names of parameters and members in code: `"preserve"`, as on the wire, or `"camel"`: `pageSize` for `page_size`. Names on
   * the wire do not change; see [camelCase](names.md#camelcase).
   */
  case: { rule: oneOf("preserve", "camel"), default: "preserve" },

  /** Makes all members, arrays and tuples in types `readonly`, not only those with `readOnly: true`. */
  readonly: { rule: yesOrNo, default: false, emitted: true },

  /**
   * False writes `| undefined` to the type of each optional member and parameter, for code that is compiled with
   * `exactOptionalPropertyTypes` and gives `undefined` for a member that is not there.
   */
  exactOptional: { rule: yesOrNo, default: true, emitted: true },

  /**
   * The formatter. `"prettier"`: prettier itself; `{ command: ["npx", "biome", "format", "--stdin-file-path={file}"] }`: a
   * program of yours that formats each file from standard input to standard output, run without a shell; `"none"`: no
   * formatting. When left out: [the style of prettier's configuration](#layout) for the output folder.
   */
  format: {
    rule: byForm<FormatOption>(
      '"prettier", "none" or an object with command',
      [
        isObject,
        objectOf(
          "an object with command",
          { command: listOf(text, "a list: the program, then its arguments", 1) },
          "command",
        ),
      ],
      [() => true, oneOf("prettier", "none")],
    ),
    hashed: false,
  },
} as const satisfies Readonly<Record<string, Option>>;

type Options = typeof options;
type Value<K extends keyof Options> = TypeOf<Options[K]["rule"]>;
type Values = { readonly [K in keyof Options]?: Value<K> };
type With<M> = { [K in keyof Options]: Options[K] extends M ? K : never }[keyof Options];
type Mandatory = With<{ readonly required: true }>;
type Defaulted = With<{ readonly default: unknown }>;

/** A description and the options for its code. Paths are relative to the config file. */
export interface Config extends Omit<Values, Mandatory>, Required<Pick<Values, Mandatory>> {}

/** The options that have a default, with it filled in. */
export type Settings = { readonly [K in Defaulted]: Required<Value<K>> };

/** The options that are passed to emitters. */
export type EmittedSettings = Pick<Settings, With<{ readonly emitted: true }>>;

/** The name of a built-in emitter. */
export type EmitterName = (typeof emitterNames)[number];

/** The name of a server adapter. */
export type AdapterName = Value<"adapters">[number];

const rows: readonly (readonly [name: keyof Options, row: Option])[] = Object.entries(
  options,
) as never;

/** Fills in the defaults of the options that have one. */
export function settingsOf(config: Config): Settings {
  const settled = rows.flatMap(([name, { default: otherwise }]) => {
    const value = config[name];
    if (otherwise === undefined) return [];
    if (isObject(otherwise) && isObject(value)) return [[name, { ...otherwise, ...value }]];
    return [[name, value ?? otherwise]];
  });
  return Object.fromEntries(settled) as Settings;
}

/** Selects the options that are passed to emitters. */
export function emittedSettings(config: Config): EmittedSettings {
  const settings: Partial<Record<string, unknown>> = settingsOf(config);
  const emitted = rows.filter(([, row]) => row.emitted === true);
  return Object.fromEntries(emitted.map(([name]) => [name, settings[name]])) as EmittedSettings;
}

/** Serializes the options that the output depends on, in a fixed order. */
export function hashedValues(config: Config): string {
  const names = rows.filter(([, row]) => row.hashed !== false).map(([name]) => name);
  return JSON.stringify(Object.fromEntries(names.sort().map((name) => [name, config[name]])));
}

const reading = [
  ...(["input", "overlays", "headers", "remote", "root"] as const),
  ...(["include", "exclude", "transform"] as const),
] as const;

/** What a config says of the API that it is about, without what it says of the code. */
export function readingOptions(config: Config): Pick<Config, (typeof reading)[number]> {
  const given = reading.filter((name) => config[name] !== undefined);
  const values = Object.fromEntries(given.map((name) => [name, config[name]]));
  return { ...values, input: config.input };
}
