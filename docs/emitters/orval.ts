import {
  type Code,
  type Operation,
  code,
  defineEmitter,
  join,
  name,
  str,
  text,
  use,
} from "specsmith";

/** `orval.ts`: functions, URLs, keys, options and hooks with the names and arguments that they have with orval. */
export default defineEmitter({
  name: "orval",
  needs: ["client"],
  emit({ operations: all }) {
    const operations = all.filter(({ kind }) => kind === "path"); // without webhooks
    return [
      { path: "orval.ts", code: join([...head(operations), ...operations.flatMap(linesOf)], "\n") },
    ];
  },
});

const types = (one: string) => use(one, "./types.js", "type");
const errors = (one: string) => use(one, "./runtime/client/errors.js", "type");
const http = (one: string) => use(one, "./runtime/wire/http.js", "type");
const query = (one: string) => use(one, "@tanstack/react-query");
const queryTypes = (one: string) => use(one, "@tanstack/react-query", "type");
const callOptions = use("CallOptions", "./runtime/client/options.js", "type");

/** What the operations share. They give what those of your `client` give. */
function head(operations: readonly Operation[]): readonly Code[] {
  const failures = ["RateLimitError", "ConnectionError", "UnexpectedResponse"].map(errors);
  const options = code`${queryTypes("UseQueryOptions")}<Body, Failed, Data>`;
  const tag = code`${queryTypes("DataTag")}<${queryTypes("QueryKey")}, Data, Failed>`;
  const shared = code`type Result<Call extends (...given: never) => unknown> = Awaited<ReturnType<Call>>;
type Failure<R extends ${http("AnyReply")}> = ${join([code`${errors("ErrorOf")}<R>`, ...failures], " | ")};
interface Calls {
  request?: ${callOptions};
  fetch?: ${callOptions};
  axios?: ${callOptions};
}

function callOf({ request, fetch = request, axios = fetch }: Calls = {}): ${callOptions} {
  return axios ?? {};
}

function urlOf(path: string, params: object = {}): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(params) as [string, unknown][])
    for (const one of [value].flat())
      if (one !== undefined) query.append(key, one instanceof Date ? one.toJSON() : String(one));
  return query.size > 0 ? path + "?" + String(query) : path;
}`;
  const queries = code`/** A query has to give something. */
type Found<Call extends (...given: never) => unknown> =
  undefined extends Result<Call> ? Exclude<Result<Call>, undefined> | null : Result<Call>;
interface Queries<Body, Failed, Data> extends Calls {
  query?: Partial<${options}>;
}

function queryOf<Body, Failed, Data>(
  queryKey: ${queryTypes("QueryKey")},
  ids: readonly unknown[],
  call: (options: ${callOptions}) => PromiseLike<unknown>,
  options?: Queries<Body, Failed, Data>,
) {
  return {
    queryFn: async ({ signal }: { signal: AbortSignal }) => (await call({ signal, ...callOf(options) })) ?? null,
    enabled: ids.every((id) => id !== undefined && id !== null && id !== ""),
    retry: false, // the client does that
    ...options?.query,
    queryKey: (options?.query?.queryKey ?? queryKey) as ${tag},
  } as ${options} & { queryKey: ${tag} };
}`;
  const mutations = code`interface Mutations<Body, Failed, Variables, Context> extends Calls {
  mutation?: ${queryTypes("UseMutationOptions")}<Body, Failed, Variables, Context>;
}`;
  return [
    shared,
    operations.some(({ method }) => method === "GET") ? queries : code``,
    operations.some(({ method }) => method !== "GET") ? mutations : code``,
  ];
}

interface Argument {
  readonly called: Code;
  readonly type: Code;
  readonly isNeeded: boolean;
}

