import { type ApiModel, type Code, type Operation, type RequestPart, type Schema } from "specsmith";
import { code, defineEmitter, identifier, join, json, jsonConversions, key, name } from "specsmith";
import { propertyName, requestOf, requestParts, str, use, useFrom } from "specsmith";

/** True for arguments in a row, as typescript-axios has them; else they are in one object, as for typescript-fetch. */
const inRow = false as boolean;

/** True for typescript-axios, also with its `useSingleRequestParameter`, where `inRow` is false. */
const isAxios = inRow;

/** True for `AnimalsApiListPetsRequest`, as of `prefixParameterInterfaces`; else it is `ListPetsRequest`. */
const isPrefixed = isAxios;

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
    const schemas = new Set(model.schemas.map((one) => String(one.name)));
    const types = new Map<string, Code>();
    const classes = [...methodsOf].map(([called, methods]) => {
      const taken = new Set(methods.values());
      const lines = [...methods].flatMap(([operation, method]) => {
        const named = typeName(called, operation, method, schemas);
        const [type, ...own] = linesOf(operation, named, method, taken);
        // An operation of several tags has one, and so have those that differ only in capitals.
        if (type) types.set(named, type);
        return own;
      });
      return code`export class ${name(called)} extends BaseAPI {\n${join(lines, "\n\n")}\n}`;
    });
    const functions = [...methodsOf].map(([called, methods]) =>
      functionsOf(called, [...methods.values()]),
    );
    const others = isAxios ? functions : conversionsOf(model);
    const heads = operations.some(({ ignored }) => ignored.length > 0)
      ? [first, headersHead]
      : [first];
    const all = [
      ...heads,
      isAxios ? axiosHead : fetchHead,
      ...types.values(),
      ...classes,
      ...others,
    ];
    return [{ path: "openapi-generator.ts", code: join(all, "\n\n") }];
  },
});

const client = (one: string) => use(one, "./runtime/client/client.js", "type");
const options = (one: string) => use(one, "./runtime/client/options.js", "type");
const anyReply = use("AnyReply", "./runtime/wire/http.js", "type");

/** What the code for both ways to send has in common. */
const first = code`export * from "./index.js"; // but for what has the same name here

/** Where the description of an operation wants a credential. */
type Secure = readonly ("basic" | "bearer" | readonly [place: "header" | "query", name: string])[];
type Secret<Given extends unknown[]> = string | Promise<string> | ((...given: Given) => string | Promise<string>);
/** Bytes are a \`Blob\`. */
type BodyOf<B> = B extends Uint8Array ? Blob : B;
interface Own {
  readonly secure?: Secure;
  readonly isStream?: true;
}

async function secured(url: string, headers: Record<string, string>, { accessToken, apiKey, username, password }: ConfigurationParameters, secure: Secure = []): Promise<string> {
  let whole = url;
  for (const one of secure) {
    if (one === "bearer") {
      const token = await (typeof accessToken === "function" ? accessToken() : accessToken);
      if (token) headers["Authorization"] = \`Bearer \${token}\`;
    } else if (one === "basic") {
      if (username !== undefined || password !== undefined) headers["Authorization"] = \`Basic \${btoa(\`\${username}:\${password}\`)}\`;
    } else {
      const [place, called] = one;
      const key = await (typeof apiKey === "function" ? apiKey(called) : apiKey);
      if (key && place === "header") headers[called] = key;
      if (key && place === "query") whole += \`\${whole.includes("?") ? "&" : "?"}\${called}=\${encodeURIComponent(key)}\`;
    }
  }
  return whole;
}`;

/** Headers of the arguments of a call. */
const headersHead = code`function withHeaders(call: ${options("CallOptions")}, fields: Record<string, string | undefined>): ${options("CallOptions")} {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  return { ...call, headers: { ...call.headers, ...Object.fromEntries(given) } };
}`;

/** What a user may change later, and pass on. */
const configuration = code`export type Configuration = ConfigurationParameters;
export const Configuration = class {
  constructor(given: ConfigurationParameters = {}) {
    Object.assign(this, given);
  }
} as new (given?: ConfigurationParameters) => ConfigurationParameters;`;

