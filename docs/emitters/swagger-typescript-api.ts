import {
  type Code,
  type Operation,
  type RequestPart,
  code,
  defineEmitter,
  freeName,
} from "specsmith";
import { join, key, name, property, requestOf, requestParts, str, use } from "specsmith";

/** What the command line of swagger-typescript-api said. */
const settings: Readonly<Record<Flag, boolean>> & { readonly moduleNameIndex: number } = {
  axios: false,
  /** A class for each module, not a member of `Api`. */
  modular: false,
  moduleNameFirstTag: false,
  moduleNameIndex: 0,
  /** Parameters of the path and of the query are one object, of the type `GetPetParams`. */
  extractRequestParams: false,
  /** The types `CreatePetPayload`, `GetPetData` and `GetPetError`, as of `--extract-request-body` and the like. */
  extractBodies: false,
  unwrapResponseData: false,
  disableThrowOnError: false,
  singleHttpClient: false,
  /** As before version 13.1: without an operationId, `GET /pets/{petId}/toys` is `toysDetail`, not `toysList`. */
  oldNames: false,
};

type Flag =
  | "axios"
  | "modular"
  | "moduleNameFirstTag"
  | "extractRequestParams"
  | "extractBodies"
  | "unwrapResponseData"
  | "disableThrowOnError"
  | "singleHttpClient"
  | "oldNames";

/** `swagger-typescript-api.ts`: its classes, whose methods have the names and arguments that it gives them. */
export default defineEmitter({
  name: "swagger-typescript-api",
  needs: ["client"],
  emit({ operations: all }) {
    const operations = all.filter(({ kind }) => kind === "path"); // without webhooks
    if (operations.length === 0) return [];
    const modules = modulesOf(operations);
    const hasHeaders = operations.some(({ parameters }) =>
      parameters.some((one) => one.in === "header" && one.required),
    );
    const lines = [
      settings.axios ? axiosHead : fetchHead,
      ...(hasHeaders ? [headersHead] : []),
      ...modules.flatMap(({ routes }) => routes.flatMap(typesOf)),
      ...(settings.modular ? classesOf(modules) : [apiOf(modules)]),
    ];
    return [{ path: "swagger-typescript-api.ts", code: join(lines, "\n\n") }];
  },
});

const client = (one: string) => use(one, "./runtime/client/client.js", "type");
const errors = (one: string) => use(one, "./runtime/client/errors.js");
const options = (one: string) => use(one, "./runtime/client/options.js", "type");
const anyReply = use("AnyReply", "./runtime/wire/http.js", "type");
const bodyOf = use("BodyOf", "./runtime/wire/http.js", "type");
const errorOf = use("ErrorOf", "./runtime/client/errors.js", "type");

/** What the code for both ways to send has in common. */
const shared = code`export type QueryParamsType = Record<string | number, any>;
export const ContentType = {
  Json: "application/json",
  JsonApi: "application/vnd.api+json",
  FormData: "multipart/form-data",
  UrlEncoded: "application/x-www-form-urlencoded",
  Text: "text/plain",
} as const;
export type ContentType = (typeof ContentType)[keyof typeof ContentType];
export type RequestParams = Omit<FullRequestParams, "body" | "method" | "query" | "path">;

/** JSON, where that is among the media types of a reply, and what there is, where only some replies have a body. */
type SaidOf<R extends ${anyReply}> = R extends { contentType: infer T } ? (T extends \`\${string}json\${string}\` ? R : never) : R;
type PresentOf<Body> = [Exclude<Body, undefined>] extends [never] ? Body : Exclude<Body, undefined>;
type BodiesOf<R extends ${anyReply}> = PresentOf<${bodyOf}<[SaidOf<R>] extends [never] ? R : SaidOf<R>>>;

type FailureOf<R extends ${anyReply}> = [${errorOf}<R>] extends [never] ? any : BodiesOf<${errorOf}<R>>;
/** What a call gives: bytes as a \`Blob\`. */
type DataOf<R extends ${anyReply}, S, Format> = Format extends "blob" ? InstanceType<typeof globalThis.Blob> : BodiesOf<${client("Success")}<R, S>>;
type SendOf<R extends ${anyReply}, S> = (options: ${options("CallOptions")}) => ${client("Call")}<R, S>;
interface OwnParams<Format> {
  readonly secure: boolean;
  readonly format?: Format;
  readonly isStream?: true;
}`;

