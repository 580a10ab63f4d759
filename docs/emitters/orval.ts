import {
  type ApiModel,
  type Code,
  type Operation,
  type RequestPart,
  code,
  defineEmitter,
  freeName,
  join,
  json,
  name,
} from "specsmith";
import { property, requestOf, requestParts, str, text, use } from "specsmith";

/** `client` of orval's configuration: what the hooks are for. Or `kubb`, for the names that kubb gives those for React Query. */
const library = "react-query" as "react-query" | "swr" | "kubb";

/** `useInfiniteQueryParam`: the parameter of the pages of infinite queries, which queries have that take it. */
const pageParam = "page";

/** `orval.ts`: functions, URLs, keys, options and hooks with the names and arguments that they have with orval. */
export default defineEmitter({
  name: "orval",
  needs: ["client"],
  emit(model, { options }) {
    const { operations: all } = model;
    const operations = all.filter(({ kind }) => kind === "path"); // without webhooks
    if (operations.length === 0) return [];
    const shared = [
      head(operations),
      library === "swr" ? swrHead(operations) : queryHead(operations),
    ];
    const enums = library === "kubb" && options.enums !== "union" ? kubbEnums(model) : [];
    const lines = [...enums, ...operations.flatMap(linesOf)];
    return [{ path: "orval.ts", code: join([...shared, ...lines], "\n") }];
  },
});

const types = (one: string) => use(one, "./types.js", "type");
const errors = (one: string) => use(one, "./runtime/client/errors.js", "type");
const http = (one: string) => use(one, "./runtime/wire/http.js", "type");
const query = (one: string) => use(one, "@tanstack/react-query");
const queryTypes = (one: string) => use(one, "@tanstack/react-query", "type");
const callOptions = use("CallOptions", "./runtime/client/options.js", "type");

const isQuery = ({ method }: Operation) => method === "GET";

/** Names in the code below, which hide an operation of that name: for that, there is another one. */
const locals = ["arg", "call", "client", "data", "options", "page", "params", "queryClient"];
const functionOf = ({ names }: Operation) =>
  name(locals.includes(names.method) ? `_${names.method}` : names.method);

/** What the operations share. They give what those of your `client` give. */
function head(operations: readonly Operation[]): Code {
  const failures = ["RateLimitError", "ConnectionError", "UnexpectedResponse"].map(errors);
  const headers = code`
/** Headers are no arguments: those that the description requires are looked for among those of a call. */
function headerOf(call: ${callOptions} | undefined, name: string): never {
  const all = Object.entries(call?.headers ?? {});
  return all.find(([one]) => one.toLowerCase() === name.toLowerCase())?.[1] as never;
}`;
  const hasHeaders = operations.some(({ parameters }) =>
    parameters.some((one) => one.in === "header" && one.required),
  );
  return code`type Result<Call extends (...given: never) => unknown> = Awaited<ReturnType<Call>>;
type Failure<R extends ${http("AnyReply")}> = ${join([code`${errors("ErrorOf")}<R>`, ...failures], " | ")};
interface Calls {
  request?: ${callOptions};
  fetch?: ${callOptions};
  axios?: ${callOptions};
  client?: ${callOptions};
}

function callOf({ request, fetch = request, axios = fetch, client = axios }: Calls = {}): ${callOptions} {
  return client ?? {};
}

function urlOf(path: string, params: object = {}): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(params) as [string, unknown][])
    for (const one of [value].flat())
      if (one !== undefined) query.append(key, one instanceof Date ? one.toJSON() : String(one));
  return query.size > 0 ? path + "?" + String(query) : path;
}${hasHeaders ? headers : code``}`;
}

