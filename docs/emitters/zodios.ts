import { type ApiModel, type Code, type EmitOptions, type NamedSchema } from "specsmith";
import {
  type Operation,
  type RequestPart,
  type RequestPlace,
  code,
  defineEmitter,
  join,
  json,
  key,
} from "specsmith";
import { property, requestOf, requestParts, str, use } from "specsmith";

/** `zodios.ts`: the `createApiClient` and the `schemas` of openapi-zod-client, over the client and the validators. */
export default defineEmitter({
  name: "zodios",
  needs: ["client", "validators"],
  emit(model, { options }) {
    const operations = model.operations.filter(({ kind }) => kind === "path"); // without webhooks
    const files = [
      ...(model.schemas.length > 0 ? schemasOf(model, options) : []),
      ...(operations.length > 0 ? clientOf(operations) : []),
    ];
    return files.length > 0 ? [{ path: "zodios.ts", code: join(files, "\n\n") }] : [];
  },
});

function schemasOf({ schemas }: ApiModel, { enums }: EmitOptions): readonly Code[] {
  const taken = new Set<string>();
  const zod = use("z", "zod");
  const isListed = (texts?: readonly string[]) => texts !== undefined && enums !== "enum";
  const members = schemas.map((schema) => {
    const texts = textsOf(schema);
    const list = code`${zod}.enum([${join((texts ?? []).map(str), ", ")}])`;
    const checked = code`schemaOf(${use(`${schema.name}Schema`, "./validators.js")})`;
    return code`${property(unique(schemaName(schema), schema.name, taken))}: ${isListed(texts) ? list : checked},`;
  });
  const standard = use("StandardSchema", "./runtime/validate/standard.js", "type");
  const head = code`function schemaOf<T>(schema: ${standard}<T>): ${zod}.ZodType<T> {
  return ${zod}.custom<T>().superRefine((value: unknown, context) => {
    for (const { message, path } of schema["~standard"].validate(value).issues ?? [])
      context.addIssue({ code: "custom", message, path: [...path] });
  });
}`;
  const isChecked = schemas.some((schema) => !isListed(textsOf(schema)));
  return [...(isChecked ? [head] : []), code`export const schemas = {\n${join(members, "\n")}\n};`];
}

/** As it is written, with `_` for what cannot be in a name. */
function schemaName({ name: called, source }: NamedSchema): string {
  const [, token] = /^\/(?:components\/schemas|definitions)\/([^/]+)$/.exec(source.pointer) ?? [];
  const written = token?.replaceAll("~1", "/").replaceAll("~0", "~") ?? called;
  const normal = written.replace(/^\d/, "_$&").normalize("NFKD").trim();
  return normal
    .replace(/\s+/g, "_")
    .replace(/-+/g, "_")
    .replace(/[^\w-]+/g, "_");
}

/** The first of two names, where no other one is called so. */
function unique(called: string, other: string, taken: Set<string>): string {
  const own = taken.has(called) ? other : called;
  taken.add(own);
  return own;
}

/** Keywords beside which an enum has all of its values. */
const annotations =
  /^(types|enum|default|examples|deprecated|readOnly|writeOnly|prose|extensions)$/;

/** The values of an enum of nothing but texts. */
function textsOf({ keywords }: NamedSchema): readonly string[] | undefined {
  const values = keywords.enum ?? [];
  const texts = values.filter((one) => typeof one === "string");
  const isPlain = Object.keys(keywords).every((one) => annotations.test(one));
  return isPlain && texts.length > 0 && texts.length === values.length ? texts : undefined;
}

const callOptions = use("CallOptions", "./runtime/client/options.js", "type");

function clientOf(operations: readonly Operation[]): readonly Code[] {
  const methods = [...new Set(operations.map(({ method }) => method))];
  const taken = new Set<string>();
  const aliases = new Map(
    operations.map((one) => [one, unique(aliasOf(one), one.names.method, taken)]),
  );
  const nameOf = (one: Operation) => aliases.get(one) ?? one.names.method;
  const paths = methods.map((method) => {
    const own = operations.filter((one) => one.method === method);
    const lines = own.map((one) => code`${key(pathOf(one.path))}: ${str(nameOf(one))},`);
    return code`${key(method.toLowerCase())}: {\n${join(lines, "\n")}\n},`;
  });
  const byMethod = methods.map((method) => {
    const word = method.toLowerCase();
    return code`${property(word)}: byPath(${str(word)}),`;
  });
  const hasHeaders = operations.some((one) => one.parameters.some((each) => each.in === "header"));
  const calls = code`function callsOf(options: ${callOptions}) {
  return {\n${join(
    operations.map((one) => callOf(one, nameOf(one))),
    "\n",
  )}\n  };
}`;
  return [
    code`interface Given {
  readonly params?: unknown;
  readonly queries?: unknown;
  readonly headers?: Readonly<Record<string, unknown>> | undefined;
}

/** The options of a call: its headers are those that are no parameters. */
function sent(options: ${callOptions}, { params: _params, queries: _queries, headers = {}, ...call }: Given, ...declared: readonly string[]): ${callOptions} {
  const others = Object.entries(headers).flatMap(([name, value]) => {
    const isOther = value != null && !declared.includes(name.toLowerCase());
    return isOther ? [[name, String(value)] as const] : [];
  });
  return { ...options, ...call, headers: { ...options.headers, ...Object.fromEntries(others) } };
}`,
    ...(hasHeaders ? [header] : []),
    calls,
    code`const paths = {\n${join(paths, "\n")}\n} as const;

type Calls = ReturnType<typeof callsOf>;
type Paths = typeof paths;
type Named<M extends keyof Paths, P extends keyof Paths[M]> = Calls[Paths[M][P] & keyof Calls];

/** With the base URL and the options of the client, where it is given none. */
export function createApiClient(baseUrl?: string, options: ${callOptions} = {}) {
  const calls = callsOf({ ...options, ...(baseUrl !== undefined && { baseUrl }) });
  const byPath = <M extends keyof Paths>(method: M) =>
    <P extends keyof Paths[M]>(path: P, ...given: Parameters<Named<M, P>>) => {
      const call = calls[paths[method][path] as keyof Calls] as (...given: unknown[]) => unknown;
      return call(...given) as ReturnType<Named<M, P>>;
    };
  const byMethod = {\n${join(byMethod, "\n")}\n};
  return { ...byMethod, ...calls };
}

export const api = createApiClient();`,
  ];
}