function linesOf(operation: Operation): readonly Code[] {
  const { names, method, path, parameters, body } = operation;
  const { parts } = names;
  const needs = (place: string) => parameters.some((one) => one.in === place && one.required);
  const inPath = parameters.filter((one) => one.in === "path");
  const ids = inPath.map((one): Argument => {
    const type = code`${types(names.request)}["path"][${str(one.name)}]`;
    return { called: name(one.name), type, isNeeded: true };
  });
  const data = argument(code`data`, parts.body, body?.required);
  const params = argument(code`params`, parts.query, needs("query"));
  const all = [...ids, ...data, ...params];
  const row = [...all.filter((one) => one.isNeeded), ...all.filter((one) => !one.isNeeded)];

  const own = name(names.method);
  const pascal = names.method.charAt(0).toUpperCase() + names.method.slice(1);
  const called = (start: string, end = "") => name(`${start}${pascal}${end}`);
  const members = [
    ...(parts.path ? [code`path: { ${list(given(ids))} }`] : []),
    ...(parts.query ? [code`query: params`] : []),
    ...(parts.body ? [code`body: data`] : []),
    // For orval, these are no arguments.
    ...(needs("header") ? [code`headers: { ...call?.headers } as never`] : []),
  ];
  const request = code`{ ${list(members)} } as ${types(names.request)}`;
  const url = path.map((one) => (typeof one === "string" ? one : name(one.name)));
  const encoded = url.map((one) =>
    typeof one === "string" ? one : code`encodeURIComponent(String(${one}))`,
  );
  const calls = [
    code`export const ${own} = (${list(row.map(typed), [code`call?: ${callOptions}`])}) =>
  ${use("client", "../client.js")}[${str(names.method)}](${members.length > 0 ? request : code`undefined`}, call);`,
    code`export const ${called("get", "Url")} = (${list([...ids, ...params].map(typed))}) =>
  urlOf(${list([text(encoded)], given(params))});`,
    ...replyTypes(operation),
  ];

  const failure = code`Failure<${types(names.reply)}>`;
  const to = code`queryClient?: ${queryTypes("QueryClient")}`;
  if (method !== "GET") {
    const variables = called("", "Variables");
    const options = called("get", "MutationOptions");
    const generics = code`Result<typeof ${own}>, Failed, ${variables}, Context`;
    const head = code`<Failed = ${failure}, Context = unknown>(options?: Mutations<${generics}>`;
    return [
      ...calls,
      code`export type ${called("", "MutationResult")} = NonNullable<Result<typeof ${own}>>;`,
      code`export type ${called("", "MutationError")} = ${failure};`,
      ...data.map(({ type }) => code`export type ${called("", "MutationBody")} = ${type};`),
      code`type ${variables} = ${all.length > 0 ? code`{ ${list(row.map(typed))} }` : code`void`};`,
      code`export const ${options} = ${head}) => ({
  mutationKey: [${str(names.method)}],
  mutationFn: (${all.length > 0 ? code`{ ${list(given(row))} }: ${variables}` : code``}) => ${own}(${list(given(row), [code`callOf(options)`])}),
  ...options?.mutation,
}) as ${queryTypes("UseMutationOptions")}<${generics}>;`,
      code`export const ${called("use")} = ${head}, ${to}) => ${query("useMutation")}(${options}(options), queryClient);`,
    ];
  }
  const key = code`${called("get", "QueryKey")}(${list(given([...ids, ...params]))})`;
  const options = called("get", "QueryOptions");
  const made = code`(${list(given(row), [code`options`])})`;
  const generics = code`<Data = Found<typeof ${own}>, Failed = ${failure}>`;
  const taken = list(row.map(typed), [code`options?: Queries<Found<typeof ${own}>, Failed, Data>`]);
  const suspense = called("get", "SuspenseQueryOptions");
  return [
    ...calls,
    code`export type ${called("", "QueryResult")} = NonNullable<Result<typeof ${own}>>;`,
    code`export type ${called("", "QueryError")} = ${failure};`,
    code`export const ${called("get", "QueryKey")} = (${list([...ids, ...params].map((one) => typed({ ...one, isNeeded: false })))}) =>
  [${list(
    [text(url)],
    params.map(() => code`...(params ? [params] : [])`),
  )}] as const;`,
    code`export const ${options} = ${generics}(${taken}) =>
  queryOf(${key}, [${list(given(ids))}], (call) => ${own}(${list(given(row), [code`call`])}), options);`,
    code`export const ${called("use")} = ${generics}(${taken}, ${to}) => ${query("useQuery")}(${options}${made}, queryClient);`,
    code`export const ${suspense} = ${generics}(${taken}) =>
  ${options}${made} as ${queryTypes("UseSuspenseQueryOptions")}<Found<typeof ${own}>, Failed, Data>;`,
    code`export const ${called("use", "Suspense")} = ${generics}(${taken}, ${to}) =>
  ${query("useSuspenseQuery")}(${suspense}${made}, queryClient);`,
    code`export const ${called("prefetch", "Query")} = async ${generics}(queryClient: ${queryTypes("QueryClient")}, ${taken}) => {
  await queryClient.prefetchQuery(${options}${made});
  return queryClient;
};`,
    code`export const ${called("invalidate")} = async (${list([code`queryClient: ${queryTypes("QueryClient")}`], [...ids, ...params].map(typed), [code`options?: ${queryTypes("InvalidateOptions")}`])}) => {
  await queryClient.invalidateQueries({ queryKey: ${key} }, options);
  return queryClient;
};`,
  ];
}

/** `getPetResponse200` and others: types of what a call gives, where that has a status. */
function replyTypes({ names, replies }: Operation): readonly Code[] {
  const called = (end: string) => name(`${names.method}Response${end}`);
  const all = called("");
  const byStatus = replies.flatMap(({ match, content }) => {
    if (match.kind !== "exact") return [];
    const ends = content.length > 1 ? content.map((one) => wordsOf(one.type)) : [""];
    return ends.map(
      (end) =>
        code`export type ${called(`${match.status}${end}`)} = Extract<${all}, { status: ${match.status} }>;`,
    );
  });
  return [
    code`export type ${all} = Result<typeof ${name(names.method)}>;`,
    code`export type ${called("Success")} = Extract<${all}, { status: ${http("SuccessStatus")} }>;`,
    code`export type ${called("Error")} = Exclude<${all}, ${called("Success")}>;`,
    ...byStatus,
  ];
}

function argument(called: Code, type: string | undefined, isNeeded = false): readonly Argument[] {
  return type === undefined ? [] : [{ called, type: types(type), isNeeded }];
}

function typed({ called, type, isNeeded }: Argument): Code {
  return isNeeded ? code`${called}: ${type}` : code`${called}?: ${type}`;
}

function given(all: readonly Argument[]): readonly Code[] {
  return all.map(({ called }) => called);
}

function list(...parts: readonly (readonly Code[])[]): Code {
  return join(parts.flat(), ", ");
}

/** `TextPlain` for `text/plain`. */
function wordsOf(media: string): string {
  const words = media.match(/[A-Za-z\d]+/g) ?? [];
  return words.map((one) => one.charAt(0).toUpperCase() + one.slice(1)).join("");
}