const result = settings.unwrapResponseData
  ? code`D`
  : settings.axios
    ? code`${use("AxiosResponse", "axios", "type")}<D>`
    : code`HttpResponse<D, E>`;

const fetchHead = code`${shared}
export type ResponseFormat = Exclude<keyof globalThis.Body, "body" | "bodyUsed">;
export type CancelToken = symbol | string | number;
export interface FullRequestParams extends Omit<${options("FetchOptions")}, "body"> {
  secure?: boolean;
  path: string;
  type?: ContentType;
  query?: QueryParamsType | undefined;
  /** Of the body, instead of what the description says of it. */
  format?: ResponseFormat;
  body?: unknown;
  baseUrl?: string;
  cancelToken?: CancelToken;
}
export interface ApiConfig<SecurityDataType = unknown> {
  baseUrl?: string | undefined;
  baseApiParams?: Omit<RequestParams, "baseUrl" | "cancelToken" | "signal">;
  securityWorker?: (data: SecurityDataType | null) => Promise<RequestParams | void> | RequestParams | void;
  customFetch?: typeof globalThis.fetch | undefined;
}
export interface HttpResponse<D, E = unknown> extends globalThis.Response {
  data: D;
  error: E;
}
type ResultOf<D, ${settings.unwrapResponseData ? code`_E` : code`E`}> = ${result};

function fieldsOf(given: ${options("FetchOptions")}["headers"]): Record<string, string> {
  const fields: Record<string, string> = {};
  new globalThis.Headers(given).forEach((value, name) => (fields[name] = value));
  return fields;
}

function bodyOf(body: any, type: string | undefined): any {
  if (body === undefined || body === null || typeof body === "string") return body;
  if (type === ContentType.UrlEncoded) return new globalThis.URLSearchParams(body);
  if (type !== ContentType.FormData) return /json|text/.test(type ?? "") ? JSON.stringify(body) : body;
  if (body instanceof globalThis.FormData) return body;
  const form = new globalThis.FormData();
  for (const [name, value] of Object.entries(body))
    for (const one of [value].flat())
      form.append(name, one instanceof globalThis.Blob || typeof one !== "object" ? (one as string) : JSON.stringify(one));
  return form;
}

export class HttpClient<SecurityDataType = unknown> {
  /** Undefined: that of your \`client\`. */
  baseUrl: string | undefined;
  readonly #config: ApiConfig<SecurityDataType>;
  readonly #aborts = new Map<CancelToken, AbortController>();
  #data: SecurityDataType | null = null;

  constructor(config: ApiConfig<SecurityDataType> = {}) {
    this.#config = config;
    this.baseUrl = config.baseUrl;
  }

  setSecurityData = (data: SecurityDataType | null): void => {
    this.#data = data;
  };

  abortRequest = (token: CancelToken): void => {
    this.#aborts.get(token)?.abort();
    this.#aborts.delete(token);
  };

  /** Of what the description does not have. */
  request = async <D = any, E = any>({ path, method = "GET", query = {}, body, ...params }: FullRequestParams): Promise<ResultOf<D, E>> => {
    const { type = undefined } = params;
    const search = new globalThis.URLSearchParams();
    for (const [name, value] of Object.entries(query))
      for (const one of [value].flat()) if (one !== undefined) search.append(name, String(one));
    const url = search.size > 0 ? \`\${path}?\${search}\` : path;
    const said = type && type !== ContentType.FormData && { "content-type": type };
    return HttpClient.#settle(this, params, {}, async ({ baseUrl = "", fetch, headers, init, signal }) => {
      const sent = { ...init, method, headers: { ...said, ...headers } as Record<string, string>, body: bodyOf(body, type), ...(signal && { signal }) };
      await fetch?.(baseUrl + url, sent);
    });
  };

  /** An operation of the client. It is no method, so that no module can have its name. */
  static send<R extends ${anyReply}, S, Format extends "blob" | "json" | undefined = undefined>(
    http: HttpClient<any>,
    params: RequestParams,
    own: OwnParams<Format>,
    send: SendOf<R, S>,
  ): Promise<ResultOf<DataOf<R, S, Format>, FailureOf<R>>> {
    return HttpClient.#settle(http, params, own, send);
  }

  static async #settle(
    http: HttpClient<any>,
    given: RequestParams,
    own: Partial<OwnParams<"blob" | "json" | undefined>>,
    send: (options: ${options("CallOptions")}) => PromiseLike<unknown>,
  ): Promise<any> {
    const { baseApiParams: base = {}, securityWorker, customFetch } = http.#config;
    const isSecure = given.secure ?? (own.secure || base.secure);
    const worked = (isSecure && (await securityWorker?.(http.#data))) || {};
    const params: RequestParams = { referrerPolicy: "no-referrer", ...base, ...given, ...worked };
    const { secure: _secure, type: _type, format: _format, headers: _headers, baseUrl = http.baseUrl, cancelToken, signal: taken, ...init } = params;
    const signal = http.#abortable(cancelToken) ?? taken;
    const format = given.format ?? (own.format ? undefined : base.format);
    let response: globalThis.Response | undefined;
    const fetch: ${options("Fetch")} = async (...request) => {
      const arrived = await (customFetch ?? globalThis.fetch)(...request);
      // A copy of a stream would be kept as a whole.
      response = own.isStream ? arrived : arrived.clone();
      return arrived;
    };
    const fields = { ...fieldsOf(base.headers), ...fieldsOf(given.headers), ...fieldsOf(worked.headers) };
    let body: unknown;
    let failure: unknown;
    try {
      body = await send({ headers: fields, init: init as ${options("FetchInit")}, fetch, ...(signal && { signal }), ...(baseUrl !== undefined && { baseUrl }) });
    } catch (error) {
      const { cause = error } = (error instanceof ${errors("ConnectionError")} ? error : {}) as { cause?: unknown };
      // A body that the description does not know is an error, unless it was asked for in another format.
      if (!response || (response.ok && (format ?? "json") === "json")) throw cause;
      failure = error;
    } finally {
      if (cancelToken !== undefined) http.#aborts.delete(cancelToken);
    }
    if (!response) throw new TypeError("no response");
    if (!response.ok) {
      const known = failure instanceof ${errors("ApiError")} ? failure.body : undefined;
      const error = known ?? (format && (await response.clone()[format]().catch(() => null)));
      const failed = Object.assign(response, { data: null, error });
      ${settings.disableThrowOnError ? code`return failed${settings.unwrapResponseData ? code`.data` : code``};` : code`throw failed;`}
    }
    const isBlob = own.format === "blob" && body instanceof Uint8Array;
    const known = isBlob ? new globalThis.Blob([body as globalThis.BlobPart], { type: response.headers.get("content-type") ?? "" }) : body;
    const isKnown = format === undefined || (format === "json" && body !== undefined);
    const data = isKnown ? (known ?? null) : await response.clone()[format]().catch(() => null);
    return ${settings.unwrapResponseData ? code`data` : code`Object.assign(response, { data, error: null })`};
  }

  #abortable(token: CancelToken | undefined): AbortSignal | undefined {
    if (token === undefined) return undefined;
    const own = this.#aborts.get(token) ?? new AbortController();
    this.#aborts.set(token, own);
    return own.signal;
  }
}`;

