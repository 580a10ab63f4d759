import { type ApiModel, type Code, type Media, type NamedSchema, type Operation } from "specsmith";
import {
  type OwnFile,
  type RequestPart,
  type Schema,
  code,
  defineEmitter,
  freeName,
  join,
  json,
  key,
  name,
} from "specsmith";
import { property, requestOf, requestParts, str, use } from "specsmith";

/** The generator whose classes these are. */
const library = "openapi-typescript-codegen" as Library;
type Library = "openapi-typescript-codegen" | "ng-openapi-gen" | "typescript-angular";

/** True for arguments in one object: `useOptions` of openapi-typescript-codegen, `useSingleRequestParameter` of typescript-angular. */
const inObject = false as boolean;

const isNgGen = library === "ng-openapi-gen";
/** False for `promises: false` of ng-openapi-gen. */
const arePromises = true as boolean;
/** True for typescript-angular of openapi-generator, the names of which keep their capitals. */
const isGenerator = library === "typescript-angular";
const isAngular = isNgGen || isGenerator;

/** The module with all classes; but for ng-openapi-gen, it may be called `index` by the option `fileNames`. */
const main = isNgGen ? "services" : "all";

/** A class for each tag, `PetsService`, with the names and arguments that these generators give them. */
export default defineEmitter({
  name: "services",
  needs: ["client"],
  emit(model, { options }) {
    const operations = model.operations.filter(({ kind }) => kind === "path"); // without webhooks
    if (operations.length === 0) return [];
    const byClass = new Map<string, Map<string, Operation>>();
    // Functions of ng-openapi-gen are called as methods are.
    const [named, all] = [new Map<Operation, string>(), new Map<string, Operation>()];
    for (const operation of operations) {
      const tags = operation.tags.length > 0 ? operation.tags : [isNgGen ? "Api" : "Default"];
      for (const called of new Set(tags.map((tag) => free(`${pascal(tag)}Service`)))) {
        const methods = byClass.get(called) ?? new Map<string, Operation>();
        const others = isNgGen ? all : methods;
        const method = named.get(operation) ?? freeMember(nameOf(operation), others);
        if (isNgGen) named.set(operation, method);
        all.set(method, operation);
        byClass.set(called, methods.set(method, operation));
      }
    }
    const hasEnums = options.enums === "enum";
    const beside: Exported[] = [];
    const classes = Array.from(byClass, ([called, methods]): Exported => {
      const tag = called.replace(/Service$/, "");
      const file = fileOfClass(tag);
      const made = Array.from(methods, ([method, one]) => methodsOf(method, one, hasEnums));
      const base = isAngular ? code` extends BaseService` : code``;
      const lines = made.flatMap(({ lines }) => lines);
      const own = code`class ${name(called)}${base} {\n${join(lines, "\n\n")}\n}`;
      const head = isAngular ? code`@${core("Injectable")}({ providedIn: "root" })\n` : code``;
      const all = made.flatMap(({ beside }) => beside);
      const fileOfOne = (of?: string) =>
        of === undefined ? file : `fn/${kebab(tag) || "_"}/${kebab(of).slice(0, 100) || "_"}`;
      beside.push(...all.map(({ of, ...one }) => ({ ...one, file: fileOfOne(of) })));
      return { called, file, isValue: true, made: code`${head}export ${own}` };
    });
    const first = isNgGen ? ngGen : isGenerator ? generator(model) : promises(model);
    const taken = new Set([...first.exported, ...classes].map(({ called }) => called));
    const types = model.schemas.flatMap((one) => typeOf(one, taken, options.enums !== "union"));
    if (!isAngular) types.push(...sharedTypes(operations, taken, options.enums !== "union"));
    for (const one of beside) {
      const { own = one.called } = one;
      if (!taken.has(own)) types.push(one);
      taken.add(own);
    }
    const apis = [...byClass.keys()].map((called) => name(called));
    const list = isGenerator ? [code`export const APIS = [${join(apis, ", ")}];`] : [];
    const exported = [...first.exported, ...types, ...classes];
    const head = [...(hasEnums ? [values] : []), ...(operations.some(fileOf) ? [blobOf] : [])];
    const lines = exported.flatMap(({ made }) => made ?? []);
    return [
      { path: `${main}.ts`, code: join([first.head, ...head, ...lines, ...list], "\n\n") },
      ...modulesOf(exported),
    ];
  },
});

/** What is exported there, and the old module of it. */
interface Exported {
  readonly called: string;
  /** What it is called in the main module, where that is another name. */
  readonly own?: string;
  readonly file: string;
  readonly isValue: boolean;
  readonly made?: Code;
}

function fileOfClass(tag: string): string {
  if (isGenerator) return `api/${camel(tag)}.service`;
  return `services/${isNgGen ? `${kebab(tag)}.service` : `${tag}Service`}`;
}

