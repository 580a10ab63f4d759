import { isObject } from "../diagnostics/json.js";
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
  /** False: not in the hash of the input, because other things there say as much, or nothing depends on it. */
  readonly hashed?: false;
  /** True: emitters get it, with its default filled in. */
  readonly emitted?: true;
  /** True: no config is without it. */
  readonly required?: true;
}

/** The names of the emitters, in the order in which they run. */
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

/** A header's value, or where it is taken from when something is fetched. */
export type HeaderValue =
  | string
  | {
      /** The environment variable that holds it, so that no secret stands in the config. */
      readonly env: string;
      /** Stands in front of it: `"Bearer "`. */
      readonly prefix?: string;
      /** The only host that it is sent to, with its port if it has one; that of `input` when left out. */
      readonly host?: string;
    };

/** A command is given each file on standard input and gives it back on standard output; `{file}` is its path. */
export type FormatOption = "prettier" | "none" | { readonly command: readonly string[] };

/** Gives back the model as it is to be; parts of it may be left out or replaced. */
export type Transform = (model: ApiModel) => ApiModel | Promise<ApiModel>;

const texts = listOf(text, "a list of texts");

const filter = objectOf("an object with tags, paths, operations, methods or deprecated", {
  tags: texts,
  /** As in the description: `/pets/{petId}`. */
  paths: texts,
  /** operationIds. */
  operations: texts,
  /** In any case: `get`. */
  methods: texts,
  deprecated: yesOrNo,
});

/** Selects operations. `*` stands for any text (in a path, up to the next slash), `**` for any at all. */
export interface Filter extends TypeOf<typeof filter> {}

const header = byForm<HeaderValue>(
  'a text or an object with env, as in { env: "TOKEN" }',
  [isObject, objectOf("an object with env", { env: text, prefix: text, host: text })],
  [isText, rule('a text or an object with env, as in { env: "TOKEN" }', isText)],
);

