import { type ApiModel, type Code, type Operation, type RequestPart, type Schema } from "specsmith";
import { code, defineEmitter, identifier, join, json, jsonConversions, name } from "specsmith";
import { propertyName, requestOf, requestParts, str, use, useFrom } from "specsmith";

/** True for arguments in a row, as typescript-axios has them; else they are in one object, as for typescript-fetch. */
const inRow = false as boolean;

/** True for typescript-axios, also with its `useSingleRequestParameter`, where `inRow` is false. */
const isAxios = inRow;

/** `openapi-generator.ts`: a class for each tag, whose methods have the arguments that openapi-generator gives them. */
export default defineEmitter({
  name: "openapi-generator",
  needs: ["client"],
  emit(model) {
    const operations = model.operations.filter(({ kind }) => kind === "path"); // without webhooks
    if (operations.length === 0) return [];
    const byClass = new Map<string, Operation[]>();
    for (const operation of operations) {
      const tags = operation.tags.length > 0 ? operation.tags : ["default"];
      for (const called of new Set(tags.map((tag) => `${pascal(tag)}Api`.replace(/^\d/, "_$&"))))
        byClass.set(called, [...(byClass.get(called) ?? []), operation]);
    }
    const methodsOf = new Map([...byClass].map(([called, own]) => [called, methodNames(own)]));
    const classes = [...methodsOf].map(([called, methods]) => {
      const taken = new Set(methods.values());
      const all = [...methods].map(([operation, method]) =>
        linesOf(operation, called, method, taken),
      );
      const types = all.flatMap(([type]) => type ?? []);
      const lines = all.flatMap(([, ...lines]) => lines);
      return code`${join(types, "\n")}\n\nexport class ${name(called)} extends BaseAPI {\n${join(lines, "\n\n")}\n}`;
    });
    const functions = [...methodsOf].map(([called, methods]) =>
      functionsOf(called, [...methods.values()]),
    );
    const others = isAxios ? functions : conversionsOf(model);
    const all = [head(), ...classes, ...others];
    return [{ path: "openapi-generator.ts", code: join(all, "\n\n") }];
  },
});

const callOptions = use("CallOptions", "./runtime/client/options.js", "type");

function head(): Code {
  const fetch = use("Fetch", "./runtime/client/options.js", "type");
  const client = (one: string) => use(one, "./runtime/client/client.js", "type");
  const raw = code`/** The reply of a success, as of the methods that end in \`Raw\`. */
async function rawOf<R extends ${use("AnyReply", "./runtime/wire/http.js", "type")}, S>(call: ${client("Call")}<R, S>) {
  const raw = await call.ok();
  return { raw, value: async () => raw.body as Awaited<${client("Call")}<R, S>> };
}`;
  return code`type Sent = { url: string; init: Parameters<${fetch}>[1] };
export interface Middleware {
  pre?(sent: Sent): Promise<Sent | void>;
  post?(sent: Sent & { response: Response }): Promise<Response | void>;
}
export interface ConfigurationParameters {
  basePath?: string | undefined;
  headers?: Record<string, string>;
  accessToken?: string | Promise<string> | (() => string | Promise<string>) | undefined;
  fetchApi?: ${fetch};
  middleware?: Middleware[];
}
export type Configuration = ConfigurationParameters;
export const Configuration = class {
  constructor(given: ConfigurationParameters = {}) {
    Object.assign(this, given);
  }
} as new (given?: ConfigurationParameters) => ConfigurationParameters;

export class BaseAPI {
  readonly #options: ${callOptions};

  constructor(configuration: ConfigurationParameters = {}, basePath?: string, _axios?: unknown) {
    const { basePath: baseUrl = basePath, headers = {}, middleware = [], fetchApi, accessToken } = configuration;
    const send: ${fetch} = async (url, init) => {
      const token = await (typeof accessToken === "function" ? accessToken() : accessToken);
      const authorization = token !== undefined && { authorization: \`Bearer \${token}\` };
      let sent: Sent = { url, init: { ...init, headers: { ...(init.headers as object), ...authorization } } };
      for (const one of middleware) sent = (await one.pre?.(sent)) ?? sent;
      let response = await (fetchApi ?? fetch)(sent.url, sent.init);
      for (const one of middleware) response = (await one.post?.({ ...sent, response })) ?? response;
      return response;
    };
    const isOwn = fetchApi || accessToken !== undefined || middleware.length > 0;
    this.#options = { headers, ...(baseUrl !== undefined && { baseUrl }), ...(isOwn && { fetch: send }) };
  }

  protected with(call?: ${callOptions}): ${callOptions} {
    return { ...this.#options, ...call, headers: { ...this.#options.headers, ...call?.headers } };
  }
}${isAxios ? code`` : code`\n\n${raw}`}`;
}