const axiosTypes = (one: string) => use(one, "axios", "type");

const axiosHead = code`import axios from "axios";
${shared}
export interface FullRequestParams extends Omit<${axiosTypes("AxiosRequestConfig")}, "data" | "params" | "url" | "responseType"> {
  secure?: boolean;
  path: string;
  type?: ContentType;
  query?: QueryParamsType | undefined;
  format?: ${axiosTypes("ResponseType")};
  body?: unknown;
}
export interface ApiConfig<SecurityDataType = unknown> extends Omit<${axiosTypes("AxiosRequestConfig")}, "data" | "cancelToken"> {
  securityWorker?: (data: SecurityDataType | null) => Promise<${axiosTypes("AxiosRequestConfig")} | void> | ${axiosTypes("AxiosRequestConfig")} | void;
  secure?: boolean;
  format?: ${axiosTypes("ResponseType")};
}
type ResultOf<D, _E> = ${result};

/** The client makes whole URLs; what is behind this is the URL that axios gets. */
const origin = "http://axios.invalid";

/** What axios read, as it was sent. */
function responseOf({ data, status, statusText, headers }: ${axiosTypes("AxiosResponse")}): globalThis.Response {
  const fields = new globalThis.Headers();
  for (const [name, value] of Object.entries((headers ?? {}) as Record<string, unknown>))
    for (const one of [value].flat()) if (one !== undefined && one !== null) fields.append(name, String(one));
  const isEmpty = [101, 204, 205, 304].includes(status) || data === undefined || data === null;
  const isText = typeof data === "string" && (data === "" || !/json/i.test(fields.get("content-type") ?? ""));
  const isBytes = data instanceof globalThis.Blob || data instanceof ArrayBuffer || ArrayBuffer.isView(data);
  const isRead = !isEmpty && !isText && !isBytes;
  // A reply that a test makes up has no type, and often no headers.
  if (isRead && !fields.has("content-type")) fields.set("content-type", "application/json");
  const body = isEmpty ? null : isRead ? JSON.stringify(data) : data;
  return new globalThis.Response(body as ConstructorParameters<typeof globalThis.Response>[0], { status, statusText, headers: fields });
}

export class HttpClient<SecurityDataType = unknown> {
  instance: ${axiosTypes("AxiosInstance")};
  readonly #config: ApiConfig<SecurityDataType>;
  #data: SecurityDataType | null = null;

  constructor({ securityWorker, secure, format, ...config }: ApiConfig<SecurityDataType> = {}) {
    this.instance = axios.create(config);
    this.#config = { ...(securityWorker && { securityWorker }), ...(secure !== undefined && { secure }), ...(format && { format }) };
  }

  setSecurityData = (data: SecurityDataType | null): void => {
    this.#data = data;
  };

  /** Of what the description does not have. */
  request = async <D = any, E = any>({ path, query, body, ...params }: FullRequestParams): Promise<ResultOf<D, E>> => {
    const { type, ...config } = await HttpClient.#configOf(this, params, {});
    const headers = { ...(type && { "Content-Type": type }), ...(config.headers as object) };
    const response = await this.instance.request<D>({ ...config, headers, url: path, params: query, data: body });
    return ${settings.unwrapResponseData ? code`response.data` : code`response`};
  };

  /** An operation of the client. It is no method, so that no module can have its name. */
  static async send<R extends ${anyReply}, S, Format extends "blob" | "json" | undefined = undefined>(
    http: HttpClient<any>,
    params: RequestParams,
    own: OwnParams<Format>,
    send: SendOf<R, S>,
  ): Promise<ResultOf<DataOf<R, S, Format>, FailureOf<R>>> {
    const { type: _, ...config } = await HttpClient.#configOf(http, params, own);
    let response: ${axiosTypes("AxiosResponse")} | undefined;
    let failure: unknown;
    const fetch: ${options("Fetch")} = async (url, { method, body, ...init }) => {
      const headers = init.headers as Record<string, string>;
      // Axios sends the type of a Blob, whatever the header says.
      const data = body instanceof globalThis.Blob ? body.slice(0, body.size, headers["content-type"]) : body;
      try {
        const arrived = await http.instance.request({ ...config, url: url.replace(origin, ""), method: method as string, headers, data });
        [response, failure] = [arrived, undefined];
        return responseOf(arrived);
      } catch (error) {
        failure = error;
        throw error;
      }
    };
    const fields = Object.entries((config.headers ?? {}) as Record<string, unknown>).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, String(value)] as const],
    );
    const isRaw = config.responseType !== undefined && config.responseType !== "json";
    let body: any;
    try {
      body = await send({ baseUrl: origin, headers: Object.fromEntries(fields), fetch });
    } catch (error) {
      // \`validateStatus\` let it through, or it was asked for in another format.
      const isMeant = response && error instanceof ${errors("ApiError")} && (isRaw || response.status >= 300);
      if (!isMeant) throw failure ?? error;
    }
    const { data = undefined, status = 0 } = response ?? {};
    const isOther = isRaw || status >= 300 || (body === undefined && config.responseType !== undefined);
    const given = isOther ? data : body;
    return ${settings.unwrapResponseData ? code`given` : code`{ ...response, data: given } as any`};
  }

  static async #configOf(
    http: HttpClient<any>,
    { secure, format, ...given }: Partial<FullRequestParams>,
    own: Partial<OwnParams<"blob" | "json" | undefined>>,
  ): Promise<${axiosTypes("AxiosRequestConfig")} & { type?: ContentType }> {
    const base = http.#config;
    const isSecure = secure ?? (own.secure || base.secure);
    const worked = (isSecure && (await base.securityWorker?.(http.#data))) || {};
    const responseType = format ?? own.format ?? base.format;
    const headers = { ...(given.headers as object), ...(worked.headers as object) };
    return { ...given, ...worked, headers, ...(responseType && { responseType }) } as ${axiosTypes("AxiosRequestConfig")};
  }
}`;