const fetchHead = code`export type FetchAPI = ${options("Fetch")};
export interface FetchParams {
  url: string;
  init: ${options("FetchOptions")};
}
export interface RequestContext extends FetchParams {
  fetch: FetchAPI;
}
export interface ResponseContext extends RequestContext {
  response: Response;
}
export interface ErrorContext extends RequestContext {
  error: unknown;
  response?: Response | undefined;
}
export interface Middleware {
  pre?(context: RequestContext): Promise<FetchParams | void>;
  post?(context: ResponseContext): Promise<Response | void>;
  onError?(context: ErrorContext): Promise<Response | void>;
}
export type InitOverrideFunction = (context: { init: FetchParams["init"]; context: FetchParams["init"] & { path: string } }) => Promise<FetchParams["init"]>;
export interface ConfigurationParameters {
  basePath?: string | undefined;
  fetchApi?: FetchAPI | undefined;
  middleware?: Middleware[] | undefined;
  username?: string | undefined;
  password?: string | undefined;
  apiKey?: Secret<[name: string]> | undefined;
  accessToken?: Secret<[name?: string, scopes?: string[]]> | undefined;
  headers?: Record<string, string> | undefined;
  credentials?: FetchParams["init"]["credentials"] | undefined;
}
${configuration}
/** Of all classes that are created without one; \`config\` replaces it. */
export const DefaultConfig: Configuration & { config: Configuration } = { config: {} };

export interface ApiResponse<T> {
  raw: Response;
  value(): Promise<T>;
}
export class ResponseError extends Error {
  override readonly name = "ResponseError";
  readonly response: Response;
  constructor(response: Response, message?: string) {
    super(message);
    this.response = response;
  }
}
export class FetchError extends Error {
  override readonly name = "FetchError";
  constructor(cause: Error, message?: string) {
    super(message);
    // The types of \`Error\` know it from ES2022 on.
    Object.assign(this, { cause });
  }
}

/** Names of headers are in capitals, as a middleware has them. */
function fieldsOf(headers: unknown): Record<string, string> {
  const all = Object.entries(headers as Record<string, string>);
  return Object.fromEntries(all.map(([one, value]) => [one.replace(/\\b[a-z]/g, (letter) => letter.toUpperCase()), value]));
}

export class BaseAPI {
  readonly #configuration: Configuration;
  #middleware: readonly Middleware[] = [];

  constructor(configuration: Configuration = DefaultConfig) {
    this.#configuration = configuration;
  }

  withMiddleware(...added: Middleware[]): this {
    const made = new (this.constructor as new (configuration: Configuration) => this)(this.#configuration);
    made.#middleware = [...this.#middleware, ...added];
    return made;
  }

  /** It is no method, so that no operation can have its name. */
  static async send<R extends ${anyReply}, S>(api: BaseAPI, own: Own, call: (options: ${options("CallOptions")}) => ${client("Call")}<R, S>, overrides: FetchParams["init"] | InitOverrideFunction = {}): Promise<ApiResponse<BodyOf<Awaited<${client("Call")}<R, S>>>>> {
    const { config = {}, ...configuration } = api.#configuration as typeof DefaultConfig;
    const { basePath: baseUrl, headers = {}, credentials, middleware = [], fetchApi, ...secrets } = { ...configuration, ...config };
    const chain = [...middleware, ...api.#middleware];
    const { headers: fields = {}, signal, ...others } = typeof overrides === "function" ? {} : overrides;
    const through: FetchAPI = async (url, init) => {
      const given = { fetch: through };
      let sent: FetchParams = { url, init };
      for (const one of chain) sent = (await one.pre?.({ ...given, ...sent })) ?? sent;
      let arrived: Response | undefined;
      try {
        arrived = await (fetchApi ?? globalThis.fetch)(sent.url, sent.init);
      } catch (error) {
        for (const one of chain) arrived = (await one.onError?.({ ...given, ...sent, error, response: arrived?.clone() })) ?? arrived;
        if (!arrived) throw error instanceof Error ? new FetchError(error, "The request failed and the interceptors did not return an alternative response") : error;
      }
      for (const one of chain) arrived = (await one.post?.({ ...given, ...sent, response: arrived.clone() })) ?? arrived;
      return arrived;
    };
    let response: Response | undefined;
    let failure: unknown;
    const fetch: FetchAPI = async (path, { headers: taken, ...rest }) => {
      try {
        const fields = fieldsOf(taken);
        const url = await secured(path, fields, secrets, own.secure);
        const init = { ...rest, ...(credentials && { credentials }), headers: fields, ...others };
        const more = typeof overrides === "function" ? await overrides({ init, context: { ...init, path } }) : {};
        const arrived = await through(url, { ...init, ...more });
        // A copy of a stream would be kept as a whole.
        response = own.isStream && arrived.ok ? arrived : arrived.clone();
        return arrived;
      } catch (error) {
        failure = error;
        throw error;
      }
    };
    const all = { ...headers, ...Object.fromEntries(new Headers(fields)) };
    try {
      const { body } = await call({ headers: all, fetch, ...(signal && { signal }), ...(baseUrl !== undefined && { baseUrl }) }).ok();
      const raw = response!;
      const type = raw.headers.get("content-type") ?? "";
      const given = (body as unknown) instanceof Uint8Array ? new Blob([body as BlobPart], { type }) : body;
      return { raw, value: async () => given as BodyOf<Awaited<${client("Call")}<R, S>>> };
    } catch (error) {
      throw failure ?? (response && !response.ok ? new ResponseError(response, "Response returned an error code") : error);
    }
  }
}`;