/** The old modules. */
function modulesOf(all: readonly Exported[]): OwnFile[] {
  const indexes = {
    "models/": isNgGen && "models",
    "model/": "model/models",
    "api/": "api/api",
    "fn/": "functions",
  };
  const index = all.flatMap((one) => {
    const found = Object.entries(indexes).find(([folder]) => one.file.startsWith(folder))?.[1];
    return found ? [{ ...one, file: found }] : [];
  });
  // By paths without case, and none that is a device on Windows.
  const files = new Map<string, { path: string; lines: Code[] }>();
  for (const { called, own = called, file, isValue } of [...all, ...index]) {
    const up = "../".repeat(file.split("/").length - 1);
    const from = `${up || "./"}${main}.js`;
    const alias = own === called ? code`` : code` as ${name(called)}`;
    const path = `${file.replace(/(?<=\/)(?:con|prn|aux|nul|com\d|lpt\d)(?=[./]|$)/gi, "$&_")}.ts`;
    const { lines } = files.get(path.toLowerCase()) ?? { lines: [] };
    const line = isValue
      ? code`export { ${use(own, from)}${alias} };`
      : code`export type { ${use(called, from, "type")} };`;
    files.set(path.toLowerCase(), { path, lines: [...lines, line] });
  }
  return Array.from(files.values(), ({ path, lines }) => ({ path, code: join(lines, "\n") }));
}

const core = (one: string) => use(one, "@angular/core");
const common = (one: string) => use(one, "@angular/common/http", "type");
const callOptions = use("CallOptions", "./runtime/client/options.js", "type");

/** What the classes of openapi-typescript-codegen share. */
const promises = ({ version }: ApiModel) => ({
  exported: [
    { called: "ApiError", file: "core/ApiError", isValue: true },
    { called: "OpenAPIConfig", file: "core/OpenAPI", isValue: false },
    { called: "OpenAPI", file: "core/OpenAPI", isValue: true },
    { called: "CancelablePromise", file: "core/CancelablePromise", isValue: false },
    { called: "CancelError", file: "core/CancelablePromise", isValue: true },
  ] as Exported[],
  head: code`export { ${use("ApiError", "./runtime/client/errors.js")} };

type SettingOf<T> = T | ((...given: never) => T | Promise<T>) | undefined;
export interface OpenAPIConfig {
  BASE: string;
  VERSION: string;
  WITH_CREDENTIALS: boolean;
  CREDENTIALS: "include" | "omit" | "same-origin";
  TOKEN?: SettingOf<string>;
  USERNAME?: SettingOf<string>;
  PASSWORD?: SettingOf<string>;
  HEADERS?: SettingOf<Record<string, string>>;
}
/** May be changed at any time, and applies to all calls. What is not set is as your client has it. */
export const OpenAPI: OpenAPIConfig = { BASE: "", VERSION: ${str(version)}, WITH_CREDENTIALS: false, CREDENTIALS: "include" };

export interface CancelablePromise<T> extends Promise<T> {
  readonly isCancelled: boolean;
  cancel(): void;
}
export class CancelError extends Error {
  override readonly name = "CancelError";
  readonly isCancelled = true;
}

async function valueOf<T>(setting: SettingOf<T>): Promise<T | undefined> {
  return typeof setting === "function" ? (setting as () => T | Promise<T>)() : setting;
}

async function optionsOf(): Promise<${callOptions}> {
  const { BASE, WITH_CREDENTIALS, CREDENTIALS } = OpenAPI;
  const token = await valueOf(OpenAPI.TOKEN);
  const user = await valueOf(OpenAPI.USERNAME);
  const password = await valueOf(OpenAPI.PASSWORD);
  const basic = user && password && \`Basic \${btoa(\`\${user}:\${password}\`)}\`;
  const authorization = basic || (token && \`Bearer \${token}\`);
  return {
    headers: { ...(await valueOf(OpenAPI.HEADERS)), ...(authorization && { authorization }) },
    ...(BASE && { baseUrl: BASE }),
    ...(WITH_CREDENTIALS && { init: { credentials: CREDENTIALS } }),
  };
}

function send<T>(call: (options: ${callOptions}) => PromiseLike<T>): CancelablePromise<T> {
  const controller = new AbortController();
  const { signal } = controller;
  const sent = (async () => call({ ...(await optionsOf()), signal }))();
  const cancel = () => controller.abort(new CancelError("Request aborted"));
  const isCancelled = { get: () => signal.aborted };
  return Object.defineProperties(sent, { cancel: { value: cancel }, isCancelled }) as CancelablePromise<T>;
}`,
});

const observable = use("Observable", "rxjs");
const map = use("map", "rxjs/operators");