/** Headers are no arguments: those that the description requires are looked for among those of a call. */
const headersHead = code`function headerOf(call: ${options("CallOptions")}, name: string): never {
  const all = Object.entries(call.headers ?? {});
  return all.find(([one]) => one.toLowerCase() === name.toLowerCase())?.[1] as never;
}`;

/** Names that a class has already, and those that its code uses. */
const members = [
  ..."abortRequest baseUrl instance request setSecurityData".split(" "),
  ...(settings.singleHttpClient ? ["http"] : []),
  ...Object.getOwnPropertyNames(Object.prototype),
];
const globals = (
  "ApiConfig Array ArrayBuffer AbortController AbortSignal Awaited Blob CancelToken ConstructorParameters ContentType Error FormData " +
  "FullRequestParams Headers HttpClient HttpResponse InstanceType JSON Map NonNullable Object Omit Partial Promise PromiseLike " +
  "QueryParamsType Record RequestParams Response ResponseFormat ReturnType String TypeError URLSearchParams Uint8Array"
).split(" ");

interface Module {
  /** Empty for what stands in none. */
  readonly called: string;
  readonly routes: readonly Route[];
}

interface Route {
  readonly operation: Operation;
  readonly called: string;
  /** Prefix of its types. */
  readonly stem: string;
}