function queryHead(operations: readonly Operation[]): Code {
  const options = code`${queryTypes("UseQueryOptions")}<Body, Failed, Data>`;
  const tag = code`${queryTypes("DataTag")}<${queryTypes("QueryKey")}, Data, Failed>`;
  const queries = code`/** A query has to give something. */
type Found<Call extends (...given: never) => unknown> =
  undefined extends Result<Call> ? Exclude<Result<Call>, undefined> | null : Result<Call>;
interface Queries<Body, Failed, Data> extends Calls {
  query?: Partial<${options}>;
}

function queryOf<Body, Failed, Data>(
  queryKey: ${queryTypes("QueryKey")},
  ids: readonly unknown[],
  call: (options: ${callOptions}, page?: unknown) => PromiseLike<unknown>,
  options?: Queries<Body, Failed, Data>,
) {
  return {
    queryFn: async ({ signal, pageParam }: { signal: AbortSignal; pageParam?: unknown }) =>
      (await call({ signal, ...callOf(options) }, pageParam)) ?? null,
    enabled: ids.every((id) => id !== undefined && id !== null && id !== ""),
    retry: false, // the client does that
    ...options?.query,
    queryKey: (options?.query?.queryKey ?? queryKey) as ${tag},
  } as ${options} & { queryKey: ${tag} };
}`;
  const infinite = code`type Infinite<Body, Failed, Data, Page> = Parameters<typeof ${query("useInfiniteQuery")}<Body, Failed, Data, ${queryTypes("QueryKey")}, Page>>[0];
interface InfiniteQueries<Body, Failed, Data, Page> extends Calls {
  query?: Partial<Infinite<Body, Failed, Data, Page>>;
}`;
  const mutations = code`interface Mutations<Body, Failed, Variables, Context> extends Calls {
  mutation?: ${queryTypes("UseMutationOptions")}<Body, Failed, Variables, Context>;
}`;
  const all = [
    ...(operations.some(isQuery) ? [queries] : []),
    ...(operations.some((one) => isQuery(one) && pageOf(one)) ? [infinite] : []),
    ...(operations.every(isQuery) ? [] : [mutations]),
  ];
  return join(all, "\n");
}

function swrHead(operations: readonly Operation[]): Code {
  const types = (one: string) => use(one, "swr", "type");
  const queries = code`import useSwr from "swr";
interface Queries<Body, Failed> extends Calls {
  swr?: ${types("SWRConfiguration")}<Body, Failed> & { swrKey?: ${types("Key")}; enabled?: boolean };
}

function useQueryOf<Body, Failed>(
  key: readonly unknown[],
  ids: readonly unknown[],
  call: (options: ${callOptions}) => PromiseLike<Body>,
  options?: Queries<Body, Failed>,
) {
  const isEnabled = options?.swr?.enabled !== false && ids.every((id) => id !== undefined && id !== null && id !== "");
  const swrKey: ${types("Key")} = options?.swr?.swrKey ?? (() => (isEnabled ? key : null));
  return { swrKey, ...useSwr<Body, Failed>(swrKey, async () => call(callOf(options)), options?.swr) };
}`;
  const mutations = code`import useSWRMutation from "swr/mutation";
interface Mutations<Body, Failed, Arg> extends Calls {
  swr?: ${use("SWRMutationConfiguration", "swr/mutation", "type")}<Body, Failed, ${types("Key")}, Arg> & { swrKey?: string };
}

function useMutationOf<Body, Failed, Arg>(
  key: readonly unknown[],
  call: (key: ${types("Key")}, given: { arg: Arg }) => PromiseLike<Body>,
  options?: Mutations<Body, Failed, Arg>,
) {
  const swrKey: ${types("Key")} = options?.swr?.swrKey ?? key;
  return { swrKey, ...useSWRMutation<Body, Failed, ${types("Key")}, Arg>(swrKey, async (_: unknown, { arg }: { readonly arg: Arg }) => call(key, { arg }), options?.swr) };
}`;
  const all = [
    ...(operations.some(isQuery) ? [queries] : []),
    ...(operations.every(isQuery) ? [] : [mutations]),
  ];
  return join(all, "\n");
}