/** By the operationId, although another tag has one that differs only in capitals. */
function methodNames(operations: readonly Operation[]): ReadonlyMap<Operation, string> {
  const taken = new Set<string>([...Object.getOwnPropertyNames(Object.prototype), "with"]);
  for (const { names } of operations) taken.add(names.method);
  return new Map(
    operations.map((operation) => {
      const { method } = operation.names;
      const own = operation.isNamed ? camel(operation.id) : "";
      const isFree =
        own.toLowerCase() !== method.toLowerCase() && !taken.has(own) && isIdentifier(own);
      if (isFree) taken.add(own);
      return [operation, isFree ? own : method];
    }),
  );
}

/** The type of its object of arguments, and its methods. */
function linesOf(
  operation: Operation,
  tag: string,
  called: string,
  methods: ReadonlySet<string>,
): Code[] {
  const { names } = operation;
  const taken = new Set<string>();
  const all = requestParts(operation, () => true).map((part) => ({
    part,
    called: name(argument(wordsOf(part, operation, called), taken)),
    isNeeded: part.required,
  }));
  const row = [...all.filter((one) => one.isNeeded), ...all.filter((one) => !one.isNeeded)];
  const typed = row.map(
    ({ called, isNeeded, part }) => code`${called}${isNeeded ? code`` : code`?`}: ${part.type}`,
  );
  const sent = requestOf(
    operation,
    all.map(({ part, called }) => [part, called]),
  );
  const object = name(`${tag}${pascal(called)}Request`);
  const isOptional = !row.some((one) => one.isNeeded);
  const list = join(
    row.map(({ called }) => called),
    ", ",
  );
  const isOne = !inRow && all.length > 0;
  const taking = isOne ? [code`{ ${list} }: ${object}${isOptional ? code` = {}` : code``}`] : typed;
  const options = code`_call?: ${callOptions}`;
  const method = code`${name(called)}(${join([...taking, options], ", ")}) {
  return ${use("client", "../client.js")}[${str(names.method)}](${sent}, this.with(_call));
}`;
  const given = isOne ? [code`given${isOptional ? code`?` : code``}: ${object}`] : [];
  const raw = code`${name(`${called}Raw`)}(${join([...given, options], ", ")}) {
  return rawOf(this.${name(called)}(${join([...given.map(() => code`given`), code`_call`], ", ")}));
}`;
  const type = isOne ? code`export interface ${object} {\n${join(typed, ";\n")};\n}` : code``;
  return isAxios || methods.has(`${called}Raw`) ? [type, method] : [type, method, raw];
}

/** What the name of an argument is made from: of a body, that of its schema, or, of a list, that of its items. */
function wordsOf(
  { name: written, in: place, member }: RequestPart,
  { body }: Operation,
  method: string,
) {
  if (place !== "body" || member !== undefined) return written;
  const schema = body?.content[0]?.schema;
  const items = schema?.keywords.items;
  const own = schema?.name ?? `${method}Request`;
  if (items) return items.name ?? (isObject(items) ? `${own}Inner` : "requestBody");
  return schema?.name ?? (schema?.keywords.properties ? own : "body");
}