function modulesOf(operations: readonly Operation[]): Module[] {
  const modules = new Map<string, { called: string; routes: Route[]; names: Set<string> }>();
  const stems = new Set(["FullRequest", "Request"]); // with `Params`
  for (const operation of operations) {
    const segments = segmentsOf(operation.template);
    const [tag = segments[settings.moduleNameIndex] ?? ""] = settings.moduleNameFirstTag
      ? operation.tags
      : [];
    const word = camel(tag);
    const called = word.replace(/^\d/, "v$&");
    const one = modules.get(called) ?? {
      called,
      routes: [],
      names: new Set(settings.modular || called === "" ? members : []),
    };
    const route = unique(nameOf(operation, word), one.names);
    const stem = unique(upper(route).replace(/^\d/, "Type$&"), stems);
    one.routes.push({ operation, called: route, stem });
    modules.set(called, one);
  }
  return [...modules.values()];
}

/** By the operationId; else `petsDetail` for `GET /pets/{petId}`, or `getPets` where little is left of the path. */
function nameOf({ id, isNamed, names, method, template }: Operation, word: string): string {
  if (isNamed) return camel(id) || names.method;
  const [first, ...fixed] = segmentsOf(template.replace(/\{\w+\}/g, ""));
  const rest = fixed.join("/") || (first ?? "");
  const isOne = settings.oldNames ? template.includes("{") : /\{\w+\}$/.test(template);
  const verbs: Record<string, string> = {
    GET: isOne ? "Detail" : "List",
    POST: "Create",
    PUT: "Update",
    PATCH: "PartialUpdate",
    DELETE: "Delete",
  };
  const verb = verbs[method];
  const called = rest.length > 3 && verb ? `${rest} ${verb}` : `${method} ${word || "root"}`;
  return camel(called);
}

function segmentsOf(path: string): string[] {
  return path.split("/").filter((one) => one !== "");
}

/** With a number where another one is called so. */
function unique(called: string, taken: Set<string>): string {
  let one = called;
  for (let count = 2; taken.has(one); count++) one = `${called}${count}`;
  taken.add(one);
  return one;
}

