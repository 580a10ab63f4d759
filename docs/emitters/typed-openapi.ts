import { code, defineEmitter, join, str, use } from "specsmith";

/** `typed-openapi.ts`: calls by method and path, with the client and its queries. */
export default defineEmitter({
  name: "typed-openapi",
  needs: ["client", "queries"],
  emit({ name: api, operations: all }) {
    const operations = all.filter(({ kind }) => kind === "path"); // without webhooks
    if (operations.length === 0) return [];
    const methods = [...new Set(operations.map(({ method }) => method))].map((method) => {
      const paths = operations
        .filter((one) => one.method === method)
        .map(({ names, template }) => code`${str(template)}: ${str(names.method)},`);
      return [str(method.toLowerCase()), join(paths, "\n")] as const;
    });
    const type = (end: string, from: string) => use(`${api}${end}`, `./${from}.js`, "type");
    const query = (one: string) => use(one, "./runtime/queries/queries.js", "type");
    const [client, operation] = [type("Client", "client"), code`OperationOf<M, P>`];
    const given = code`${query("RequestOf")}<Operation>[0]`;
    const reply = code`${query("ReplyOf")}<${operation}>`;
    const shorthands = methods.map(
      ([
        method,
      ]) => code`${method} = <P extends keyof Names[${method}]>(path: P, ...given: GivenOf<OperationOf<${method}, P>, Overrides>) =>
    this.request(${method}, path, ...given);`,
    );
    const isRead = all.some(({ kind, method }) => kind === "path" && method === "GET");
    const read = code`${type("Query", "queries")}<${query("ReplyOf")}<OperationOf<"get", P>>>`;
    const get = code`get<P extends keyof Names["get"]>(path: P, ...[given]: GivenOf<OperationOf<"get", P>>): { queryOptions: ${read}; queryKey: ${read}["queryKey"] } {
    const queryOptions = this.#queries[names.get[path] as string](given && requestOf(given));
    return { queryOptions, queryKey: queryOptions.queryKey };
  }
`;
    const typed = code`const names = {
${join(
  methods.map(([method, paths]) => code`${method}: {\n${paths}\n},`),
  "\n",
)}
} as const;
type Names = typeof names;
export type Method = keyof Names;
type OperationOf<M extends Method, P extends keyof Names[M]> = ${client}[Names[M][P] & keyof ${client}];

/** Headers are called \`header\`. */
type OldOf<Request> = Omit<Request, "headers"> &
  (Request extends { headers: infer H } ? { header: H } : Request extends { headers?: infer H } ? { header?: H } : unknown);
type GivenOf<Operation, More = unknown> = undefined extends ${given}
  ? [config?: OldOf<NonNullable<${given}>> & More]
  : [config: OldOf<${given}> & More];
interface Overrides {
  overrides?: ${use("FetchOptions", "./runtime/client/options.js", "type")};
}

/** \`parameters\` are the request, and \`response\` is the body of a success. */
export type EndpointByMethod = {
  [M in Method]: { [P in keyof Names[M]]: { parameters: GivenOf<${operation}>[0]; response: ${query("QueryData")}<${reply}> } };
};

function requestOf({ header, overrides: _, ...request }: any): any {
  return { ...request, ...(header && { headers: header }) };
}

export class ApiClient {
  readonly client: ${client};

  constructor(client: ${client}) {
    this.client = client;
  }

  request<M extends Method, P extends keyof Names[M]>(
    method: M,
    path: P,
    ...[given]: GivenOf<${operation}, Overrides>
  ): Promise<${query("QueryData")}<${reply}>> {
    const { signal, ...init } = (given as Overrides | undefined)?.overrides ?? {};
    const call = { init, ...(signal && { signal }) };
    return (this.client as any)[names[method][path] as string](requestOf(given ?? {}), call);
  }

  ${join(shorthands, "\n\n")}
}

export class TanstackQueryApiClient {
  readonly client: ApiClient;
  readonly #queries: any;

  constructor(client: ApiClient) {
    this.client = client;
    this.#queries = ${use(`create${api}Queries`, "./queries.js")}(client.client);
  }

  ${isRead ? get : code``}
  mutation<M extends Method, P extends keyof Names[M]>(
    method: M,
    path: P,
  ): { mutationOptions: ${type("Mutation", "queries")}<GivenOf<${operation}>[0], ${reply}> } {
    const own = this.#queries[names[method][path] as string].mutation();
    return { mutationOptions: { ...own, mutationFn: (given) => own.mutationFn(given && requestOf(given)) } };
  }
}
`;
    return [{ path: "typed-openapi.ts", code: typed }];
  },
});
