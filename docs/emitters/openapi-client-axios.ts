import { type Code, type NamedSchema, type Operation } from "specsmith";
import { code, defineEmitter, freeName, join, json, key, name } from "specsmith";
import { requestOf, requestParts, str, use } from "specsmith";

const types = (called: string) => use(called, "./types.js", "type");
const callOptions = use("CallOptions", "./runtime/client/options.js", "type");
const client = use("client", "../client.js");

/** `openapi-client-axios.ts`: what `getClient()` gives, and the types that `typegen` writes. */
export default defineEmitter({
  name: "openapi-client-axios",
  needs: ["client"],
  emit({ operations: all, schemas }) {
    const operations = all.filter(({ kind }) => kind === "path"); // without webhooks
    if (operations.length === 0) return [];
    const taken = new Set<string>();
    const methods: Code[] = [];
    const byPath = new Map<string, Code[]>();
    for (const operation of operations) {
      const { method, template } = operation;
      // An operation without an id has one made for it, which another may have.
      const isTaken = taken.has(operation.id);
      const id = isTaken ? freeName(operation.names.method, taken) : operation.id;
      taken.add(id);
      methods.push(code`${key(id)}: ${methodOf(operation)},`);
      const line = code`${key(method.toLowerCase())}: operations[${str(id)}],`;
      byPath.set(template, [...(byPath.get(template) ?? []), line]);
    }
    const paths = Array.from(
      byPath,
      ([path, lines]) => code`${key(path)}: {\n${join(lines, "\n")}\n},`,
    );
    const takes = operations.some(({ parameters }) => parameters.length > 0);
    const made = code`${head}${takes ? ofParameters : code``}

const operations = {\n${join(methods, "\n")}\n};
const paths = {\n${join(paths, "\n")}\n};
export const openAPIClient = { ...operations, paths };
export type OperationMethods = typeof operations;
export type PathsDictionary = typeof paths;
export type Client = typeof openAPIClient;

${namespacesOf(operations, schemas)}`;
    return [{ path: "openapi-client-axios.ts", code: made }];
  },
});

const head = code`export interface ExplicitParam {
  readonly name: string;
  readonly value: unknown;
  readonly in?: string;
}

async function respond<R extends ${use("AnyReply", "./runtime/wire/http.js", "type")}, S>(call: ${use("Call", "./runtime/client/client.js", "type")}<R, S>) {
  const { status, headers, body } = await call.ok();
  return { data: body as Awaited<typeof call>, status, headers };
}
`;

const ofParameters = code`type Given = null | undefined | string | number | bigint | boolean | object | readonly ExplicitParam[];

/** Of an object or a list of parameters, or of the value of the first that is required. */
function valueOf(given: Given, name: string, place: string, isFirst: boolean): never {
  const isOf = (one: ExplicitParam) => one.name === name && (one.in ?? place) === place;
  if (Array.isArray(given)) return (given as ExplicitParam[]).find(isOf)?.value as never;
  if (typeof given === "object" && given !== null) return (given as Record<string, never>)[name] as never;
  return (isFirst ? (given ?? undefined) : undefined) as never;
}`;

/** `getPet(petId, data, config)`, or with `{ petId, fields }` in the first place. */
function methodOf(operation: Operation): Code {
  const parts = requestParts(operation);
  const parameters = parts.filter(({ place }) => place !== "body");
  const first = parameters.find(({ required }) => required) ?? parameters[0];
  const values = parts.map((part) => {
    const { name: called, in: place } = part;
    const given = code`valueOf(parameters, ${str(called)}, ${str(place)}, ${part === first ? code`true` : code`false`})`;
    return [part, place === "body" ? code`data as never` : given] as const;
  });
  // A name that is in two places is one member of the object.
  const members = new Map(parameters.map((part) => [part.name, part]));
  const typed = Array.from(members.values(), ({ name: called, required, type }) => {
    return code`${key(called)}${required ? code`` : code`?`}: ${type}`;
  });
  const one = first
    ? code`string | number | ${first.type} | { ${join(typed, "; ")} } | readonly ExplicitParam[] | null`
    : code`unknown`;
  const body = parts.find(({ place }) => place === "body");
  const request = requestOf(operation, values);
  return code`(${first ? code`parameters` : code`_parameters`}?: ${one}, ${body ? code`data` : code`_data`}?: ${body ? code`${body.type} | null` : code`unknown`}, config?: ${callOptions}) =>
    respond(${client}[${str(operation.names.method)}](${request}, config))`;
}