function apiOf(modules: readonly Module[]): Code {
  const taken = new Set(members);
  const all = modules.map(({ called, routes }) => {
    if (called === "") return linesOf(routes, "=");
    return code`${property(unique(called, taken))} = {\n${linesOf(routes, ":")}\n};`;
  });
  return classWith("Api", all);
}

function classesOf(modules: readonly Module[]): Code[] {
  const stems = modules.flatMap(({ routes }) => routes.map(({ stem }) => stem));
  const types = suffixes.flatMap((suffix) => stems.map((stem) => stem + suffix));
  const taken = new Set([...globals, ...types]);
  return modules.map(({ called, routes }) =>
    classWith(freeName(upper(called || "root"), taken), [linesOf(routes, "=")]),
  );
}

function classWith(called: string, all: readonly Code[]): Code {
  const http = settings.singleHttpClient
    ? code`{\nreadonly http: HttpClient<SecurityDataType>;

constructor(http: HttpClient<SecurityDataType>) {
  this.http = http;
}\n`
    : code` extends HttpClient<SecurityDataType> {`;
  return code`export class ${name(called)}<SecurityDataType = unknown>${http}\n${join(all, "\n")}\n}`;
}

/** Its methods. Each is a function, so that it may be taken out of its object. */
function linesOf(routes: readonly Route[], sign: ":" | "="): Code {
  const lines = routes.map((route) => {
    const made = methodOf(route);
    const called = property(route.called);
    return sign === ":" ? code`${called}: ${made},` : code`${called} = ${made};`;
  });
  return join(lines, "\n");
}

/** What a call gives: `(petId, query, data, params)`, of which only what is needed is in front of the body. */
function methodOf(route: Route): Code {
  const { operation } = route;
  const { names, replies, security } = operation;
  const parts = requestParts(operation);
  const ids = idsOf(parts);
  const verbs = verbsOf(operation);
  const [query, body] = [wholeOf(operation, parts, "query"), wholeOf(operation, parts, "body")];
  const inRow = [
    ...ids.map(([part, called]) => code`${called}: ${part.type}`),
    ...verbs.map(([called, text]) => code`${name(`_${called}`)}: ${str(text)}`),
  ];
  const first = settings.extractRequestParams ? inObject(route, ids, query) : inRow;
  // What is required is first, and a body behind the query where both are alike.
  const isFront = query?.isNeeded === true || body?.isNeeded === false;
  const given = query ? [query.typed] : [];
  const [front, back] = isFront ? [given, []] : [[], given];
  const row = [
    ...first,
    ...(settings.extractRequestParams ? [] : front),
    ...(body ? [body.typed] : []),
    ...(settings.extractRequestParams ? [] : back),
    code`params: RequestParams = {}`,
  ];
  const headers = parts.filter(({ place, required }) => place === "headers" && required);
  const sent = requestOf(
    operation,
    [...ids, ...headers.map((part) => [part, code`headerOf(call, ${str(part.name)})`] as const)],
    { ...(query && { query: code`query` }), ...(body && { body: code`data` }) },
  );
  const isStream = replies.some(({ content }) => content.some((one) => one.itemSchema));
  const kind = formatOf(operation);
  const format = kind === undefined ? code`` : code`, format: ${str(kind)}`;
  const stream = isStream ? code`, isStream: true` : code``;
  const secure = security.length > 0 ? code`secure: true` : code`secure: false`;
  return code`(${join(row, ", ")}) =>
  HttpClient.send(${settings.singleHttpClient ? code`this.http` : code`this`}, params, { ${secure}${format}${stream} }, (call) =>
    ${use("client", "../client.js")}[${str(names.method)}](${sent}, call))`;
}

const locals = "HttpClient call client data headerOf params query".split(" ");

type Id = readonly [RequestPart, Code];

/** Path parameters and what they are called. */
function idsOf(parts: readonly RequestPart[]): readonly Id[] {
  const queried = parts.flatMap(({ place, member = "" }) => (place === "query" ? [member] : []));
  const taken = new Set([...locals, ...(settings.extractRequestParams ? queried : [])]);
  return parts.flatMap((part): Id[] => {
    if (part.place !== "path") return [];
    return [[part, name(freeName(camel(part.name) || "_", taken))]];
  });
}

