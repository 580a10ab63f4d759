import { type Code, type Operation, code, defineEmitter, join, key, name } from "specsmith";
import { requestOf, requestParts, str, use } from "specsmith";

/** `openapi-codegen.ts`: functions, query options and hooks with the names and variables that openapi-codegen gives them. */
export default defineEmitter({
  name: "openapi-codegen",
  needs: ["client"],
  emit({ operations: all }) {
    const operations = all.filter(({ kind, isNamed }) => kind === "path" && isNamed);
    if (operations.length === 0) return [];
    const named = new Map(operations.map((operation) => [stemOf(operation), operation]));
    const lines = Array.from(named, ([stem, operation]) => linesOf(operation, stem));
    const queries = [...named].filter(([, operation]) => isQuery(operation));
    const members = queries.map(
      ([stem, operation]) =>
        code`{ path: ${pathOf(operation)}; operationId: ${str(lower(stem))}; variables: ${name(`${stem}Variables`)} | ${query("SkipToken")} }`,
    );
    const operation = members.length > 0 ? join(members, " | ") : code`never`;
    const last = code`export type QueryOperation = ${operation};`;
    return [{ path: "openapi-codegen.ts", code: join([head, ...lines, last], "\n\n") }];
  },
});

const query = (one: string) => use(one, "@tanstack/react-query", "type");
const hook = (one: string) => use(one, "@tanstack/react-query");
const context = (one: string) => use(one, "../context.js");

const head = code`export interface FetcherOptions {
  headers?: {};
  queryParams?: {};
}
export type ErrorWrapper<Failure> = Failure | { status: "unknown"; payload: string };

/** Bytes are a \`Blob\`. */
type DataOf<Body> = Body extends Uint8Array ? Blob : Body;

/** Throws the body of an error, as its fetcher does. */
async function dataOf<Body>(call: PromiseLike<Body>): Promise<DataOf<Body>> {
  try {
    const body: unknown = await call;
    return (body instanceof Uint8Array ? new Blob([body as BlobPart]) : body) as DataOf<Body>;
  } catch (error) {
    if (!(error instanceof ${use("ApiError", "./runtime/client/errors.js")})) throw error;
    throw error.body ?? { status: "unknown", payload: error.message };
  }
}

function callOf({ headers }: FetcherOptions, signal: AbortSignal | undefined): ${use("CallOptions", "./runtime/client/options.js", "type")} {
  return { ...(headers && { headers }), ...(signal && { signal }) };
}

function merged<Variables extends FetcherOptions>(given: FetcherOptions, variables: Variables): Variables {
  const headers = { ...given.headers, ...variables.headers };
  const queryParams = { ...given.queryParams, ...variables.queryParams };
  return { ...given, ...variables, headers, queryParams };
}`;

const places = {
  path: "pathParams",
  query: "queryParams",
  headers: "headers",
  body: "body",
} as const;