interface Argument {
  readonly called: Code;
  readonly type: Code;
  readonly isNeeded: boolean;
  /** What is sent where it is left out. */
  readonly initial?: Code | undefined;
}

function linesOf(operation: Operation): readonly Code[] {
  const { names, method, path } = operation;
  const parts = requestParts(operation);
  const initialOf = (part: RequestPart) => defaultOf(part, operation);
  const needs = (place: string) =>
    parts.some((one) => one.place === place && one.required && !initialOf(one));
  const used = new Set([...locals, names.method]);
  const inPath = [...new Set(path.filter((one) => typeof one !== "string"))].flatMap((one) => {
    const part = parts.find((other) => other.place === "path" && other.name === one.name);
    return part ? [{ one, part, called: name(argument(one.name, used)) }] : [];
  });
  const ids = inPath.map(({ part, called }): Argument => {
    const initial = initialOf(part);
    return { called, type: part.type, isNeeded: !initial, initial };
  });
  const initials = parts.flatMap((part) => {
    const value = part.in === "query" ? initialOf(part) : undefined;
    return value && part.member !== undefined ? [[part.member, value] as const] : [];
  });
  const members = initials.map(([member, value]) => code`${property(member)}: ${value}`);
  const [data, params] = (["body", "query"] as const).map((place): readonly Argument[] => {
    const first = parts.find((one) => one.place === place);
    if (!first) return [];
    const query = code`${types(names.request)}["query"]`;
    const optional = join(
      initials.map(([member]) => str(member)),
      " | ",
    );
    const params =
      initials.length > 0
        ? code`Omit<${query}, ${optional}> & Partial<Pick<${query}, ${optional}>>`
        : query;
    const type = place === "body" ? first.type : params;
    return [{ called: place === "body" ? code`data` : code`params`, type, isNeeded: needs(place) }];
  }) as [readonly Argument[], readonly Argument[]];
  const all = [...ids, ...data, ...params];
  const row = [...all.filter((one) => one.isNeeded), ...all.filter((one) => !one.isNeeded)];
  const headers = parts.filter((one) => one.place === "headers" && one.required);
  const request = requestOf(
    operation,
    [
      ...inPath.map(({ part, called }) => [part, called] as const),
      ...headers.map((part) => [part, code`headerOf(call, ${str(part.name)})`] as const),
    ],
    {
      ...(data.length > 0 && { body: code`data` }),
      ...(params.length > 0 && {
        query: members.length > 0 ? code`{ ${join(members, ", ")}, ...params }` : code`params`,
      }),
    },
  );
  const url = path.map((part) => {
    const id = inPath.find(({ one }) => one === part);
    return typeof part === "string" ? part : (id?.called ?? "");
  });
  const encoded = url.map((one) =>
    typeof one === "string" ? one : code`encodeURIComponent(String(${one}))`,
  );
  const own = functionOf(operation);
  const called = (start: string, end = "") => name(`${start}${upper(names.method)}${end}`);
  const calls = [
    code`export const ${name(names.method)} = (${list(row.map(typed), [code`call?: ${callOptions}`])}) =>
  ${use("client", "../client.js")}[${str(names.method)}](${request}, call);`,
    ...(locals.includes(names.method) ? [code`const ${own} = ${name(names.method)};`] : []),
    code`export const ${called("get", "Url")} = (${list([...ids, ...params].map(typed))}) =>
  urlOf(${list([text(encoded)], given(params))});`,
    ...(library === "kubb" ? kubbTypes(operation, { ids, data, params }) : replyTypes(operation)),
  ];

  const optionsOf = (end: string) => optionsName(operation, end);
  const failure = code`Failure<${types(names.reply)}>`;
  const pieces = { ids, data, params, row, url, failure };
  if (library === "swr") return [...calls, ...swrLines(operation, pieces)];
  const to = code`queryClient?: ${queryTypes("QueryClient")}`;
  if (method !== "GET") {
    const variables = called("", "MutationVariables");
    const options = optionsOf("MutationOptions");
    const generics = code`Result<typeof ${own}>, Failed, ${variables}, Context`;
    const head = code`<Failed = ${failure}, Context = unknown>(options?: Mutations<${generics}>`;
    return [
      ...calls,
      code`export type ${called("", "MutationResult")} = NonNullable<Result<typeof ${own}>>;`,
      code`export type ${called("", "MutationError")} = ${failure};`,
      ...data.map(({ type }) => code`export type ${called("", "MutationBody")} = ${type};`),
      code`export type ${variables} = ${all.length > 0 ? code`{ ${list(row.map(memberOf))} }` : code`void`};`,
      code`export const ${optionsOf("MutationKey")} = () => [${library === "kubb" ? placeOf(operation, []) : str(names.method)}] as const;`,
      code`export const ${options} = ${head}) => ({
  mutationKey: ${optionsOf("MutationKey")}(),
  mutationFn: (${all.length > 0 ? code`{ ${list(given(row))} }: ${variables}` : code``}) => ${own}(${list(given(row), [code`callOf(options)`])}),
  ...options?.mutation,
}) as ${queryTypes("UseMutationOptions")}<${generics}>;`,
      code`export const ${called("use")} = ${head}, ${to}) => ${query("useMutation")}(${options}(options), queryClient);`,
    ];
  }
  const key = code`${optionsOf("QueryKey")}(${list(given([...ids, ...params]))})`;
  const options = optionsOf("QueryOptions");
  const made = code`(${list(given(row), [code`options`])})`;
  const generics = code`<Data = Found<typeof ${own}>, Failed = ${failure}>`;
  const taken = list(row.map(typed), [code`options?: Queries<Found<typeof ${own}>, Failed, Data>`]);
  const suspense = optionsOf("SuspenseQueryOptions");
  return [
    ...calls,
    code`export type ${called("", "QueryResult")} = NonNullable<Result<typeof ${own}>>;`,
    code`export type ${called("", "QueryError")} = ${failure};`,
    code`export const ${optionsOf("QueryKey")} = (${list([...ids, ...params].map((one) => typed({ ...one, isNeeded: false })))}) =>
  [${list(
    [library === "kubb" ? placeOf(operation, ids) : text(url)],
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
    ...infiniteLines(operation, pieces),
  ];
}

/** `getGetPetQueryKey`; of kubb, `getPetQueryKey`. */
function optionsName({ names }: Operation, end: string): Code {
  return name(library === "kubb" ? `${names.method}${end}` : `get${upper(names.method)}${end}`);
}

/** What kubb begins a key with: `{ url: "/pets/:petId", params: { petId } }`. */
function placeOf({ template }: Operation, ids: readonly Argument[]): Code {
  const params = ids.length > 0 ? code`, params: { ${list(given(ids))} }` : code``;
  return code`{ url: ${str(template.replace(/\{([^}]*)\}/g, ":$1"))}${params} }`;
}

/** Types by kubb's names. */
function kubbTypes(
  operation: Operation,
  { data, params, ids }: Pick<Pieces, "data" | "params" | "ids">,
): Code[] {
  const { names } = operation;
  const called = (end: string) => name(`${upper(names.method)}${end}`);
  const kind = isQuery(operation) ? "Query" : "Mutation";
  const path =
    ids.length > 0
      ? [code`export type ${called("PathParams")} = ${types(names.request)}["path"];`]
      : [];
  return [
    code`export type ${called(`${kind}Response`)} = Result<typeof ${functionOf(operation)}>;`,
    ...data.map(
      ({ type }) => code`export type ${called(`${kind}Request`)} = NonNullable<${type}>;`,
    ),
    ...params.map(({ type }) => code`export type ${called("QueryParams")} = NonNullable<${type}>;`),
    ...path,
  ];
}

/** The enums of schemas by kubb's names: `petStatus` and `PetStatusEnum`. */
function kubbEnums({ schemas, operations }: ApiModel): Code[] {
  const taken = new Set<string>(operations.map(({ names }) => names.method));
  return schemas.flatMap(({ name: own, keywords }) => {
    const called = own.charAt(0).toLowerCase() + own.slice(1);
    const isListed = keywords.enum?.every((one) => /string|number/.test(typeof one));
    if (!isListed || keywords.const || called === own || taken.has(called)) return [];
    return [
      code`export const ${name(called)} = ${use(own, "./types.js")};
export type ${name(`${own}Enum`)} = ${types(own)};`,
    ];
  });
}

interface Pieces {
  readonly ids: readonly Argument[];
  readonly data: readonly Argument[];
  readonly params: readonly Argument[];
  /** All of these, those that are needed first. */
  readonly row: readonly Argument[];
  readonly url: readonly (string | Code)[];
  readonly failure: Code;
}

function infiniteLines(
  operation: Operation,
  { ids, params, row, failure }: Pieces,
): readonly Code[] {
  const page = pageOf(operation);
  if (page?.member === undefined) return [];
  const { names } = operation;
  const called = (start: string, end = "") => name(`${start}${upper(names.method)}${end}`);
  const optionsOf = (end: string) => optionsName(operation, end);
  const own = functionOf(operation);
  const body = code`Found<typeof ${own}>`;
  const generics = code`<Data = ${queryTypes("InfiniteData")}<${body}, ${page.type}>, Failed = ${failure}>`;
  const options = code`options?: InfiniteQueries<${body}, Failed, Data, ${page.type}>`;
  const taken = list(row.map(typed), [options]);
  const key = code`${optionsOf("InfiniteQueryKey")}(${list(given([...ids, ...params]))})`;
  const sent = row.map((one) =>
    params.includes(one)
      ? code`{ ...params, ...(page !== undefined && { ${property(page.member ?? "")}: page }) } as typeof params`
      : one.called,
  );
  return [
    code`export const ${optionsOf("InfiniteQueryKey")} = (${list([...ids, ...params].map((one) => typed({ ...one, isNeeded: false })))}) =>
  ["infinite", ...${optionsOf("QueryKey")}(${list(given([...ids, ...params]))})] as const;`,
    code`export const ${optionsOf("InfiniteQueryOptions")} = ${generics}(${taken}) =>
  queryOf(${key}, [${list(given(ids))}], (call, page) => ${own}(${list(sent, [code`call`])}), options as Queries<unknown, Failed, Data>) as unknown as Infinite<${body}, Failed, Data, ${page.type}>;`,
    code`export const ${called("use", "Infinite")} = ${generics}(${taken}, queryClient?: ${queryTypes("QueryClient")}) =>
  ${query("useInfiniteQuery")}(${optionsOf("InfiniteQueryOptions")}(${list(given(row), [code`options`])}), queryClient);`,
  ];
}

/** The keys, fetchers and hooks that there are with SWR. */
function swrLines(operation: Operation, { ids, data, params, row, url, failure }: Pieces) {
  const own = functionOf(operation);
  const called = (start: string, end = "") =>
    name(`${start}${upper(operation.names.method)}${end}`);
  const inKey = [...ids, ...params];
  const keyOf = isQuery(operation) ? called("get", "Key") : called("get", "MutationKey");
  const key = code`${keyOf}(${list(given(inKey))})`;
  const result = code`Result<typeof ${own}>`;
  const shared = [
    code`export const ${keyOf} = (${list(inKey.map(typed))}) =>
  [${list(
    [text(url)],
    params.map(() => code`...(params ? [params] : [])`),
  )}] as const;`,
  ];
  if (isQuery(operation))
    return [
      ...shared,
      code`export type ${called("", "QueryResult")} = NonNullable<${result}>;`,
      code`export type ${called("", "QueryError")} = ${failure};`,
      code`export const ${called("use")} = <Failed = ${failure}>(${list(row.map(typed), [code`options?: Queries<${result}, Failed>`])}) =>
  useQueryOf<${result}, Failed>(${key}, [${list(given(ids))}], (call) => ${own}(${list(given(row), [code`call`])}), options);`,
    ];
  // The body is given to `trigger`.
  const [body] = data;
  const arg = body?.type ?? use("Arguments", "swr", "type");
  const sent = row.map((one) => (one === body ? code`arg` : one.called));
  const fetcher = called("get", "MutationFetcher");
  return [
    ...shared,
    code`export type ${called("", "MutationResult")} = NonNullable<${result}>;`,
    code`export type ${called("", "MutationError")} = ${failure};`,
    code`export const ${fetcher} = (${list(inKey.map(typed), [code`call?: ${callOptions}`])}) =>
  (_: ${use("Key", "swr", "type")}, ${body ? code`{ arg }` : code`__`}: { arg: ${arg} }) => ${own}(${list(sent, [code`call`])});`,
    code`export const ${called("use")} = <Failed = ${failure}>(${list(inKey.map(typed), [code`options?: Mutations<${result}, Failed, ${arg}>`])}) =>
  useMutationOf<${result}, Failed, ${arg}>(${key}, ${fetcher}(${list(given(inKey), [code`callOf(options)`])}), options);`,
  ];
}

function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** `getPetResponse200` and others: types of what a call gives, where that has a status. */
function replyTypes(operation: Operation): readonly Code[] {
  const { names, replies } = operation;
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
  const declared = replies.flatMap(({ match }) => (match.kind === "exact" ? [match.status] : []));
  const rest =
    declared.length > 0
      ? code`Exclude<${all}, { status: ${join(declared.map(json), " | ")} }>`
      : all;
  const others = replies.some(({ match }) => match.kind === "default")
    ? [code`export type ${called("Default")} = ${rest};`]
    : [];
  return [
    code`export type ${all} = Result<typeof ${functionOf(operation)}>;`,
    code`export type ${called("Success")} = Extract<${all}, { status: ${http("SuccessStatus")} }>;`,
    code`export type ${called("Error")} = Exclude<${all}, ${called("Success")}>;`,
    ...byStatus,
    ...others,
  ];
}

/** In camelCase (with kubb, only where it is no name), as a name of code that no other argument has. */
function argument(written: string, taken: Set<string>): string {
  if (library === "kubb" && /^[A-Za-z_$][\w$]*$/.test(written)) return freeName(written, taken);
  const isUpper = !/[a-z]/.test(written);
  const plain = (isUpper ? written.toLowerCase() : written).replace(/^[^A-Za-z\d$]+/, "");
  const camel = plain.replace(/[^A-Za-z\d$]+(.?)/g, (_, next: string) => next.toUpperCase());
  return freeName(camel.charAt(0).toLowerCase() + camel.slice(1), taken);
}

function pageOf(operation: Operation) {
  return requestParts(operation).find((one) => one.in === "query" && one.name === pageParam);
}

function typed(one: Argument): Code {
  return one.initial ? code`${one.called}: ${one.type} = ${one.initial}` : memberOf(one);
}

function memberOf({ called, type, isNeeded }: Argument): Code {
  return isNeeded ? code`${called}: ${type}` : code`${called}?: ${type}`;
}

/** The default of a parameter that is required, which may be left out with orval. */
function defaultOf({ in: place, name: own, required }: RequestPart, { parameters }: Operation) {
  const declared = parameters.find((one) => one.in === place && one.name === own);
  const initial = required ? declared?.schema.keywords.default?.value : undefined;
  return initial === undefined ? undefined : code`${json(initial)} as never`;
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