/** `Components.Schemas.Pet`, or `Definitions.Pet` of Swagger 2.0, and `Paths.GetPet.Responses.$200`. */
function namespacesOf(operations: readonly Operation[], schemas: readonly NamedSchema[]): Code {
  const taken = new Set<string>();
  const paths = operations.map((operation) => {
    const { id, isNamed, method, template } = operation;
    const inside = partsOf(operation);
    if (isNamed) return namespace(freeName(pascal(id), taken), inside);
    const path = template
      .replace(/\{/g, "$")
      .replace(/\}/g, "")
      .replace(/^\/(?=\d)/, "$$");
    return namespace(pascal(path) || "$", [namespace(pascal(method.toLowerCase()), inside)]);
  });
  return code`export namespace Components {\n${namespace("Schemas", modelsOf(schemas, componentPlace))}\n}
${namespace("Definitions", modelsOf(schemas, swaggerPlace))}
${namespace("Paths", paths)}`;
}

const componentPlace = /^\/components\/schemas\/([^/]+)$/;
const swaggerPlace = /^\/definitions\/([^/]+)$/;

/** By their names as they are written, such as `Error`. */
function modelsOf(schemas: readonly NamedSchema[], place: RegExp): Code[] {
  const taken = new Set<string>();
  return schemas.flatMap(({ name: own, source }) => {
    const [, written] = place.exec(source.pointer) ?? [];
    if (written === undefined) return [];
    return code`export type ${name(freeName(pascal(written) || own, taken))} = ${types(own)};`;
  });
}

function partsOf(operation: Operation): Code[] {
  const { names, replies } = operation;
  const parts = requestParts(operation);
  const request = code`Required<${types(names.request)}>`;
  const own = Object.entries(places).flatMap(([place, called]) =>
    parts.some((one) => one.place === place)
      ? [code`export type ${name(called)} = ${request}[${str(place)}];`]
      : [],
  );
  const parameters = new Map(
    parts.flatMap((part) => (part.place === "body" ? [] : [[pascal(part.name) || "_", part.type]])),
  );
  const aliases = Array.from(parameters, ([called, type]) =>
    alias(called, code`Exclude<${type}, undefined>`),
  );
  const statuses = replies.flatMap(({ match }) => (match.kind === "exact" ? [match.status] : []));
  const bodies = [...new Set(statuses)].map((status) => {
    const reply = code`Extract<${types(names.reply)}, { status: ${json(status)} }>`;
    return alias(`$${status}`, code`${reply} extends { body: infer Body } ? Body : unknown`);
  });
  const other = replies.find(({ match }) => match.kind === "default");
  const schema = other?.content[0]?.schema?.name;
  const otherwise = other ? [alias("Default", schema ? types(schema) : code`unknown`)] : [];
  return [
    ...own,
    ...(aliases.length > 0 ? [namespace("Parameters", aliases)] : []),
    namespace("Responses", [...bodies, ...otherwise]),
  ];
}

const places = {
  path: "PathParameters",
  query: "QueryParameters",
  headers: "HeaderParameters",
  cookies: "CookieParameters",
  body: "RequestBody",
};

function namespace(called: string, lines: readonly Code[]): Code {
  return code`export namespace ${name(called)} {\n${join(lines, "\n")}\n}`;
}

function alias(called: string, type: Code): Code {
  return code`export type ${name(freeName(called, new Set()))} = ${type};`;
}

function pascal(text: string): string {
  const words = text.split(/[^A-Za-z\d$]+/);
  return words
    .map((word) => word.replace(/^\$?[a-z]|\$[a-z]/g, (letters) => letters.toUpperCase()))
    .join("");
}