const axios = (one: string) => use(one, "axios", "type");

const axiosHead = code`import globalAxios from "axios";
/** The headers of an older version of axios, or of its raw configuration, are accepted too. */
export type RequestOptions = Omit<${axios("AxiosRequestConfig")}, "headers"> & { headers?: object };
export interface ConfigurationParameters {
  basePath?: string | undefined;
  username?: string | undefined;
  password?: string | undefined;
  apiKey?: Secret<[name: string]> | undefined;
  accessToken?: Secret<[name?: string, scopes?: string[]]> | undefined;
  baseOptions?: any;
}
${configuration}

/** The client makes whole URLs; what is behind this is the URL that axios gets. */
const origin = "http://axios.invalid";

/** What axios read, as it was sent. */
function responseOf({ data, status, statusText, headers }: ${axios("AxiosResponse")}): Response {
  const fields = new Headers();
  for (const [name, value] of Object.entries((headers ?? {}) as Record<string, unknown>))
    for (const one of [value].flat()) if (one !== undefined && one !== null) fields.append(name, String(one));
  const isEmpty = [101, 204, 205, 304].includes(status) || data === undefined || data === null;
  const isText = typeof data === "string" && (data === "" || !/json/i.test(fields.get("content-type") ?? ""));
  const isBytes = data instanceof Blob || data instanceof ArrayBuffer || ArrayBuffer.isView(data);
  const isRead = !isEmpty && !isText && !isBytes;
  // A reply that a test makes up has no type, and often no headers.
  if (isRead && !fields.has("content-type")) fields.set("content-type", "application/json");
  const body = isEmpty ? null : isRead ? JSON.stringify(data) : data;
  return new Response(body as ConstructorParameters<typeof Response>[0], { status, statusText, headers: fields });
}

export class BaseAPI {
  readonly #configuration: Configuration;
  readonly #basePath: string | undefined;
  readonly #axios: ${axios("AxiosInstance")};

  constructor(configuration: Configuration = {}, basePath?: string, axios: ${axios("AxiosInstance")} = globalAxios) {
    this.#configuration = configuration;
    this.#basePath = basePath;
    this.#axios = axios;
  }

  /** It is no method, so that no operation can have its name. */
  static async send<R extends ${anyReply}, S>(api: BaseAPI, own: Own, call: (options: ${options("CallOptions")}) => ${client("Call")}<R, S>, given: RequestOptions = {}): Promise<${axios("AxiosResponse")}<BodyOf<Awaited<${client("Call")}<R, S>>>>> {
    const { baseOptions = {}, basePath = api.#basePath, ...secrets } = api.#configuration;
    const base = api.#axios.defaults?.baseURL ? "" : basePath;
    const config = { ...baseOptions, ...given };
    let response: ${axios("AxiosResponse")} | undefined;
    let failure: unknown;
    const fetch: ${options("Fetch")} = async (url, { method, body, ...init }) => {
      const headers = init.headers as Record<string, string>;
      // Axios sends the type of a Blob, whatever the header says.
      const data = body instanceof Blob ? body.slice(0, body.size, headers["content-type"]) : body;
      try {
        const whole = await secured(url.replace(origin, base ?? origin), headers, secrets, own.secure);
        const arrived = await api.#axios.request({ ...config, url: whole, method: method as string, headers, data });
        [response, failure] = [arrived, undefined];
        return responseOf(arrived);
      } catch (error) {
        failure = error;
        throw error;
      }
    };
    const fields = Object.entries({ ...baseOptions.headers, ...given.headers } as Record<string, unknown>).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, String(value)] as const],
    );
    const isRaw = config.responseType !== undefined && config.responseType !== "json";
    let body: unknown;
    try {
      ({ body } = await call({ headers: Object.fromEntries(fields), fetch, ...(base !== undefined && { baseUrl: origin }) }).ok());
    } catch (error) {
      // \`validateStatus\` let it through, or it was asked for in another format.
      const isMeant = response && error instanceof ${use("ApiError", "./runtime/client/errors.js")} && (isRaw || response.status >= 300);
      if (!isMeant) throw failure ?? error;
    }
    const { data = undefined, status = 0 } = response ?? {};
    const isOther = isRaw || status >= 300 || body instanceof Uint8Array;
    return { ...response, data: isOther ? data : body } as any;
  }
}`;