/** What the classes for Angular share. Requests are sent by `HttpClient`, with its interceptors. */
const angular = code`interface Sending {
  readonly responseType: "json" | "text" | "blob";
  readonly baseUrl?: string | undefined;
  readonly headers?: Record<string, string>;
  readonly context?: ${common("HttpContext")} | undefined;
  readonly observe?: "body" | "response" | "events";
  readonly reportProgress?: boolean;
  readonly transferCache?: boolean;
  readonly withCredentials?: boolean;
}

/** Fails as \`HttpClient\` does, if that fails. */
function send<T>(
  http: ${use("HttpClient", "@angular/common/http")},
  call: (options: ${callOptions}) => PromiseLike<T>,
  { baseUrl, headers, ...sending }: Sending,
): ${observable}<${common("HttpResponse")}<T>> {
  return new ${observable}((subscriber) => {
    const controller = new AbortController();
    let received: ${common("HttpResponse")}<unknown> | undefined;
    let failure: unknown;
    const fetch: ${use("Fetch", "./runtime/client/options.js", "type")} = (url, { method = "GET", signal, ...init }) =>
      new Promise((resolve, reject) => {
        const headers = init.headers as Record<string, string>;
        const isJson = typeof init.body === "string" && /json/.test(headers["content-type"] ?? "");
        const body: unknown = isJson ? JSON.parse(init.body as string) : init.body;
        const observe = sending.observe === "events" ? "events" : "response";
        const options = { ...sending, headers, body, observe } as { observe: "events"; responseType: "json" };
        const sent = http.request(method, url, options).subscribe({
          next: (event: ${common("HttpEvent")}<unknown>) => {
            if (!("body" in event)) return subscriber.next(event as object as ${common("HttpResponse")}<T>);
            received = event;
            const { body, headers, status } = event;
            const all = headers.keys().map((one): [string, string] => [one, headers.get(one) ?? ""]);
            const isRead = sending.responseType === "json" && body !== null;
            // A reply that a test makes up has no type.
            const isTyped = all.some(([one]) => one.toLowerCase() === "content-type");
            if (isRead && !isTyped) all.push(["content-type", "application/json"]);
            const text = isRead ? JSON.stringify(body) : (body as Blob | null);
            resolve(new Response([204, 205, 304].includes(status) ? null : text, { status, headers: all }));
          },
          error: (error: unknown) => {
            failure = error;
            reject(error as Error);
          },
        });
        signal?.addEventListener("abort", () => sent.unsubscribe());
      });
    const options = { fetch, signal: controller.signal, retries: 0, ...(headers && { headers }) };
    Promise.resolve(call({ ...options, ...(baseUrl && { baseUrl }) })).then(
      (body) => {
        subscriber.next(received?.clone({ body: body as {} }) as ${common("HttpResponse")}<T>);
        subscriber.complete();
      },
      (error: unknown) => subscriber.error(failure ?? error),
    );
    return () => controller.abort();
  });
}`;

const later = arePromises ? code`Promise` : observable;

/** What the classes and functions of ng-openapi-gen share. */
const ngGen = {
  exported: [
    { called: "ApiConfiguration", file: "api-configuration", isValue: true },
    { called: "ApiConfigurationParams", file: "api-configuration", isValue: false },
    { called: "ApiModule", file: "api.module", isValue: true },
    { called: "BaseService", file: "base-service", isValue: true },
    { called: "StrictHttpResponse", file: "strict-http-response", isValue: false },
    { called: "Api", file: "api", isValue: true },
    { called: "ApiFnOptional", file: "api", isValue: false },
    { called: "ApiFnRequired", file: "api", isValue: false },
  ] as Exported[],
  head: code`${angular}

export interface ApiConfigurationParams {
  rootUrl?: string;
}
/** Where \`rootUrl\` is "", requests go where those of your client go. */
@${core("Injectable")}({ providedIn: "root" })
export class ApiConfiguration {
  rootUrl = "";
}

@${core("NgModule")}({})
export class ApiModule {
  static forRoot(params: ApiConfigurationParams): ${use("ModuleWithProviders", "@angular/core", "type")}<ApiModule> {
    return { ngModule: ApiModule, providers: [{ provide: ApiConfiguration, useValue: params }] };
  }
}

export type StrictHttpResponse<T> = ${common("HttpResponse")}<T> & { readonly body: T };

@${core("Injectable")}()
export class BaseService {
  private ownUrl = "";

  protected config: ApiConfiguration;
  protected http: ${use("HttpClient", "@angular/common/http")};

  constructor(config: ApiConfiguration, http: ${use("HttpClient", "@angular/common/http")}) {
    this.config = config;
    this.http = http;
  }

  get rootUrl(): string {
    return this.ownUrl || this.config.rootUrl;
  }

  set rootUrl(rootUrl: string) {
    this.ownUrl = rootUrl;
  }
}

function respond<T>(
  http: ${use("HttpClient", "@angular/common/http")},
  baseUrl: string,
  call: (options: ${callOptions}) => PromiseLike<T>,
  responseType: "json" | "text" | "blob",
  context: ${common("HttpContext")} | undefined,
): ${observable}<StrictHttpResponse<T>> {
  return send(http, call, { responseType, baseUrl, context }) as ${observable}<StrictHttpResponse<T>>;
}

export type ApiFnOptional<P, R> = (http: ${use("HttpClient", "@angular/common/http")}, rootUrl: string, params?: P, context?: ${common("HttpContext")}) => ${observable}<StrictHttpResponse<R>>;
export type ApiFnRequired<P, R> = (http: ${use("HttpClient", "@angular/common/http")}, rootUrl: string, params: P, context?: ${common("HttpContext")}) => ${observable}<StrictHttpResponse<R>>;

@${core("Injectable")}({ providedIn: "root" })
export class Api extends BaseService {
  invoke<P, R>(fn: ApiFnRequired<P, R>, params: P, context?: ${common("HttpContext")}): ${later}<R>;
  invoke<P, R>(fn: ApiFnOptional<P, R>, params?: P, context?: ${common("HttpContext")}): ${later}<R>;
  invoke<P, R>(fn: ApiFnRequired<P, R>, params: P, context?: ${common("HttpContext")}): ${later}<R> {
    return this.invoke$Response(fn, params, context).${arePromises ? code`then` : code`pipe`}(${arePromises ? code`({ body }) => body` : code`${map}(({ body }) => body)`});
  }

  invoke$Response<P, R>(fn: ApiFnRequired<P, R>, params: P, context?: ${common("HttpContext")}): ${later}<StrictHttpResponse<R>>;
  invoke$Response<P, R>(fn: ApiFnOptional<P, R>, params?: P, context?: ${common("HttpContext")}): ${later}<StrictHttpResponse<R>>;
  invoke$Response<P, R>(fn: ApiFnRequired<P, R>, params: P, context?: ${common("HttpContext")}): ${later}<StrictHttpResponse<R>> {
    const sent = fn(this.http, this.rootUrl, params, context);
    return ${arePromises ? code`new Promise((next, error) => sent.subscribe({ next, error }))` : code`sent`};
  }
}`,
};

