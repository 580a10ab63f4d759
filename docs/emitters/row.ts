import { code, defineEmitter, freeName, join, name } from "specsmith";
import { property, requestOf, requestParts, str, use } from "specsmith";

/**
 * `row.ts`: functions of the path parameters one by one, then of the query as an object and of the body, of which one that
 * is required is first. Headers and cookies are no arguments: a call has them among its `headers`.
 */
export default defineEmitter({
  name: "row",
  needs: ["client"],
  emit({ name: api, operations: all }) {
    const operations = all.filter(({ kind }) => kind === "path"); // without webhooks
    if (operations.length === 0) return [];
    const client = use(`${api}Client`, "./client.js", "type");
    const callOptions = use("CallOptions", "./runtime/client/options.js", "type");
    const calls = operations.map((operation) => {
      const request = use(operation.names.request, "./types.js", "type");
      const parts = requestParts(operation);
      const taken = new Set(["call", "client"]);
      const ids = parts
        .filter(({ place }) => place === "path")
        .map((part) => ({ part, called: name(argument(part.name, taken)) }));
      const whole = (["query", "body"] as const).flatMap((place) => {
        const own = parts.filter((part) => part.place === place);
        if (own.length === 0) return [];
        const called = name(argument(place, taken));
        const isNeeded = own.some(({ required }) => required);
        const type = place === "body" ? own[0]!.type : code`${request}[${str(place)}]`;
        return { place, called, typed: code`: ${type}`, isNeeded };
      });
      const row = [
        ...ids.map(({ part, called }) => code`${called}: ${part.type}`),
        ...whole.flatMap((one) => (one.isNeeded ? code`${one.called}${one.typed}` : [])),
        ...whole.flatMap((one) => (one.isNeeded ? [] : code`${one.called}?${one.typed}`)),
        code`call?: ${callOptions}`,
      ];
      const headers = parts.filter(({ place, required }) => place === "headers" && required);
      const given = requestOf(
        operation,
        [
          ...ids.map(({ part, called }) => [part, called] as const),
          ...headers.map((part) => [part, code`headerOf(call, ${str(part.name)})`] as const),
        ],
        Object.fromEntries(whole.map(({ place, called }) => [place, called])),
      );
      const own = str(operation.names.method);
      return code`${property(operation.names.method)}: (${join(row, ", ")}): ReturnType<${client}[${own}]> =>
        client[${own}](${given}, call),`;
    });
    const hasHeaders = operations.some(({ parameters }) =>
      parameters.some((one) => one.in === "header" && one.required),
    );
    const head = code`
function headerOf(call: ${callOptions} | undefined, name: string): never {
  const all = Object.entries(call?.headers ?? {});
  return all.find(([one]) => one.toLowerCase() === name.toLowerCase())?.[1] as never;
}
`;
    const file = code`${hasHeaders ? head : code``}
export const rowOf = (client: ${client}) => ({\n${join(calls, "\n")}\n});`;
    return [{ path: "row.ts", code: file }];
  },
});

/** As a name of code that no other argument has. */
function argument(text: string, taken: Set<string>): string {
  const called = text.replace(/[^A-Za-z\d$]+(.?)/g, (_, next: string) => next.toUpperCase());
  return freeName(called, taken);
}
