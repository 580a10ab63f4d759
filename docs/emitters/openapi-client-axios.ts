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

/** `Components.Schemas.Pet`, `Paths.GetPet.Responses.$200`. */
function namespacesOf(operations: readonly Operation[], schemas: readonly NamedSchema[]): Code {
  const named = schemas.filter(({ source }) => source.pointer.startsWith("/components/schemas/"));
  const models = named.map((one) => code`export type ${name(one.name)} = ${types(one.name)};`);
  const taken = new Set<string>();
  const paths = operations.map((operation) => {
    const { names, replies, id } = operation;
    const parts = requestParts(operation);
    const request = code`Required<${types(names.request)}>`;
    const all = { path: "PathParameters", query: "QueryParameters", body: "RequestBody" };
    const own = Object.entries(all).flatMap(([place, called]) =>
      parts.some((one) => one.place === place)
        ? [code`export type ${name(called)} = ${request}[${str(place)}];`]
        : [],
    );
    const statuses = replies.flatMap(({ match }) => (match.kind === "exact" ? [match.status] : []));
    const bodies = [...new Set(statuses)].map((status) => {
      const reply = code`Extract<${types(names.reply)}, { status: ${json(status)} }>`;
      return code`export type ${name(`$${status}`)} = ${reply} extends { body: infer Body } ? Body : unknown;`;
    });
    const words = id.split(/[^A-Za-z\d$]+/);
    const pascal = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
    return code`export namespace ${name(freeName(pascal, taken))} {
${join(own, "\n")}
export namespace Responses {\n${join(bodies, "\n")}\n}
}`;
  });
  return code`export namespace Components {
export namespace Schemas {\n${join(models, "\n")}\n}
}
export namespace Paths {\n${join(paths, "\n")}\n}`;
}