/** What the classes of typescript-angular share. */
function generator({ security }: ApiModel) {
  const schemes = security.map((one) => {
    const header =
      one.kind !== "apiKey" ? "Authorization" : one.in === "header" ? one.parameter : "";
    const prefix = one.kind === "basic" ? "Basic " : one.kind === "apiKey" ? "" : "Bearer ";
    return code`${key(one.key)}: ${json({ header, prefix })},`;
  });
  return {
    exported: [
      { called: "BASE_PATH", file: "variables", isValue: true },
      { called: "Configuration", file: "configuration", isValue: true },
      { called: "ConfigurationParameters", file: "configuration", isValue: false },
      { called: "ApiModule", file: "api.module", isValue: true },
      { called: "provideApi", file: "provide-api", isValue: true },
      { called: "BaseService", file: "api.base.service", isValue: true },
      { called: "BodyOf", file: "api.base.service", isValue: false },
      { called: "CallSettings", file: "api.base.service", isValue: false },
    ] as Exported[],
    head: code`${angular}

export type BodyOf<Method extends keyof typeof ${use("client", "../client.js")}> = Awaited<ReturnType<(typeof ${use("client", "../client.js")})[Method]>>;
type Credential = string | (() => string | undefined);
const schemes: Record<string, { header: string; prefix: string } | undefined> = {\n${join(schemes, "\n")}\n};

export interface ConfigurationParameters {
  basePath?: string;
  withCredentials?: boolean;
  credentials?: Record<string, Credential>;
  apiKeys?: Record<string, string>;
  username?: string;
  password?: string;
  accessToken?: Credential;
}
/** May be changed at any time, and applies to all calls. What is not set is as your client has it. */
export class Configuration implements ConfigurationParameters {
  declare basePath?: string;
  declare withCredentials?: boolean;
  declare apiKeys?: Record<string, string>;
  declare username?: string;
  declare password?: string;
  declare accessToken?: Credential;
  credentials: Record<string, Credential> = {};

  constructor(given: ConfigurationParameters = {}) {
    Object.assign(this, given);
  }

  lookupCredential(key: string): string | undefined {
    const { username = "", password = "", accessToken, apiKeys } = this;
    const { header = "", prefix = "" } = schemes[key] ?? {};
    const basic = username || password ? btoa(\`\${username}:\${password}\`) : undefined;
    const all = { "": apiKeys?.[key] ?? apiKeys?.[header], "Basic ": basic, "Bearer ": accessToken };
    const value = this.credentials[key] ?? all[prefix as "" | "Basic " | "Bearer "];
    return typeof value === "function" ? value() : value;
  }
}

export const BASE_PATH = new ${core("InjectionToken")}<string>("basePath");

@${core("NgModule")}({})
export class ApiModule {
  static forRoot(configurationFactory: () => Configuration): ${use("ModuleWithProviders", "@angular/core", "type")}<ApiModule> {
    return { ngModule: ApiModule, providers: [{ provide: Configuration, useFactory: configurationFactory }] };
  }
}

export function provideApi(given: string | ConfigurationParameters): ${use("Provider", "@angular/core", "type")}[] {
  return typeof given === "string"
    ? [{ provide: BASE_PATH, useValue: given }]
    : [{ provide: Configuration, useValue: new Configuration(given) }];
}

export interface CallSettings {
  httpHeaderAccept?: string;
  context?: ${common("HttpContext")};
  transferCache?: boolean;
}

@${core("Injectable")}()
export class BaseService {
  protected httpClient = ${core("inject")}(${use("HttpClient", "@angular/common/http")});
  configuration = ${core("inject")}(Configuration, { optional: true }) ?? new Configuration();
  defaultHeaders = new ${use("HttpHeaders", "@angular/common/http")}();

  constructor() {
    const basePath = ${core("inject")}(BASE_PATH, { optional: true }) as string | readonly string[] | null;
    const first = typeof basePath === "string" ? basePath : basePath?.[0];
    if (first !== undefined) this.configuration.basePath ??= first;
  }

  protected send$<T>(
    call: (options: ${callOptions}) => PromiseLike<T>,
    responseType: "json" | "text" | "blob",
    keys: readonly string[],
    observe: "body" | "response" | "events",
    reportProgress: boolean,
    { httpHeaderAccept: accept, ...settings }: CallSettings,
  ): ${observable}<any> {
    const { basePath: baseUrl, withCredentials = false } = this.configuration;
    const headers: Record<string, string> = accept === undefined ? {} : { accept };
    for (const one of this.defaultHeaders.keys()) headers[one] = this.defaultHeaders.get(one) ?? "";
    for (const one of keys) {
      const value = this.configuration.lookupCredential(one);
      const { header, prefix = "" } = schemes[one] ?? {};
      if (value !== undefined && header) headers[header] = prefix + value;
    }
    const asked = accept === undefined ? responseType : /json/.test(accept) ? "json" : /^text/.test(accept) ? "text" : "blob";
    const sending = { ...settings, responseType: asked, baseUrl, headers, observe, ...(reportProgress && { reportProgress }) };
    const sent = send(this.httpClient, call, { ...sending, ...(withCredentials && { withCredentials }) });
    return observe === "body" ? sent.pipe(${map}(({ body }) => body)) : sent;
  }
}`,
  };
}

