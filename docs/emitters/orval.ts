import { type Code, type Printable, code, defineEmitter, join, name, str, use } from "specsmith";

/** `orval.ts`: functions, keys, options and hooks with the names and arguments that they have with orval. */
export default defineEmitter({
  name: "orval",
  needs: ["queries"],
  emit({ operations: all }) {
    const operations = all.filter(({ kind }) => kind === "path"); // without webhooks
    const type = (one: string) => use(one, "./types.js", "type");
    const own = (one: string) => use(one, "./runtime/queries/queries.js", "type");
    const react = (one: string) => use(one, "@tanstack/react-query");
    const reactType = (one: string) => use(one, "@tanstack/react-query", "type");
    const callOptions = use("CallOptions", "./runtime/client/options.js", "type");
    const lines = operations.flatMap(({ names, method, parameters }) => {
      const { path, query, body } = names.parts;
      const at = code`[${str(names.method)}]`;
      const client = code`${use("client", "../client.js")}${at}`;
      const queries = code`${use("queries", "../client.js")}${at}`;
      const reply = type(names.reply);
      const pascal = names.method.charAt(0).toUpperCase() + names.method.slice(1);
      const called = (start: string, end = "") => name(`${start}${pascal}${end}`);

      const inPath = parameters.filter((one) => one.in === "path");
      const isNeeded = parameters.some((one) => one.in === "query" && one.required);
      const otherwise = isNeeded ? code`` : code` = {}`;
      const mark = isNeeded ? code`` : code`?`;
      const ids = inPath.map((one) => name(one.name));
      const types = inPath.map((one) => code`${type(names.request)}["path"][${str(one.name)}]`);
      const needed = [
        ...ids.map((id, index) => code`${id}: ${types[index] ?? code``}`),
        body && code`data: ${type(body)}`,
      ];
      const row = [...needed, query && code`params: ${type(query)}${otherwise}`];
      const variables = code`{ ${list(...needed, query && code`params${mark}: ${type(query)}`)} }`;
      const given = [...ids, body && code`data`];
      const members = list(
        path && code`path: { ${list(...ids)} }`,
        query && code`query: params`,
        body && code`body: data`,
      );
      const request = path || query || body ? code`{ ${members} }` : code`undefined`;

      const call = code`export const ${name(names.method)} = (${list(...row, code`call?: ${callOptions}`)}) => ${client}(${request}, call);`;
      if (method === "GET")
        return [
          call,
          code`export const ${called("get", "QueryKey")} = (${list(...row)}) => ${queries}.key(${request});`,
          code`export const ${called("get", "QueryOptions")} = (${list(...row)}) => ${queries}(${request});`,
          code`export const ${called("use")} = <Data = ${own("QueryData")}<${reply}>>(${list(...row, code`options?: { query?: Query<${reply}, Data> }`)}) =>
            ${react("useQuery")}({ ...${called("get", "QueryOptions")}(${list(...given, query && code`params`)}), ...options?.query });`,
        ];
      const options = code`<Context = unknown>(options?: { mutation?: Mutation<${reply}, ${variables}, Context> })`;
      return [
        call,
        code`export const ${called("get", "MutationOptions")} = ${options} => ({
          ...${queries}.mutation(),
          mutationFn: ({ ${list(...given, query && code`params${otherwise}`)} }: ${variables}) => ${queries}.mutation().mutationFn(${request}),
          ...options?.mutation,
        });`,
        code`export const ${called("use")} = ${options} => ${react("useMutation")}(${called("get", "MutationOptions")}(options));`,
      ];
    });
    const reply = code`R extends ${use("AnyReply", "./runtime/wire/http.js", "type")}`;
    const results = code`${own("QueryData")}<R>, ${own("QueryError")}<R>`;
    const head = code`type Query<${reply}, Data> = Partial<${reactType("UseQueryOptions")}<${results}, Data>>;
type Mutation<${reply}, Variables, Context> = ${reactType("UseMutationOptions")}<${results}, Variables, Context>;`;
    return [{ path: "orval.ts", code: join([head, ...lines], "\n") }];
  },
});

/** What there is of the parts, with commas between them. */
function list(...parts: readonly (Printable | undefined)[]): Code {
  return join(
    parts.filter((one) => one !== undefined),
    ", ",
  );
}