const header = code`function header({ headers = {} }: Given, lower: string): never {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === lower)?.[1] as never;
}`;

/** The operationId as it is written; else `getPetsPetId`. */
function aliasOf({ id, isNamed, method, template }: Operation): string {
  if (isNamed) return id;
  const path = camel(template).replaceAll("/", "");
  const words = upper(path).replace(/\{(\w+)\}/g, (_, parameter: string) => upper(parameter));
  return method.toLowerCase() + words.replace(/[^\w-]+/g, "_");
}

function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `/pets/:petId`. */
function pathOf(path: Operation["path"]): string {
  return path.map((one) => (typeof one === "string" ? one : `:${camel(one.name)}`)).join("");
}

function camel(text: string): string {
  return text.replace(/-+(\w)/g, (_, next: string) => next.toUpperCase());
}

/** What Zodios calls the parameters of a place. */
const groups = { path: code`params`, query: code`queries`, headers: code`headers` } as const;

/** `getPet({ params: { petId } })`, or `createPet(newPet, { queries })`: the body is first, also where there is none. */
function callOf(operation: Operation, alias: string): Code {
  const { names, method } = operation;
  const parts = requestParts(operation).flatMap((part): readonly Part[] => {
    const initial = part.required ? defaultOf(part, operation) : undefined;
    const required = part.required && initial === undefined;
    return part.place === "cookies" ? [] : [{ ...part, required, initial }];
  });
  const content = parts.find(({ place }) => place === "body");
  const whole: Partial<Record<RequestPlace, Code>> = {};
  const members = (["path", "query", "headers"] as const).flatMap((place) => {
    const own = parts.filter((part) => part.place === place);
    const group = groups[place];
    if (own.length === 0) return place === "headers" ? [code`headers?: ${others}`] : [];
    const isSame = own.every(
      (part) => !part.initial && (part.member === undefined || part.member === nameOf(part)),
    );
    if (isSame && place !== "headers") whole[place] = code`config.${group}`;
    const request = use(names.request, "./types.js", "type");
    const typed = whole[place]
      ? code`${request}[${str(place)}]`
      : code`{ ${join(own.map(typeOf), "; ")} }${place === "headers" ? code` & ${others}` : code``}`;
    const isNeeded = own.some(({ required }) => required);
    return code`${group}${isNeeded ? code`` : code`?`}: ${typed}`;
  });
  const isNeeded = parts.some(({ place, required }) => required && place !== "body");
  const config = code`config: { ${join(members, "; ")} } & Omit<${callOptions}, "headers">${isNeeded ? code`` : code` = {}`}`;
  const isOptional = !isNeeded && content?.required !== true;
  const orNone = content?.required === false && isNeeded ? code` | undefined` : code``;
  const type = content ? code`${content.type}${orNone}` : code`undefined`;
  const body = code`${content ? code`body` : code`_`}${isOptional ? code`?` : code``}: ${type}`;
  const hasBody = content !== undefined || /^(POST|PUT|PATCH|DELETE)$/.test(method);
  const values = parts.map((part) => [part, valueOf(part)] as const);
  const declared = parts.filter(({ place }) => place === "headers").map(lowerOf);
  return code`${property(alias)}: (${join(hasBody ? [body, config] : [config], ", ")}) =>
  ${use("client", "../client.js")}[${str(names.method)}](${requestOf(operation, values, whole)}, sent(${join([code`options`, code`config`, ...declared], ", ")})),`;
}

const others = code`Readonly<Record<string, unknown>>`;

interface Part extends RequestPart {
  /** What is sent where a parameter is left out that is required: with Zodios, one with a default may be. */
  readonly initial?: Code | undefined;
}

function defaultOf({ in: place, name }: RequestPart, { parameters }: Operation): Code | undefined {
  const declared = parameters.find((one) => one.in === place && one.name === name);
  const initial = declared?.schema.keywords.default?.value;
  return initial === undefined ? undefined : code`${json(initial)} as never`;
}

function typeOf(part: RequestPart): Code {
  return code`${key(nameOf(part))}${part.required ? code`` : code`?`}: ${part.type}`;
}

function nameOf({ place, name }: RequestPart): string {
  return place === "path" ? camel(name) : name;
}

function lowerOf({ name }: RequestPart): Code {
  return str(name.toLowerCase());
}

function valueOf({ initial, ...part }: Part): Code {
  if (part.place === "body") return code`body`;
  const given =
    part.place === "headers"
      ? code`header(config, ${lowerOf(part)})`
      : code`config.${part.place === "path" ? groups.path : groups.query}?.[${str(nameOf(part))}]`;
  return initial ? code`${given} ?? (${initial})` : given;
}