/** Of an enum, its values fit a parameter, too. */
const values = code`type ValuesOf<T> = T extends string ? T | \`\${T}\` : T extends readonly (infer One)[] ? readonly ValuesOf<One>[] : T;`;

const blobOf = code`async function blobOf(bytes: PromiseLike<Uint8Array>, type: string): Promise<Blob> {
  return new Blob([(await bytes) as BlobPart], { type });
}`;

/** A type, and the enums of its members: of openapi-typescript-codegen `Pet.status.SOLD`, of typescript-angular `Pet.StatusEnum.Sold`. */
function typeOf(schema: NamedSchema, taken: Set<string>, hasEnums: boolean): readonly Exported[] {
  const called = oldName(schema);
  if (taken.has(called)) return [];
  taken.add(called);
  const file = isGenerator
    ? `model/${camel(called)}`
    : `models/${isNgGen ? kebab(called) : called}`;
  const type = use(schema.name, "./types.js", "type");
  if (hasEnums && isListed(schema)) {
    const made = code`export { ${use(schema.name, "./types.js")} as ${name(called)} };`;
    return [{ called, file, isValue: true, made }];
  }
  const parts = [schema, ...(isGenerator ? (schema.keywords.allOf ?? []) : [])];
  const properties = parts.flatMap(({ keywords }) => [...(keywords.properties ?? [])]);
  const members = properties.flatMap(([member, whole]) => {
    const one = isGenerator ? (whole.keywords.items ?? whole) : whole;
    const isInline = one.source.pointer.startsWith(`${schema.source.pointer}/`);
    const own = isInline && isListed(one) ? (one.name ?? one.alias) : undefined;
    const called = isGenerator ? `${pascal(member)}Enum` : member;
    const isName = /^[\w$]+$/.test(called) && free(called) === called;
    return own !== undefined && isName ? [[called, own] as const] : [];
  });
  if (isNgGen || !hasEnums || members.length === 0) {
    const made = code`export type { ${type} as ${name(called)} };`;
    return [{ called, file, isValue: false, made }];
  }
  const values = members.map(([one, own]) => code`${property(one)}: ${use(own, "./types.js")},`);
  const types = members.map(
    ([one, own]) => code`export type ${name(one)} = ${use(own, "./types.js", "type")};`,
  );
  const made = code`export type ${name(called)} = ${type};
export const ${name(called)} = {\n${join(values, "\n")}\n};
export namespace ${name(called)} {\n${join(types, "\n")}\n}`;
  return [{ called, file, isValue: true, made }];
}

