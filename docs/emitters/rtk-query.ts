import { type Code, type Operation, type RequestPart, code, defineEmitter } from "specsmith";
import { freeName, join, key, name, property, requestOf, requestParts, str, use } from "specsmith";

/** True for the tags of `tag: true`: a mutation refetches the queries of its tag. */
const withTags = false as boolean;

/** `rtk-query.ts`: endpoints, hooks and types with the names of `@rtk-query/codegen-openapi`, whose requests `client` sends. */
export default defineEmitter({
  name: "rtk-query",
  needs: ["client"],
  emit({ operations: all }) {
    const operations = all.filter(({ kind }) => kind === "path"); // without webhooks
    if (operations.length === 0) return [];
    const taken = new Set<string>();
    const named = operations.map((one): Named => [one, unique(nameOf(one), taken)]);
    const tags = [...new Set(operations.flatMap((one) => one.tags))].map(str);
    const tagged = code`.enhanceEndpoints({ addTagTypes: [${join(tags, ", ")}] })`;
    const api = code`${use("api", "../client.js")}${withTags ? tagged : code``}`;
    const endpoints = code`export const injectedApi = ${api}.injectEndpoints({
  endpoints: (build) => ({\n${join(named.map(endpointOf), "\n")}\n}),
});`;
    const hooks = named.flatMap(([{ method }, endpoint]) => {
      const called = upper(endpoint);
      if (method !== "GET") return [name(`use${called}Mutation`)];
      return [name(`use${called}Query`), name(`useLazy${called}Query`)];
    });
    const exported = code`export const { ${join(hooks, ", ")} } = injectedApi;`;
    const types = named.flatMap(typesOf);
    const isAny = operations.some((one) => resultOf(one) === "several");
    return [
      {
        path: "rtk-query.ts",
        code: join([...(isAny ? [given] : []), head, endpoints, exported, ...types], "\n\n"),
      },
    ];
  },
});

/** An operation and its endpoint. */
type Named = readonly [Operation, string];

const fetchError = use("FetchBaseQueryError", "@reduxjs/toolkit/query", "type");
const apiError = use("ApiError", "./runtime/client/errors.js");
const anyReply = use("AnyReply", "./runtime/wire/http.js", "type");
const bodyOf = use("BodyOf", "./runtime/wire/http.js", "type");

/** What an endpoint gives that has several replies or media types. */
const given = code`/** JSON, where that is among the media types of a reply, and what there is, where only some replies have a body. */
type SaidOf<R extends ${anyReply}> = R extends { contentType: infer T } ? (T extends \`\${string}json\${string}\` ? R : never) : R;
type PresentOf<Body> = [Exclude<Body, undefined>] extends [never] ? Body : Exclude<Body, undefined>;
type BodiesOf<R extends ${anyReply}> = PresentOf<${bodyOf}<[SaidOf<R>] extends [never] ? R : SaidOf<R>>>;`;

/** What `fetchBaseQuery` would give. */
const head = code`async function settle<Body>(
  call: PromiseLike<unknown>,
): Promise<{ data: Body } | { error: ${fetchError} }> {
  try {
    return { data: ((await call) ?? null) as Body };
  } catch (error) {
    if (!(error instanceof ${apiError})) return { error: { status: "FETCH_ERROR", error: String(error) } };
    return { error: { status: error.status, data: error.body } };
  }
}`;

function endpointOf([operation, endpoint]: Named): Code {
  const { names, method, tags } = operation;
  const kind = method === "GET" ? "query" : "mutation";
  const all = argumentsOf(operation);
  const sent = requestOf(
    operation,
    all.map(([part, member]) => [part, code`arg[${str(member)}]`] as const),
  );
  const called = upper(endpoint);
  const tagged = code` ${name(kind === "query" ? "providesTags" : "invalidatesTags")}: [${join(tags.map(str), ", ")}],`;
  return code`${property(endpoint)}: build.${name(kind)}<${name(`${called}ApiResponse`)}, ${name(`${called}ApiArg`)}>({
    queryFn: (${name(all.length > 0 ? "arg" : "_")}, { signal }) =>
      settle<${name(`${called}ApiResponse`)}>(${use("client", "../client.js")}[${str(names.method)}](${sent}, { signal })),${withTags ? tagged : code``}
  }),`;
}

function typesOf([operation, endpoint]: Named): Code[] {
  const called = upper(endpoint);
  const members = argumentsOf(operation).map(
    ([{ required, type }, member]) => code`${key(member)}${required ? code`` : code`?`}: ${type};`,
  );
  const arg = members.length > 0 ? code`{\n${join(members, "\n")}\n}` : code`void`;
  const result = resultOf(operation);
  const reply = result === "several" ? bodiesOf(operation) : result;
  return [
    code`export type ${name(`${called}ApiResponse`)} = ${reply};
export type ${name(`${called}ApiArg`)} = ${arg};`,
  ];
}

function bodiesOf({ names }: Operation): Code {
  const call = code`(typeof ${use("client", "../client.js")})[${str(names.method)}]`;
  return code`BodiesOf<Awaited<ReturnType<ReturnType<${call}>["ok"]>>>`;
}

/** The type of the only body of a success. */
function resultOf({ names, replies }: Operation): Code | "several" {
  const successes = replies.filter((one) => one.statuses.some(isSuccess));
  const hasBody = successes.some((one) => one.content.length > 0);
  if (!hasBody) return code`unknown`;
  const { result } = names.parts;
  const isOne = successes.every(({ statuses, content }) => {
    return content.length === 1 && statuses.every((status) => status < 300 || !isSuccess(status));
  });
  return result !== undefined && isOne ? types(result) : "several";
}

/** What it takes for words of the language beside those that cannot be names. */
const words =
  /^(abstract|any|as|async|boolean|declare|from|get|global|is|module|number|object|of|set|string|symbol|type|undefined|unknown)$/;

/** By an operationId of words, else by the path: `getPetsByPetIdAndPhotoId`. */
function nameOf({ id, isNamed, method, template }: Operation): string {
  const own = isNamed && !/[^\w\s]/.test(id) ? camel(id) : "";
  if (own !== "" && !words.test(own) && own === String(freeName(own, new Set()))) return own;
  const path = template.replace(/\{(.+?)\}/, "by $1").replace(/\{(.+?)\}/, "and $1");
  return camel(`${method.toLowerCase()} ${path}`).replace(/^(get|delete)$/, "$$$1");
}

/** A redirect may be what an operation is for. */
function isSuccess(status: number): boolean {
  return status >= 200 && status < 400;
}

/** Parameters and the body with their names in one object, in which no two have the same. */
function argumentsOf(operation: Operation): (readonly [RequestPart, string])[] {
  const taken = new Set<string>();
  return requestParts(operation).map((part) => {
    const schema = operation.body?.content[0]?.schema?.name;
    const given = part.in === "body" ? (schema ?? "body") : part.name;
    let called = /^[A-Za-z]\w*$/.test(given) ? camel(given) : given;
    if (part.in === "body" && taken.has(called)) called = "body";
    return [part, unique(called, taken)];
  });
}

/** As no other one is called, and no name of a type cannot be. */
function unique(called: string, taken: Set<string>): string {
  let one = /^\d|^$/.test(called) ? `_${called}` : called;
  while (taken.has(one)) one = `_${one}`;
  taken.add(one);
  return one;
}

function types(one: string): Code {
  return use(one, "./types.js", "type");
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
