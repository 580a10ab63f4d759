import { type Code, type Media, type NamedSchema, type Operation, type Schema } from "specsmith";
import {
  type OwnFile,
  type RequestPart,
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
const library = "openapi-typescript-codegen" as "openapi-typescript-codegen" | "ng-openapi-gen";

/** True for `useOptions` of openapi-typescript-codegen: arguments in one object, as they are with ng-openapi-gen. */
const inObject = false as boolean;

const isAngular = library === "ng-openapi-gen";

/** The module with all classes; that of openapi-typescript-codegen may be called `index` by the option `fileNames`. */
const main = isAngular ? "services" : "all";

/** A class for each tag, `PetsService`, with the names and arguments that these generators give them. */
export default defineEmitter({
  name: "services",
  needs: ["client"],
  emit(model, { options }) {
    const operations = model.operations.filter(({ kind }) => kind === "path"); // without webhooks
    if (operations.length === 0) return [];
    const { paths = {} } = (model.document?.() ?? {}) as Described;
    const byClass = new Map<string, Map<string, Operation>>();
    for (const operation of operations) {
      const tags = operation.tags.length > 0 ? operation.tags : [isAngular ? "Api" : "Default"];
      for (const called of new Set(tags.map((tag) => free(`${pascal(tag)}Service`)))) {
        const methods = byClass.get(called) ?? new Map<string, Operation>();
        byClass.set(called, methods.set(free(nameOf(operation, paths), methods), operation));
      }
    }
    const hasEnums = options.enums === "enum";
    const classes = Array.from(byClass, ([called, methods]): Exported => {
      const lines = Array.from(methods, ([method, one]) => methodsOf(method, one, hasEnums)).flat();
      const base = isAngular ? code` extends BaseService` : code``;
      const made = code`class ${name(called)}${base} {\n${join(lines, "\n\n")}\n}`;
      const file = `services/${isAngular ? `${kebab(called.replace(/Service$/, ""))}.service` : called}`;
      const head = isAngular ? code`@${core("Injectable")}({ providedIn: "root" })\n` : code``;
      return { called, file, isValue: true, made: code`${head}export ${made}` };
    });
    const first = isAngular ? angular : promises;
    const taken = new Set([...first.exported, ...classes].map(({ called }) => called));
    const types = model.schemas.flatMap((one) => typeOf(one, taken, hasEnums));
    const all = [...first.exported, ...types, ...classes];
    const head = [...(hasEnums ? [values] : []), ...(operations.some(fileOf) ? [blobOf] : [])];
    const lines = all.flatMap(({ made }) => made ?? []);
    return [
      { path: `${main}.ts`, code: join([first.head, ...head, ...lines], "\n\n") },
      ...modulesOf(all),
    ];
  },
});

/** What is exported there, and the old module of it. */
interface Exported {
  readonly called: string;
  readonly file: string;
  readonly isValue: boolean;
  readonly made?: Code;
}

/** The old modules. */
function modulesOf(all: readonly Exported[]): OwnFile[] {
  const models = all.filter(({ file }) => file.startsWith("models/"));
  const index = isAngular ? models.map((one) => ({ ...one, file: "models" })) : [];
  // By paths without case, and none that is a device on Windows.
  const files = new Map<string, { path: string; lines: Code[] }>();
  for (const { called, file, isValue } of [...all, ...index]) {
    const from = `${file.includes("/") ? ".." : "."}/${main}.js`;
    const path = `${file.replace(/(?<=\/)(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i, "$&_")}.ts`;
    const { lines } = files.get(path.toLowerCase()) ?? { lines: [] };
    const line = isValue
      ? code`export { ${use(called, from)} };`
      : code`export type { ${use(called, from, "type")} };`;
    files.set(path.toLowerCase(), { path, lines: [...lines, line] });
  }
  return Array.from(files.values(), ({ path, lines }) => ({ path, code: join(lines, "\n") }));
}

const core = (one: string) => use(one, "@angular/core");
const common = (one: string) => use(one, "@angular/common/http", "type");
const callOptions = use("CallOptions", "./runtime/client/options.js", "type");

/** What the classes of openapi-typescript-codegen share. */
const promises = {
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
export const OpenAPI: OpenAPIConfig = { BASE: "", VERSION: "", WITH_CREDENTIALS: false, CREDENTIALS: "include" };

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
};

/** What the classes of ng-openapi-gen share. Requests are sent by `HttpClient`, with its interceptors. */
const angular = {
  exported: [
    { called: "ApiConfiguration", file: "api-configuration", isValue: true },
    { called: "ApiConfigurationParams", file: "api-configuration", isValue: false },
    { called: "ApiModule", file: "api.module", isValue: true },
    { called: "BaseService", file: "base-service", isValue: true },
    { called: "StrictHttpResponse", file: "strict-http-response", isValue: false },
  ] as Exported[],
  head: code`export interface ApiConfigurationParams {
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

  /** Fails as \`HttpClient\` does, if that fails. */
  protected send$<T>(
    call: (options: ${callOptions}) => PromiseLike<T>,
    responseType: "json" | "text" | "blob",
    context: ${common("HttpContext")} | undefined,
  ): ${use("Observable", "rxjs")}<StrictHttpResponse<T>> {
    return new ${use("Observable", "rxjs")}((subscriber) => {
      const controller = new AbortController();
      const baseUrl = this.rootUrl;
      let received: ${common("HttpResponse")}<unknown> | undefined;
      let failure: unknown;
      const fetch: ${use("Fetch", "./runtime/client/options.js", "type")} = (url, { method = "GET", signal, ...init }) =>
        new Promise((resolve, reject) => {
          const headers = init.headers as Record<string, string>;
          const isJson = typeof init.body === "string" && /json/.test(headers["content-type"] ?? "");
          const body: unknown = isJson ? JSON.parse(init.body as string) : init.body;
          const options = { headers, body, observe: "response", responseType: responseType as "json" } as const;
          const sent = this.http.request(method, url, { ...options, ...(context && { context }) }).subscribe({
            next: (response: ${common("HttpResponse")}<unknown>) => {
              received = response;
              const { body, headers, status } = response;
              const all = headers.keys().map((one): [string, string] => [one, headers.get(one) ?? ""]);
              const text = responseType === "json" && body !== null ? JSON.stringify(body) : (body as Blob | null);
              resolve(new Response([204, 205, 304].includes(status) ? null : text, { status, headers: all }));
            },
            error: (error: unknown) => {
              failure = error;
              reject(error as Error);
            },
          });
          signal?.addEventListener("abort", () => sent.unsubscribe());
        });
      const options = { fetch, signal: controller.signal, retries: 0, ...(baseUrl && { baseUrl }) };
      Promise.resolve(call(options)).then(
        (body) => {
          subscriber.next(received?.clone({ body }) as StrictHttpResponse<T>);
          subscriber.complete();
        },
        (error: unknown) => subscriber.error(failure ?? error),
      );
      return () => controller.abort();
    });
  }
}`,
};

/** Of an enum, its values fit a parameter, too. */
const values = code`type ValuesOf<T> = T extends string ? T | \`\${T}\` : T extends readonly (infer One)[] ? readonly ValuesOf<One>[] : T;`;

const blobOf = code`async function blobOf(bytes: PromiseLike<Uint8Array>, type: string): Promise<Blob> {
  return new Blob([(await bytes) as BlobPart], { type });
}`;

/** A type, and for openapi-typescript-codegen the enums of its members: `Pet.status.SOLD`. */
function typeOf(schema: NamedSchema, taken: Set<string>, hasEnums: boolean): readonly Exported[] {
  const called = oldName(schema);
  if (taken.has(called)) return [];
  taken.add(called);
  const file = `models/${isAngular ? kebab(called) : called}`;
  const type = use(schema.name, "./types.js", "type");
  if (hasEnums && isListed(schema)) {
    const made = code`export { ${use(schema.name, "./types.js")} as ${name(called)} };`;
    return [{ called, file, isValue: true, made }];
  }
  const members = [...(schema.keywords.properties ?? [])].flatMap(([member, one]) => {
    const isInline = one.source.pointer.startsWith(`${schema.source.pointer}/`);
    const own = isInline && isListed(one) ? (one.name ?? one.alias) : undefined;
    const isName = /^[\w$]+$/.test(member) && free(member) === member;
    return own !== undefined && isName ? [[member, own] as const] : [];
  });
  if (isAngular || !hasEnums || members.length === 0) {
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

/** True for what is an `enum` in code, where these are asked for. */
function isListed({ keywords }: Schema): boolean {
  const isValue = (one: unknown) => typeof one === "string" || typeof one === "number";
  return !keywords.const && keywords.enum?.every(isValue) === true;
}

/** As in the description, with `_` for other characters; of ng-openapi-gen, in PascalCase. */
function oldName({ name: own, lost, source }: NamedSchema): string {
  if (isAngular) return lost === undefined ? own : pascal(lost);
  const [, text = ""] =
    /^\/(?:components\/schemas|definitions)\/([^/]+)$/.exec(source.pointer) ?? [];
  return free(text.replace(/^[^A-Za-z_$]+/, "").replace(/[^\w$]+/g, "_") || own);
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

function methodsOf(method: string, operation: Operation, hasEnums: boolean): readonly Code[] {
  const taken = new Map<string, unknown>();
  const parts = requestParts(operation).filter((part) => !isAngular || part.in !== "cookie");
  const all = parts.map((part): Argument => {
    const declared = operation.parameters.find(
      (one) => one.in === part.in && one.name === part.name,
    );
    const called = isAngular ? memberOf(part, taken) : free(argument(part, operation), taken);
    taken.set(called, part);
    const initial =
      part.required && !isAngular ? declared?.schema.keywords.default?.value : undefined;
    const isEnum = hasEnums && (declared?.schema.keywords.items ?? declared?.schema)?.keywords.enum;
    const given = isAngular ? code`params[${str(called)}]` : name(called);
    const type = isEnum ? code`ValuesOf<${part.type}>` : part.type;
    const value = isEnum ? code`${given} as never` : given;
    return { part, called, type, value, isNeeded: part.required && initial === undefined, initial };
  });
  const request = requestOf(
    operation,
    all.map(({ part, value }) => [part, value] as const),
  );
  const sent = code`${use("client", "../client.js")}[${str(operation.names.method)}](${request}, _call)`;
  const file = fileOf(operation);
  const call = file === undefined ? sent : code`blobOf(${sent}, ${str(file)})`;
  const typed = isAny(operation) ? code`${call} as PromiseLike<any>` : call;
  const row = [...all.filter((one) => one.isNeeded), ...all.filter((one) => !one.isNeeded)];
  if (isAngular) return observed(method, operation, row, code`(_call) => ${typed}`);
  const names = row.map((one) => code`${name(one.called)}${initialOf(one)}`);
  const object = code`{ ${join(names, ", ")} }: ${objectOf(row)}${row.some((one) => one.isNeeded) ? code`` : code` = {}`}`;
  const args = inObject ? (row.length > 0 ? object : code``) : join(row.map(argumentOf), ", ");
  return [code`static ${property(method)}(${args}) {\n  return send((_call) => ${typed});\n}`];
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

/** `getPet(params, context)` and `getPet$Response(params, context)`; of several media types, for each once more. */
function observed(
  method: string,
  operation: Operation,
  row: readonly Argument[],
  call: Code,
): readonly Code[] {
  const [success] = successes(operation);
  const ends = endsOf(operation.body?.content).flatMap((sent) => {
    return endsOf(success?.content).map((got) => `${method}${sent}${got}`);
  });
  const isNeeded = row.some((one) => one.isNeeded);
  const given = name(row.length > 0 ? "params" : "_params");
  const params = code`${given}: ${objectOf(row)}${isNeeded ? code`` : code` = {}`}, context?: ${common("HttpContext")}`;
  const isJson = success?.content.some(({ codec }) => /json|scalar/.test(codec));
  const kind = fileOf(operation) === undefined ? (isJson ? "json" : "text") : "blob";
  const upper = method.charAt(0).toUpperCase() + method.slice(1);
  const path = code`static readonly ${property(`${upper}Path`)} = ${str(operation.template)};`;
  const methods = [...new Set(ends)].flatMap((one) => [
    code`${property(`${one}$Response`)}(${params}) {\n  return this.send$(${call}, ${str(kind)}, context);\n}`,
    code`${property(one)}(${params}) {
  return this[${str(`${one}$Response`)}](${given}, context).pipe(${use("map", "rxjs/operators")}(({ body }) => body));
}`,
  ]);
  return [path, ...methods];
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
    return (
      media !== undefined &&
      Object.keys(media.schema?.keywords ?? {}).every((one) => notes.includes(one)) &&
      media.codec === "json"
    );
  });
}

/** The operations of a description as it is written. */
interface Described {
  paths?: Record<string, Record<string, { operationId?: unknown } | undefined> | undefined>;
}

/** Members that the classes have already. */
const inherited = isAngular
  ? ["config", "http", "ownUrl", "rootUrl"]
  : ["arguments", "caller", "length", "name", "prototype"];

/** By the operationId; without one, of openapi-typescript-codegen `getPets`, of ng-openapi-gen `petsGet`. */
function nameOf(
  { id, method, template }: Operation,
  paths: NonNullable<Described["paths"]>,
): string {
  const isNamed = paths[template]?.[method.toLowerCase()]?.operationId !== undefined;
  const plain = template.replace(/\{[^}]*\}/g, "");
  const called = camel(isNamed ? id : isAngular ? `${template} ${method}` : `${method} ${plain}`);
  return called in {} || inherited.includes(called) ? `_${called}` : called;
}

/** As on the wire, where no other one is called so. */
function memberOf(part: RequestPart, taken: ReadonlyMap<string, unknown>): string {
  return taken.has(part.name) ? memberOf({ ...part, name: `_${part.name}` }, taken) : part.name;
}

function argument({ in: place, name: written }: RequestPart, { body }: Operation): string {
  if (place !== "body") return camel(written.replace(/^[^A-Za-z]+/, "").replace("[]", "Array"));
  return /^(form|multipart)$/.test(body?.content[0]?.codec ?? "") ? "formData" : "requestBody";
}

/** A name of code that is not taken. */
function free(text: string, taken: ReadonlyMap<string, unknown> = new Map()): string {
  const first = freeName(text, new Set());
  let called: string = first;
  for (let count = 1; taken.has(called); count++)
    called = `${first}${isAngular ? "_" : ""}${count}`;
  return called;
}

/** `getHttpUrl` for `get_HTTPUrl`. */
function camel(text: string): string {
  const [first = "", ...others] = wordsOf(text);
  return first + others.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

function pascal(text: string): string {
  const called = camel(text);
  return called.charAt(0).toUpperCase() + called.slice(1);
}

function kebab(text: string): string {
  return wordsOf(text).join("-");
}

function wordsOf(text: string): string[] {
  return (text.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []).map((word) => word.toLowerCase());
}