/** Of the parameters that operations share, for openapi-typescript-codegen. */
function sharedTypes(all: readonly Operation[], taken: Set<string>, hasEnums: boolean): Exported[] {
  return all.flatMap((operation) => {
    const parts = requestParts(operation);
    return operation.parameters.flatMap(({ name: own, in: place, schema, source }): Exported[] => {
      const part = parts.find((one) => one.name === own && one.in === place);
      const [, text] = /^(?:\/components)?\/parameters\/([^/]+)$/.exec(source.pointer) ?? [];
      const plain = written(text ?? "");
      const called = free(plain);
      if (!part || plain === "" || taken.has(called)) return [];
      taken.add(called);
      const listed = hasEnums && isListed(schema) ? (schema.name ?? schema.alias) : undefined;
      const made = listed
        ? code`export { ${use(listed, "./types.js")} as ${name(called)} };`
        : code`export type ${name(called)} = Exclude<${part.type}, undefined>;`;
      return [{ called, file: `models/${called}`, isValue: listed !== undefined, made }];
    });
  });
}

/** As in the description, with `_` for other characters. */
function written(text: string): string {
  return text.replace(/^[^A-Za-z_$]+/, "").replace(/[^\w$]+/g, "_");
}

/** True for what is an `enum` in code, where these are asked for. */
function isListed({ keywords }: Schema): boolean {
  const isValue = (one: unknown) => typeof one === "string" || typeof one === "number";
  return !keywords.const && keywords.enum?.every(isValue) === true;
}

/** As in the description, with `_` for other characters; of ng-openapi-gen, in PascalCase. */
function oldName({ name: own, lost, source }: NamedSchema): string {
  if (isGenerator) return own;
  if (isNgGen) return lost === undefined ? own : pascal(lost);
  const [, text = ""] =
    /^\/(?:components\/schemas|definitions)\/([^/]+)$/.exec(source.pointer) ?? [];
  return free(written(text) || own);
}

interface Argument {
  readonly part: RequestPart;
  readonly called: string;
  readonly type: Code;
  readonly value: Code;
  readonly isNeeded: boolean;
  /** What is sent where it is left out, though the description requires it. */
  readonly initial: unknown;
}

/** What an operation becomes: lines of its class, and what is beside that, of a function in a module of its own. */
interface Methods {
  readonly lines: readonly Code[];
  readonly beside: readonly (Omit<Exported, "file"> & { readonly of?: string })[];
}

function methodsOf(method: string, operation: Operation, hasEnums: boolean): Methods {
  const taken = new Map<string, unknown>(isGenerator ? settings.map((one) => [one, 0]) : []);
  const parts = requestParts(operation, () => isGenerator);
  const shown = parts.filter((part) => (isNgGen ? part.in !== "cookie" : !isVersion(part)));
  const all = shown.map((part): Argument => {
    const declared = operation.parameters.find(
      (one) => one.in === part.in && one.name === part.name,
    );
    const called = isNgGen ? memberOf(part, taken) : free(argument(part, operation, method), taken);
    taken.set(called, part);
    const initial =
      part.required && !isAngular ? declared?.schema.keywords.default?.value : undefined;
    const isEnum = hasEnums && (declared?.schema.keywords.items ?? declared?.schema)?.keywords.enum;
    const isMember = isNgGen || (isGenerator && inObject);
    const given = isMember ? code`params[${str(called)}]` : name(called);
    const type = isEnum ? code`ValuesOf<${part.type}>` : part.type;
    const value = isEnum ? code`${given} as never` : given;
    return { part, called, type, value, isNeeded: part.required && initial === undefined, initial };
  });
  const request = requestOf(operation, [
    ...all.map(({ part, value }) => [part, value] as const),
    ...parts
      .filter((part) => isVersion(part) && part.required)
      .map((part) => [part, code`OpenAPI.VERSION as never`] as const),
  ]);
  const sent = code`${use("client", "../client.js")}[${str(operation.names.method)}](${request}, _call)`;
  const file = fileOf(operation);
  const call = file === undefined ? sent : code`blobOf(${sent}, ${str(file)})`;
  const typed = isAny(operation) ? code`${call} as PromiseLike<any>` : call;
  const row = [...all.filter((one) => one.isNeeded), ...all.filter((one) => !one.isNeeded)];
  if (isNgGen) return observed(method, operation, row, code`(_call) => ${typed}`);
  if (isGenerator) return overloaded(method, operation, row, code`(_call) => ${typed}`);
  const names = row.map((one) => code`${name(one.called)}${initialOf(one)}`);
  const object = code`{ ${join(names, ", ")} }: ${objectOf(row)}${row.some((one) => one.isNeeded) ? code`` : code` = {}`}`;
  const args = inObject ? (row.length > 0 ? object : code``) : join(row.map(argumentOf), ", ");
  const line = code`static ${property(method)}(${args}) {\n  return send((_call) => ${typed});\n}`;
  return { lines: [line], beside: [] };
}

/** What openapi-typescript-codegen has as a setting of all calls. */
function isVersion(part: RequestPart): boolean {
  return !isAngular && part.name === "api-version" && /^(path|query)$/.test(part.in);
}

function argumentOf(one: Argument): Code {
  const sign = one.isNeeded || one.initial !== undefined ? code`` : code`?`;
  return code`${name(one.called)}${sign}: ${one.type}${initialOf(one)}`;
}

function initialOf({ initial }: Argument): Code {
  return initial === undefined ? code`` : code` = ${json(initial)} as never`;
}