/** `:feed` of `/pets/{petId}:feed`, by its name: it is one more parameter of a path there, and a call has it as it is. */
function verbsOf({ template, parameters }: Operation): readonly (readonly [string, string])[] {
  const all = template.replace(/\{[^}]*\}/g, "").match(/:\w[-.\w]*:?/g) ?? [];
  const verbs = new Map(all.map((one) => [camel(one), one]));
  for (const one of parameters) if (one.in === "path") verbs.delete(camel(one.name));
  return [...verbs].filter(([called]) => called !== "");
}

/** The query or the body as an argument, if the operation has any. */
function wholeOf({ names }: Operation, parts: readonly RequestPart[], place: "query" | "body") {
  const own = parts.filter((part) => part.place === place);
  const [first] = own;
  if (!first) return undefined;
  const isNeeded = own.some(({ required }) => required);
  const type = place === "body" ? first.type : code`${types(names.request)}[${str(place)}]`;
  const called = place === "body" ? code`data` : code`query`;
  return { isNeeded, type, typed: code`${called}${isNeeded ? code`` : code`?`}: ${type}` };
}

/** `{ petId, ...query }: GetPetParams`. */
function inObject(
  { operation, stem }: Route,
  ids: readonly Id[],
  query: ReturnType<typeof wholeOf>,
): Code[] {
  const type = name(`${stem}Params`);
  const verbs = verbsOf(operation).map(([one]) => code`${key(one)}: ${name(`_${one}`)}`);
  if (ids.length + verbs.length === 0) {
    return query ? [code`query: ${type}${query.isNeeded ? code`` : code` = {}`}`] : [];
  }
  const members = [...ids.map(([, one]) => one), ...verbs, ...(query ? [code`...query`] : [])];
  return [code`{ ${join(members, ", ")} }: ${type}`];
}

const suffixes = ["Params", "Payload", "Data", "Error"] as const;

function typesOf({ operation, stem }: Route): Code[] {
  const { names } = operation;
  const parts = requestParts(operation);
  const ids = [
    ...idsOf(parts).map(([part, called]) => code`${called}: ${part.type};`),
    ...verbsOf(operation).map(([called, text]) => code`${key(called)}: ${str(text)};`),
  ];
  const [query, body] = [wholeOf(operation, parts, "query"), wholeOf(operation, parts, "body")];
  const params = [
    ...(ids.length > 0 ? [code`{ ${join(ids, "\n")} }`] : []),
    ...(query ? [code`NonNullable<${query.type}>`] : []),
  ];
  const all: (readonly [suffix: (typeof suffixes)[number], type: Code])[] = [];
  if (settings.extractRequestParams && params.length > 0) all.push(["Params", join(params, " & ")]);
  if (settings.extractBodies) {
    const call = code`(typeof ${use("client", "../client.js")})[${str(names.method)}]`;
    if (body) all.push(["Payload", code`NonNullable<${body.type}>`]);
    all.push([
      "Data",
      formatOf(operation) === "blob"
        ? code`Blob`
        : code`BodiesOf<Awaited<ReturnType<ReturnType<${call}>["ok"]>>>`,
    ]);
    all.push(["Error", code`FailureOf<${types(names.reply)}>`]);
  }
  return all.map(([suffix, type]) => code`export type ${name(stem + suffix)} = ${type};`);
}

const types = (one: string) => use(one, "./types.js", "type");

/** Of the successes with a body, where that is one. */
function formatOf({ replies }: Operation): "blob" | "json" | undefined {
  const all = replies.filter(
    ({ match, content }) => match.kind === "exact" && match.status < 300 && content.length > 0,
  );
  const codecs = new Set(
    all.map(({ content: [media, ...others] }) => {
      return others.length === 0 && !media?.itemSchema ? media?.codec : undefined;
    }),
  );
  const [codec] = codecs;
  if (codecs.size !== 1) return undefined;
  return codec === "binary" ? "blob" : codec === "json" ? "json" : undefined;
}

/** `getApiKeys` for `get_api-keys` and `getAPIKeys`. */
function camel(text: string): string {
  const words = text.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [];
  const [first = "", ...others] = words.map((word) => word.toLowerCase());
  return first + others.map(upper).join("");
}

function upper(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
