import { type Code, type Operation, code, defineEmitter } from "specsmith";
import { identifier, join, name, property, requestName, str, use } from "specsmith";

/** True for arguments in a row, as typescript-axios has them; else they are in one object, as for typescript-fetch. */
const inRow = false as boolean;

/** `openapi-generator.ts`: a class for each tag, whose methods have the arguments that openapi-generator gives them. */
export default defineEmitter({
  name: "openapi-generator",
  needs: ["client"],
  emit({ operations }) {
    const byTag = new Map<string, Code[][]>();
    for (const operation of operations.filter(({ kind }) => kind === "path"))
      for (const tag of operation.tags.length > 0 ? new Set(operation.tags) : ["default"]) {
        const called = `${pascal(tag)}Api`;
        byTag.set(called, [...(byTag.get(called) ?? []), linesOf(operation, called)]);
      }
    const classes = [...byTag].map(([called, all]) => {
      const types = all.flatMap(([type]) => type ?? []);
      const methods = all.flatMap(([, ...methods]) => methods);
      return code`${join(types, "\n")}\n\nexport class ${name(called)} extends BaseAPI {\n${join(methods, "\n\n")}\n}`;
    });
    return [{ path: "openapi-generator.ts", code: join([head(), ...classes], "\n\n") }];
  },
});

const callOptions = use("CallOptions", "./runtime/client/options.js", "type");

function head(): Code {
  const fetch = use("Fetch", "./runtime/client/options.js", "type");
  const client = (one: string) => use(one, "./runtime/client/client.js", "type");
  const raw = code`/** The reply of a success, as of the methods that end in \`Raw\`. */
async function rawOf<R extends ${use("AnyReply", "./runtime/wire/http.js", "type")}>(call: ${client("Call")}<R>) {
  const raw = await call.ok();
  return { raw, value: async () => raw.body as Awaited<${client("Call")}<R>> };
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
}${inRow ? code`` : code`\n\n${raw}`}`;
}

/** The type of its object of arguments, and its methods. */
function linesOf(operation: Operation, tag: string): Code[] {
  const { names, parameters } = operation;
  const request = use(names.request, "./types.js", "type");
  const places = { path: "path", query: "query", header: "headers", cookie: "cookies" } as const;
  const given = parameters.flatMap((one) => {
    const place = one.in === "querystring" ? undefined : places[one.in];
    if (place === undefined) return [];
    const of = requestName(operation, place, one.name);
    const type = code`NonNullable<${request}[${str(place)}]>[${str(of)}]`;
    return [{ place, of, called: argument(one.name), type, isNeeded: one.required }];
  });
  const all = [...given, ...bodyOf(operation, request)];
  const row = [...all.filter((one) => one.isNeeded), ...all.filter((one) => !one.isNeeded)];
  const typed = row.map(
    (one) => code`${name(one.called)}${one.isNeeded ? code`` : code`?`}: ${one.type}`,
  );
  const parts = [...new Set(all.map((one) => one.place))].map((place) => {
    const own = all.filter((one) => one.place === place);
    const [whole] = own;
    if (whole?.of === undefined) return code`${property(place)}: ${name(whole?.called ?? place)}`;
    const members = own.map((one) => code`${property(one.of ?? "")}: ${name(one.called)}`);
    return code`${property(place)}: { ${join(members, ", ")} }`;
  });
  const sent = all.length > 0 ? code`{ ${join(parts, ", ")} } as ${request}` : code`undefined`;
  const object = name(`${tag}${pascal(names.method)}Request`);
  const called = code`{ ${join(
    row.map((one) => name(one.called)),
    ", ",
  )} }: ${object}${row.some((one) => one.isNeeded) ? code`` : code` = {}`}`;
  const isOne = !inRow && all.length > 0;
  const taken = isOne ? [called] : typed;
  const options = code`_call?: ${callOptions}`;
  const method = code`${name(names.method)}(${join([...taken, options], ", ")}) {
  return ${use("client", "../client.js")}[${str(names.method)}](${sent}, this.with(_call));
}`;
  const first = isOne
    ? [code`given${row.some((one) => one.isNeeded) ? code`` : code`?`}: ${object}`]
    : [];
  const raw = code`${name(`${names.method}Raw`)}(${join([...first, options], ", ")}) {
  return rawOf(this.${name(names.method)}(${join([...first.map(() => code`given`), code`_call`], ", ")}));
}`;
  const type =
    all.length > 0 ? code`export interface ${object} {\n${join(typed, ";\n")};\n}` : code``;
  return inRow ? [type, method] : [type, method, raw];
}

/** The body as one argument, or the fields of a form. */
function bodyOf(operation: Operation, request: Code) {
  const { names, body } = operation;
  const [media] = body?.content ?? [];
  if (!body || !media) return [];
  const place = "body" as const;
  const whole = code`NonNullable<${request}["body"]>`;
  if (body.content.length === 1 && /^(form|multipart)$/.test(media.codec))
    return media.parts.map((one) => {
      const of = requestName(operation, place, one.name);
      const type = code`${whole}[${str(of)}]`;
      return { place, of, called: argument(one.name), type, isNeeded: one.required };
    });
  const { schema } = media;
  const item = schema?.keywords.items?.name;
  const called =
    schema?.name ?? item ?? (schema?.keywords.properties ? `${names.method}Request` : undefined);
  const other = schema?.keywords.items ? "requestBody" : "body";
  return [
    {
      place,
      of: undefined,
      called: argument(called ?? other),
      type: whole,
      isNeeded: body.required,
    },
  ];
}

/** In camelCase; with `_` where that is a word of the language. */
function argument(text: string): string {
  const called = camel(text);
  try {
    return identifier(called);
  } catch {
    return `_${called}`;
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