function objectOf(all: readonly Argument[]): Code {
  const members = all.map(
    ({ called, isNeeded, type }) => code`${key(called)}${isNeeded ? code`` : code`?`}: ${type}`,
  );
  return code`{ ${join(members, "; ")} }`;
}

/**
 * `getPet(params, context)` and `getPet$Response(params, context)`, and the function which sends that; of several media
 * types, for each once more.
 */
function observed(
  method: string,
  operation: Operation,
  row: readonly Argument[],
  call: Code,
): Methods {
  const [success] = successes(operation);
  const ends = endsOf(operation.body?.content).flatMap((sent) => {
    return endsOf(success?.content).map((got) => `${method}${sent}${got}`);
  });
  const isNeeded = row.some((one) => one.isNeeded);
  const given = name(row.length > 0 ? "params" : "_params");
  const http = use("HttpClient", "@angular/common/http", "type");
  const path = str(operation.template);
  const all = [...new Set(ends)].map((called) => {
    const type = `${upper(called)}$Params`;
    const own = `${called}$Fn`;
    const params = code`${given}: ${name(type)}${isNeeded ? code`` : code` = {}`}, context?: ${common("HttpContext")}`;
    const response = property(`${called}$Response`);
    const made = code`export function ${name(own)}(http: ${http}, rootUrl: string, ${params}) {
  return respond(http, rootUrl, ${call}, ${kindOf(operation)}, context);
}
${name(own)}.PATH = ${path};`;
    const lines = [
      code`${response}(${params}) {\n  return ${name(own)}(this.http, this.rootUrl, ${given}, context);\n}`,
      code`${property(called)}(${params}) {
  return this[${str(`${called}$Response`)}](${given}, context).pipe(${map}(({ body }) => body));
}`,
    ];
    const typed = code`export interface ${name(type)} ${objectOf(row)}`;
    const beside = [
      { called: type, of: called, isValue: false, made: typed },
      { called, own, of: called, isValue: true, made },
    ];
    return { lines, beside };
  });
  const first = code`static readonly ${property(`${upper(method)}Path`)} = ${path};`;
  return {
    lines: [first, ...all.flatMap(({ lines }) => lines)],
    beside: all.flatMap(({ beside }) => beside),
  };
}

/** Arguments that are no part of a request. */
const settings = ["observe", "reportProgress", "options"];

/** `getPet(petId, observe, reportProgress, options)`, of the body, the response or all events. */
function overloaded(
  method: string,
  operation: Operation,
  row: readonly Argument[],
  call: Code,
): Methods {
  const isOne = inObject && row.length > 0;
  const object: string = free(`${pascal(operation.names.method)}RequestParams`);
  const isNeeded = row.some((one) => one.isNeeded);
  const given = isOne
    ? [code`params${isNeeded ? code`` : code`?`}: ${name(object)}`]
    : row.map(
        ({ called, isNeeded, type }) =>
          code`${name(called)}${isNeeded ? code`` : code`?`}: ${type}`,
      );
  const filled = isOne && !isNeeded ? [code`params: ${name(object)} = {}`] : given;
  const own = code`BodyOf<${str(operation.names.method)}>`;
  const body = isAny(operation) ? code`any` : fileOf(operation) === undefined ? own : code`Blob`;
  const rest = code`reportProgress?: boolean, options?: CallSettings`;
  const signatures = [
    [code`"body"`, body],
    [code`"response"`, code`${common("HttpResponse")}<${body}>`],
    [code`"events"`, code`${common("HttpEvent")}<${body}>`],
  ].map(([observe, type]) => {
    const all = join([...given, code`observe?: ${observe!}`, rest], ", ");
    return code`${property(method)}(${all}): ${observable}<${type!}>;`;
  });
  const keys = [...new Set(operation.security.flat().map(({ scheme }) => scheme.key))];
  const all = [
    ...filled,
    code`observe: "body" | "response" | "events" = "body", reportProgress = false, options: CallSettings = {}`,
  ];
  const made = code`${property(method)}(${join(all, ", ")}): ${observable}<any> {
  return this.send$(${call}, ${kindOf(operation)}, ${json(keys)}, observe, reportProgress, options);
}`;
  const sent = row.find(({ part }) => part.in === "body" && part.member === undefined);
  const types = [
    ...(isOne ? [[object, objectOf(row)] as const] : []),
    ...inlineType(
      operation.body?.content[0],
      `${method}Request`,
      code`NonNullable<${sent?.type ?? code`unknown`}>`,
    ),
    ...inlineType(successes(operation)[0]?.content[0], `${method}200Response`, own),
  ];
  return {
    lines: [join([...signatures, made], "\n")],
    beside: types.map(([called, type]) => {
      return { called, isValue: false, made: code`export type ${name(called)} = ${type};` };
    }),
  };
}