const emitter = byForm<OwnEmitter | string>(
  "an emitter or a path",
  [isText, path],
  [
    () => true,
    rule(
      "made with defineEmitter, or a path of a module that exports one",
      (value) => isObject(value) && isText(value["name"]) && isFunction(value["emit"]),
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

/** All options of a config, in the order of the reference. Their comments are its text: `npm run docs` writes docs/config.md. */
export const options = {
  /** The description: a path, an http(s) address, or `-` for standard input; an overlay stands for what it `extends`. */
  input: { rule: address, required: true, hashed: false },

  /** The folder of the generated files. */
  output: { rule: path, required: true, hashed: false },

  /** Name of the API in code, `create<name>Client`; from its title when left out. No other name depends on the title. */
  name: {
    rule: rule<string>(
      "letters and digits, the first a capital letter",
      (value) => isText(value) && /^\p{Lu}[\p{L}\p{N}]*$/u.test(value as string),
    ),
  },

  /**
   * [OpenAPI Overlays](https://spec.openapis.org/overlay/v1.1.0.html) 1.0 and 1.1 that are applied to the description, in
   * this order: paths or addresses.
   */
  overlays: { rule: listOf(address, "a list of paths"), hashed: false },

  /**
   * Sent when `input`, an overlay or a `$ref` is fetched from the host that they are for, and to no other: a text, or
   * `{ env: "TOKEN", prefix: "Bearer " }` for the value of an environment variable; see [secrets](#secrets).
   */
  headers: {
    rule: recordOf(header, "an object of headers by their names"),
    hashed: false,
  },

  /**
   * Lets a `$ref`, or a redirect to another origin, lead to the network: never, always, or to the addresses of a list:
   * `localhost:8080`, `https://api.example/schemas` (and what is below it).
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
   * No file outside of this folder is read for a `$ref`. When left out: the working directory if the description is
   * below it, else the description's folder.
   */
  root: { rule: path, hashed: false },

  /** Warnings count as errors. */
  strict: { rule: yesOrNo, default: false, hashed: false },

  /**
   * The level of warnings, by their codes: `{ "format-unknown": "off" }` reports none of them, `"warning"` keeps one a
   * warning where `strict` holds, `"error"` ends the run. Errors cannot be lowered: where there is one, no meaning is
   * left.
   */
  diagnostics: {
    rule: recordOf(oneOf("off", "warning", "error"), "an object of off, warning or error by code"),
    hashed: false,
  },

  /** Code only for the operations that match every key of a [filter](#filters), or of one in a list, and for what they need. */
  include: {
    rule: byForm<Filter | readonly Filter[]>(
      "a filter or a list of filters",
      [Array.isArray, listOf(filter, "a list of filters")],
      [isObject, filter],
    ),
  },

  /** No code for the operations that match one of the keys of a [filter](#filters), nor for what only they need. */
  exclude: { rule: filter },

  /**
   * A function that takes the model and returns it changed, or the path of a module that exports one, before anything is
   * made of it.
   */
  transform: {
    rule: byForm<Transform | string>(
      "a function, or the path of a module that exports one",
      [isText, path],
      [() => true, rule("a function, or the path of a module that exports one", isFunction)],
    ),
    hashed: false,
  },

  /**
   * How lists go on from page to page, by operationId, where that is found wrongly or not at all: `false`, or an object as
   * [`x-pagination`](client.md#pages) has it in the description.
   */
  pagination: {
    rule: recordOf(pagination, "an object of pages by operationId"),
  },

  /**
   * Gives a handler a [large body](bodies.md) as a stream, by operationId: `{ uploadPhoto: true }`. It stands in the
   * place of `x-stream` in the description, for all media types of bytes and forms with files that the body has.
   */
  streams: {
    rule: recordOf(yesOrNo, "an object of true or false by operationId"),
  },

  /** Only these parts of the output, and what they need; all of them but `paths`, `queries` and `mocks` when left out. */
  only: { rule: namesOf(emitterNames, 1) },

  /** Writes `description.ts`, the description as data, for a server to give out. */
  description: { rule: yesOrNo, default: false, emitted: true },

  /**
   * Frameworks that the server is put into, besides the platform's `fetch`, and libraries that it counts rate limits and
   * names spans with.
   */
  adapters: {
    rule: namesOf([
      "node",
      "express",
      "fastify",
      "koa",
      "hono",
      "nest",
      "open-telemetry",
      "rate-limiter-flexible",
    ]),
    default: ["node"],
    emitted: true,
  },

  /**
   * More emitters: `"paths"`, `"queries"` or `"mocks"`, which run on request only; your own, made with `defineEmitter`; or the paths of
   * modules that export one each.
   */
  emitters: { rule: listOf(emitter, "a list of emitters"), hashed: false },

  /** The folder of the handler stubs, which are yours; no stubs when left out. */
  stubs: { rule: path, hashed: false },

  /** A folder with templates that replace specsmith's own of the same name. */
  templates: { rule: path, hashed: false },

  /** Other names for generated files, without ending: `{ types: "models" }`. */
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
   * `"tags"`: types, validators and the client are written in parts, a file for each tag and one for what several tags use:
   * `types/pets.ts`, `client/pets.ts`, `types/shared.ts`. `types.ts`, `validators.ts` and `client.ts` export the same as
   * where each is one file, `"none"`. An operation is in the part of its first tag.
   */
  split: { rule: oneOf("none", "tags"), default: "none", emitted: true },

  /**
   * How imports of generated files end. When left out, as the project needs it: the `tsconfig.json` nearest to the output
   * decides, with `package.json` and the configuration of a bundler beside it. `".js"` where files are resolved as Node
   * does, or where nothing else is known; `".ts"` where TypeScript is run as it is; `"none"` for Next.js, webpack, Jest,
   * Expo and CommonJS.
   */
  importExtension: { rule: oneOf(".js", ".ts", "none") },

  /**
   * A folder for the runtime that several outputs share: all of the runtime is in it. When left out, each output has a
   * folder `runtime` with what it needs. `"@specsmith/runtime"`: it is imported from that package, which your package.json
   * then has among its dependencies, in the version of specsmith; the output has no runtime.
   */
  runtime: { rule: path, hashed: false },

  /** `"assert"`: a value that breaks its `format` is an error; `"annotate"`: it passes. */
  formats: { rule: oneOf("assert", "annotate"), default: "assert", emitted: true },

  /** In-memory type of an int64: a `number` that is exact or an error, a `bigint`, or a `string` of digits. */
  int64: { rule: oneOf("number", "bigint", "string"), default: "number" },

  /** In-memory type of the format `date-time`: `string` or `Date`. */
  dates: { rule: oneOf("string", "Date"), default: "string" },

  /** Where a server fills in what has a `default` and is left out: in `"parameters"`, or in `"bodies"` too. */
  defaults: { rule: oneOf("parameters", "bodies"), default: "parameters" },

  /**
   * Requires a member with a `default` in what is received, as openapi-typescript does; in requests it stays optional. A
   * schema that comes in both has two types: `Pet`, and `PetInput` for requests.
   */
  presentDefaults: { rule: yesOrNo, default: false },

  /** How a server treats undeclared members of a reply. */
  undeclared: { rule: oneOf("drop", "send"), default: "drop", emitted: true },

  /** The parts of a client. One that is `false` is not in what an app ships. */
  client: {
    rule: objectOf("an object of retries, checks, hooks, groups and shortNames", {
      /** Waits as long as a service asks, tries again what is safe, and keeps time limits. */
      retries: yesOrNo,
      /** Checks replies against the description. */
      checks: yesOrNo,
      /** `onRequest`, `onResponse` and `onDeprecated`, progress, and tokens that are renewed after a 401. */
      hooks: yesOrNo,
      /** Operations by their first tag, `petStore.animals.listPets()`. */
      groups: yesOrNo,
      /**
       * In groups, methods without what the tag says already: `items-read_items` is `items.readItems()`. Functions and
       * handlers keep their names.
       */
      shortNames: yesOrNo,
    }),
    default: { retries: true, checks: true, hooks: true, groups: false, shortNames: false },
    emitted: true,
  },

  /**
   * Makes hooks for React, in a file of their own beside `queries.ts`: `useGetPet(request, options)`. `"orval"`: with
   * the names that orval has, `useGetPetSuspense` for `useSuspenseGetPet`.
   */
  hooks: {
    rule: byForm<boolean | "orval">(
      'true, false or "orval"',
      [(value) => typeof value === "boolean", yesOrNo],
      [() => true, rule('true, false or "orval"', (value) => value === "orval")],
    ),
    default: false,
    emitted: true,
  },

  /** Makes texts of `mocks.ts` with `@faker-js/faker`, which is then among your own dependencies. */
  faker: { rule: yesOrNo, default: false, emitted: true },

  /**
   * The form of a named enum: a `"union"` of its values, a `"const"` object with its type, or an `"enum"`, which is not
   * erasable syntax; a schema that admits null stays a union, an inline enum has null beside it. `x-enum-varnames` names
   * the members, `x-enum-descriptions` are their comments.
   */
  enums: { rule: oneOf("union", "const", "enum"), default: "union", emitted: true },

  /**
   * How types are called. `"specsmith"`: `ListPetsRequest`, `ListPetsQuery`, `ListPetsResult`; `"hey-api"`: `ListPetsData`,
   * `ListPetsResponses`, `ListPetsErrors`; `"orval"`: `ListPetsParams`, `ListPets200`, with path parameters in camelCase and
   * orval's keys of enums. [All of it](names.md#those-of-hey-api-and-orval).
   */
  typeNames: { rule: oneOf("specsmith", "hey-api", "orval"), default: "specsmith", emitted: true },

  /**
   * How parameters and members are called in code: `"preserve"`, as on the wire, or `"camel"`: `pageSize` for `page_size`. What
   * is sent and received stays as it is described; see [names in camelCase](names.md#camelcase).
   */
  case: { rule: oneOf("preserve", "camel"), default: "preserve" },

  /** Makes all members, lists and tuples of types `readonly`, and not only those with `readOnly: true`. */
  readonly: { rule: yesOrNo, default: false, emitted: true },

  /**
   * How files are formatted. `"prettier"`: by prettier itself; `{ command: ["npx", "biome", "format",
   * "--stdin-file-path={file}"] }`: by your program, file by file from standard input to standard output, without a
   * shell; `"none"`: not at all. When left out: as prettier does with [the configuration of the output folder](#layout).
   */
  format: {
    rule: byForm<FormatOption>(
      '"prettier", "none" or an object with command',
      [
        isObject,
        objectOf("an object with command", {
          command: listOf(text, "a list: the program, then what it is given", 1),
        }),
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

/** One description and where its code goes. Paths are relative to the config file. */
export interface Config extends Omit<Values, Mandatory>, Required<Pick<Values, Mandatory>> {}

/** The values of options that have a default. */
export type Settings = { readonly [K in Defaulted]: Required<Value<K>> };

/** The values of options that emitters get. */
export type EmittedSettings = Pick<Settings, With<{ readonly emitted: true }>>;

/** The name of an emitter of specsmith. */
export type EmitterName = (typeof emitterNames)[number];

/** Frameworks of the server, besides the platform's `fetch`, and libraries that can count rate limits. */
export type AdapterName = Value<"adapters">[number];

const rows: readonly (readonly [name: keyof Options, row: Option])[] = Object.entries(
  options,
) as never;

/** A config's values of the options that have a default. */
export function settingsOf(config: Config): Settings {
  const settled = rows.flatMap(([name, { default: otherwise }]) => {
    const value = config[name];
    if (otherwise === undefined) return [];
    if (isObject(otherwise) && isObject(value)) return [[name, { ...otherwise, ...value }]];
    return [[name, value ?? otherwise]];
  });
  return Object.fromEntries(settled) as Settings;
}

/** A config's values of the options that emitters get. */
export function emittedSettings(config: Config): EmittedSettings {
  const settings: Partial<Record<string, unknown>> = settingsOf(config);
  const emitted = rows.filter(([, row]) => row.emitted === true);
  return Object.fromEntries(emitted.map(([name]) => [name, settings[name]])) as EmittedSettings;
}

/** A config's values that the output depends on, in an order that is always the same. */
export function hashedValues(config: Config): string {
  const names = rows.filter(([, row]) => row.hashed !== false).map(([name]) => name);
  return JSON.stringify(Object.fromEntries(names.sort().map((name) => [name, config[name]])));
}