function linesOf(operation: Operation, stem: string): Code {
  const { names } = operation;
  const parts = requestParts(operation);
  const request = use(names.request, "./types.js", "type");
  const ids = parts.flatMap((part) => {
    return part.place === "path" ? [[part, memberOf(part.name)] as const] : [];
  });
  const path = ids.map(([{ type }, called]) => code`${key(called)}: ${type}`);
  const taken = Object.entries(places).flatMap(([place, member]) => {
    const own = parts.filter((part) => part.place === place);
    const [one] = own;
    if (!one) return [];
    const given = code`NonNullable<${request}[${str(place)}]>`;
    const isNeeded = own.some((part) => part.required);
    const type = { path: code`{ ${join(path, "; ")} }`, body: one.type }[place] ?? given;
    return { place, member: name(member), isNeeded, type };
  });
  const members = taken.map(
    ({ member, isNeeded, type }) => code`${member}${isNeeded ? code`` : code`?`}: ${type}`,
  );
  const values = ids.map(
    ([part, called]) => [part, code`variables.pathParams[${str(called)}]`] as const,
  );
  const others = taken.filter(({ place }) => place !== "path");
  const whole = others.map(({ place, member }) => [place, code`variables.${member}`] as const);
  const types = taken.map(({ place, type }) => {
    const suffix = { path: "PathParams", query: "QueryParams", headers: "Headers" }[place];
    return code`export type ${name(stem + (suffix ?? "RequestBody"))} = ${type};`;
  });
  const [variables, response, failure] = ["Variables", "Response", "Error"].map((one) =>
    name(stem + one),
  );
  const fetching = name(`fetch${stem}`);
  const of = code`ErrorWrapper<Exclude<${use("ErrorOf", "./runtime/client/errors.js", "type")}<${use(names.reply, "./types.js", "type")}>["body"], undefined>>`;
  const first = code`${join(types, "\n")}
export type ${variables!} = FetcherOptions${members.length > 0 ? code` & { ${join(members, "; ")} }` : code``};
export type ${response!} = Awaited<ReturnType<typeof ${fetching}>>;
export type ${failure!} = ${of};

export function ${fetching}(variables: ${variables!}, signal?: AbortSignal) {
  return dataOf(${use("client", "../client.js")}[${str(names.method)}](${requestOf(operation, values, Object.fromEntries(whole))}, callOf(variables, signal)));
}`;
  const own = name(`use${stem}`);
  if (!isQuery(operation))
    return code`${first}

export function ${own}(options?: Omit<${query("UseMutationOptions")}<${response!}, ${failure!}, ${variables!}, unknown>, "mutationFn">) {
  const { fetcherOptions } = ${context("useContext")}();
  return ${hook("useMutation")}({
    mutationFn: (variables: ${variables!}) => ${fetching}(merged(fetcherOptions, variables)),
    ...options,
  }) as ${query("UseMutationResult")}<${response!}, ${failure!}, ${variables!}, unknown>;
}`;
  const keyed = name(`${lower(stem)}Query`);
  const skip = hook("skipToken");
  const given = code`options?: Omit<${query("UseQueryOptions")}<${response!}, ${failure!}, Data>, "queryKey" | "queryFn" | "initialData">`;
  return code`${first}

export function ${keyed}(variables: ${variables!} | ${query("SkipToken")}) {
  return {
    queryKey: ${context("queryKeyFn")}({ path: ${pathOf(operation)}, operationId: ${str(lower(stem))}, variables }),
    queryFn: variables === ${skip} ? ${skip} : ({ signal }: { signal?: AbortSignal }) => ${fetching}(variables, signal),
  };
}

export function ${name(`useSuspense${stem}`)}<Data = ${response!}>(variables: ${variables!}, ${given}) {
  const { queryOptions, fetcherOptions } = ${context("useContext")}();
  return ${hook("useSuspenseQuery")}({ ...${keyed}(merged(fetcherOptions, variables)), ...options, ...queryOptions } as never) as ${query("UseSuspenseQueryResult")}<Data, ${failure!}>;
}

export function ${own}<Data = ${response!}>(variables: ${variables!} | ${query("SkipToken")}, ${given}) {
  const { queryOptions, fetcherOptions } = ${context("useContext")}();
  const all = variables === ${skip} ? variables : merged(fetcherOptions, variables);
  return ${hook("useQuery")}({ ...${keyed}(all), ...options, ...queryOptions } as never) as ${query("UseQueryResult")}<Data, ${failure!}>;
}`;
}

function isQuery({ method }: Operation): boolean {
  return method === "GET";
}

/** `GetPetById` for `get_pet-by id`. */
function stemOf({ id, names }: Operation): string {
  return (pascal(id) || names.stem).replace(/^\d/, "_$&");
}

/** `petId` for `pet_id`, where that has letters. */
function memberOf(text: string): string {
  return lower(pascal(text)) || text;
}

/** `PetId` for `pet_id`. */
function pascal(text: string): string {
  const words = text.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [];
  return words.map((one) => one.charAt(0).toUpperCase() + one.slice(1).toLowerCase()).join("");
}

function pathOf({ template }: Operation): Code {
  return str(template.replace(/\{([^{}]*)\}/g, (_, one: string) => `{${memberOf(one)}}`));
}

function lower(stem: string): string {
  return stem.charAt(0).toLowerCase() + stem.slice(1);
}