/** The type of an object that has no other name than its title, or that of its operation. */
function inlineType(
  media: Media | undefined,
  called: string,
  type: Code,
): (readonly [string, Code])[] {
  const { name: own, keywords } = media?.schema ?? {};
  if (own !== undefined || !keywords?.properties || media?.codec !== "json") return [];
  return [[free(pascal(keywords.prose?.summary || called)), type]];
}

/** What `HttpClient` reads of a reply. */
function kindOf(operation: Operation): Code {
  const [success] = successes(operation);
  const isJson = success?.content.some(({ codec }) => /json|scalar/.test(codec));
  return str(fileOf(operation) === undefined ? (isJson ? "json" : "text") : "blob");
}

/** `$Json` and others, where there are several media types. */
function endsOf(content: readonly Media[] = []): readonly string[] {
  const ends = content.map(({ type }) => {
    const [words = ""] = type.replace("/*", "").split("/").reverse();
    return /^(\*|octet-stream)$/.test(words) ? "$Any" : `$${pascal(words.replace(/^.*\+/, ""))}`;
  });
  const all = new Set(ends);
  return all.size > 1 ? ["", ...all] : [""];
}

function successes({ replies }: Operation) {
  return replies.filter(
    ({ match }) => match.kind === "exact" && match.status >= 200 && match.status < 300,
  );
}

/** The media type of a success that has bytes. */
function fileOf(operation: Operation): string | undefined {
  const all = successes(operation);
  const isFile = all.every(({ content: [media, ...others] }) => {
    return media?.codec === "binary" && others.length === 0;
  });
  return isFile ? all[0]?.content[0]?.type : undefined;
}

/** True for a success of which nothing is said. */
function isAny(operation: Operation): boolean {
  const notes = ["prose", "examples", "extensions", "deprecated"];
  return successes(operation).some(({ content: [media] }) => {
    if (media === undefined) return isGenerator;
    return (
      Object.keys(media.schema?.keywords ?? {}).every((one) => notes.includes(one)) &&
      media.codec === "json"
    );
  });
}

/** Members that the classes have already. */
const inherited = {
  "ng-openapi-gen": ["config", "http", "ownUrl", "rootUrl"],
  "typescript-angular": ["configuration", "defaultHeaders", "httpClient", "send$"],
  "openapi-typescript-codegen": ["arguments", "caller", "length", "name", "prototype"],
}[library];

/** By the operationId; without one, of openapi-typescript-codegen `getPets`, of those for Angular `petsGet`. */
function nameOf({ id, isNamed, method, template }: Operation): string {
  const isLast = (at: number, { length }: readonly string[]) => at === length - 1;
  const segments = template.split("/").filter((one, at, all) => {
    return isLast(at, all) || !one.includes("{api-version}");
  });
  const plain = segments.join("/").replace(/\{[^}]*\}/g, "");
  const verb = method.toLowerCase();
  const called = camel(isNamed ? id : isAngular ? `${template} ${verb}` : `${verb} ${plain}`);
  return called in {} || inherited.includes(called) ? `_${called}` : called;
}

/** As on the wire, where no other one is called so. */
function memberOf(part: RequestPart, taken: ReadonlyMap<string, unknown>): string {
  return taken.has(part.name) ? memberOf({ ...part, name: `_${part.name}` }, taken) : part.name;
}

function argument(
  { in: place, name: written, member }: RequestPart,
  { body }: Operation,
  method: string,
): string {
  if (isGenerator && (place !== "body" || member !== undefined)) return camel(written);
  if (place !== "body") return camel(written.replace(/^[^A-Za-z]+/, "").replace("[]", "Array"));
  const schema = body?.content[0]?.schema;
  const own = schema?.name ?? schema?.keywords.items?.name;
  if (isGenerator) return camel(own ?? (schema?.keywords.properties ? `${method}Request` : "body"));
  return /^(form|multipart)$/.test(body?.content[0]?.codec ?? "") ? "formData" : "requestBody";
}

/** The name of a method, which may be a word of the language with openapi-typescript-codegen. */
function freeMember(text: string, taken: ReadonlyMap<string, unknown>): string {
  return free(text, taken, !isAngular && /^[a-z]+$/.test(text));
}

/** A name of code that is not taken. */
function free(
  text: string,
  taken: ReadonlyMap<string, unknown> = new Map(),
  isMember = false,
): string {
  const first = isMember ? text : freeName(text, new Set());
  let called: string = first;
  for (let count = 1; taken.has(called); count++) called = `${first}${isNgGen ? "_" : ""}${count}`;
  return called;
}

/** `getHttpUrl` for `get_HTTPUrl`; of typescript-angular, `getHTTPUrl`. */
function camel(text: string): string {
  const all = isGenerator ? (text.match(/[A-Za-z\d$]+/g) ?? []) : wordsOf(text);
  const called = all.map(upper).join("");
  return called.charAt(0).toLowerCase() + called.slice(1);
}

function pascal(text: string): string {
  return upper(camel(text));
}

function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function kebab(text: string): string {
  return wordsOf(text).join("-");
}

function wordsOf(text: string): string[] {
  return (text.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []).map((word) => word.toLowerCase());
}