/** The credentials that an operation may want, with the ways in which it may want them. */
function ownOf({ security, replies }: Operation): Code {
  const all = security.flat().flatMap(({ scheme }): (string | readonly string[])[] => {
    if (scheme.kind === "apiKey")
      return scheme.in === "cookie" ? [] : [[scheme.in, scheme.parameter]];
    if (scheme.kind === "basic") return ["basic"];
    return scheme.kind === "bearer" || scheme.kind === "oauth2" ? ["bearer"] : [];
  });
  const secure = [...new Map(all.map((one) => [String(one), one])).values()];
  const isStream = replies.some(({ content }) => content.some((one) => one.itemSchema));
  return json({ ...(secure.length > 0 && { secure }), ...(isStream && { isStream }) });
}

/** Of its object of arguments; a schema of that name keeps it, and so does the body itself. */
function typeName(
  tag: string,
  operation: Operation,
  method: string,
  schemas: ReadonlySet<string>,
): string {
  const plain = `${isPrefixed ? tag : ""}${pascal(method)}`.replace(/^\d/, "_$&");
  const own = requestParts(operation).map((part) => pascal(wordsOf(part, operation, method)));
  const isTaken = [...schemas, ...own].includes(`${plain}Request`);
  return `${plain}${isTaken ? "Operation" : ""}Request`;
}