function isObject({ keywords: { properties, allOf, anyOf, oneOf } }: Schema): boolean {
  return [properties, allOf, anyOf, oneOf].some((one) => one !== undefined);
}

/** Of typescript-axios: `DogsApiFactory(configuration).listDogs()`, `(await DogsApiFp(configuration).listDogs())()`. */
function functionsOf(called: string, all: readonly string[]): Code {
  const made = name(called);
  const methods = all.map((method) => [name(method), str(method)] as const);
  const bound = methods.map(([method]) => code`${method}: api.${method}.bind(api)`);
  const later = methods.map(
    ([method, text]) => code`${method}: async (...given: Parameters<${made}[${text}]>) =>
      async (axios?: unknown, basePath?: string) => new ${made}(configuration, basePath, axios).${method}(...given),`,
  );
  return code`export function ${name(`${called}Factory`)}(configuration?: Configuration, basePath?: string, axios?: unknown) {
  const api = new ${made}(configuration, basePath, axios);
  return { ${join(bound, ", ")} };
}

export function ${name(`${called}Fp`)}(configuration?: Configuration) {
  return {\n${join(later, "\n")}\n};
}`;
}

/** Of typescript-fetch: `DogFromJSON`, `DogToJSON`, and `instanceOfDog`, which looks for what is required. */
function conversionsOf(model: ApiModel): Code[] {
  const all = jsonConversions(model);
  const functions = all.map(({ schema, from, to }) => {
    const type = useFrom("types", schema.name, "./types.js", "type");
    const { enum: values } = schema.keywords;
    const isOne = values
      ? code`(${json(values)} as unknown[]).includes(value)`
      : code`hasAll(value, ${json([...requiredOf(schema)])})`;
    return code`export function ${name(`${schema.name}FromJSON`)}(json: unknown) {
  return ${from(code`json`)} as ${type};
}
export function ${name(`${schema.name}ToJSON`)}(value?: ${type} | null): any {
  return value && ${to(code`value`)};
}
export function ${name(`instanceOf${schema.name}`)}(value: unknown): value is ${type} {
  return ${isOne};
}`;
  });
  const head = code`function hasAll(value: unknown, names: readonly string[]): boolean {
  return names.every((one) => (value as Record<string, unknown> | null | undefined)?.[one] !== undefined);
}`;
  const isUsed = all.some(({ schema }) => !schema.keywords.enum);
  return isUsed ? [head, ...functions] : functions;
}

function requiredOf(schema: Schema, known = new Set<Schema>()): Set<string> {
  if (known.has(schema)) return new Set();
  known.add(schema);
  const { allOf = [], ref, required = [] } = schema.keywords;
  const own = [...required].map((one) => propertyName(schema, one));
  const others = [...allOf, ...(ref ? [ref] : [])];
  return new Set([...own, ...others.flatMap((one) => [...requiredOf(one, known)])]);
}

/** In camelCase; with a number where another has that name, and with `_` where it is a word of the language. */
function argument(text: string, taken: Set<string>): string {
  const first = camel(text);
  let called = first;
  for (let count = 2; taken.has(called); count++) called = `${first}${count}`;
  taken.add(called);
  return isIdentifier(called) ? called : `_${called}`;
}

function isIdentifier(text: string): boolean {
  try {
    return identifier(text) !== "";
  } catch {
    return false;
  }
}

function camel(text: string): string {
  const [first = "", ...others] = text.match(/[A-Za-z\d$]+/g) ?? [];
  return first.charAt(0).toLowerCase() + first.slice(1) + others.map(pascal).join("");
}

function pascal(text: string): string {
  const words = text.match(/[A-Za-z\d$]+/g) ?? [];
  return words.map((one) => one.charAt(0).toUpperCase() + one.slice(1)).join("");
}