/** By the operationId, although another tag has one that differs only in capitals. */
function methodNames(operations: readonly Operation[]): ReadonlyMap<Operation, string> {
  const taken = new Set<string>([
    ...Object.getOwnPropertyNames(Object.prototype),
    "withMiddleware",
  ]);
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

/** The type of its object of arguments, if it has one, and its methods. */
function linesOf(
  operation: Operation,
  type: string,
  called: string,
  methods: ReadonlySet<string>,
): [Code | undefined, ...Code[]] {
  const { names } = operation;
  const taken = new Set<string>();
  const whole = argumentsOf(operation).map(({ part, header, isNeeded }) => ({
    part,
    header,
    isNeeded,
    called: name(argument(header ?? (part ? wordsOf(part, operation, called) : ""), taken)),
    type: part?.type ?? code`string`,
  }));
  const row = [...whole.filter((one) => one.isNeeded), ...whole.filter((one) => !one.isNeeded)];
  const typed = row.map(
    ({ called, isNeeded, type }) => code`${called}${isNeeded ? code`` : code`?`}: ${type}`,
  );
  const sent = requestOf(
    operation,
    whole.flatMap(({ part, called }) => (part ? [[part, called] as const] : [])),
  );
  const fields = whole.flatMap(({ header, called }) =>
    header ? code`${key(header)}: ${called}` : [],
  );
  const given =
    fields.length > 0 ? code`withHeaders(_call, { ${join(fields, ", ")} })` : code`_call`;
  const object = name(type);
  const isOptional = !row.some((one) => one.isNeeded);
  const list = join(
    row.map(({ called }) => called),
    ", ",
  );
  const isOne = !inRow && whole.length > 0;
  const taking = isOne ? [code`{ ${list} }: ${object}${isOptional ? code` = {}` : code``}`] : typed;
  const more = isAxios
    ? code`_options?: RequestOptions`
    : code`_options?: FetchParams["init"] | InitOverrideFunction`;
  const call = code`BaseAPI.send(this, ${ownOf(operation)}, (_call) => ${use("client", "../client.js")}[${str(names.method)}](${sent}, ${given}), _options)`;
  const declared = isOne
    ? code`export interface ${object} {\n${join(typed, ";\n")};\n}`
    : undefined;
  const plain = code`${name(called)}(${join([...taking, more], ", ")})`;
  if (isAxios) return [declared, code`${plain} {\n  return ${call};\n}`];
  if (methods.has(`${called}Raw`))
    return [declared, code`async ${plain} {\n  return (await ${call}).value();\n}`];
  const raw = name(`${called}Raw`);
  const taker = isOne ? [code`given${isOptional ? code`?` : code``}: ${object}`] : [];
  return [
    declared,
    code`${raw}(${join([...taking, more], ", ")}) {\n  return ${call};\n}`,
    code`async ${name(called)}(${join([...taker, more], ", ")}) {
  return (await this.${raw}(${join([...taker.map(() => code`given`), code`_options`], ", ")})).value();
}`,
  ];
}

interface Argument {
  readonly isNeeded: boolean;
  readonly part?: RequestPart;
  /** Of what is no part of a request, as the client itself takes it from elsewhere: `Authorization` from a credential. */
  readonly header?: string;
}

function argumentsOf(operation: Operation): readonly Argument[] {
  const parts = requestParts(operation, () => true).map((part) => ({
    part,
    isNeeded: part.required,
  }));
  const positions = operation.parameters.map(({ position }) => position).sort((a, b) => a - b);
  const all = parts.map((one, at) => ({ ...one, position: positions[at] ?? Infinity }));
  const headers = operation.ignored.map(({ name: header, position, required: isNeeded }) => {
    return { header, position, isNeeded };
  });
  return [...all, ...headers].sort((one, other) => one.position - other.position || 0);
}

/** What the name of an argument is made from: of a body, that of its schema, or, of a list, that of its items. */
function wordsOf(
  { name: written, in: place, member }: RequestPart,
  { body }: Operation,
  method: string,
) {
  if (place !== "body" || member !== undefined) return written;
  if (body?.name !== undefined) return body.name;
  const schema = body?.content[0]?.schema;
  const items = schema?.keywords.items;
  const own = schema?.name ?? `${method}Request`;
  if (items)
    return items.name ?? (isObject(items) ? titleOf(items) || `${own}Inner` : "requestBody");
  return schema?.name ?? (schema && isObject(schema) ? titleOf(schema) || own : "body");
}

function titleOf({ keywords }: Schema): string {
  return pascal(keywords.prose?.summary ?? "");
}

function isObject({ keywords: { properties, allOf, anyOf, oneOf } }: Schema): boolean {
  return [properties, allOf, anyOf, oneOf].some((one) => one !== undefined);
}

/** Of typescript-axios: `DogsApiFactory(configuration).listDogs()`, `(await DogsApiFp(configuration).listDogs())()`. */
function functionsOf(called: string, all: readonly string[]): Code {
  const made = name(called);
  const instance = axios("AxiosInstance");
  const methods = all.map((method) => [name(method), str(method)] as const);
  const bound = methods.map(([method]) => code`${method}: api.${method}.bind(api)`);
  const later = methods.map(
    ([method, text]) => code`${method}: async (...given: Parameters<${made}[${text}]>) =>
      async (axios?: ${instance}, basePath?: string) => new ${made}(configuration, basePath, axios).${method}(...given),`,
  );
  return code`export function ${name(`${called}Factory`)}(configuration?: Configuration, basePath?: string, axios?: ${instance}) {
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
