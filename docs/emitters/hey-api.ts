import { code, defineEmitter, join, name, str, use } from "specsmith";

/** `react-query.ts`: the queries of a client with the names that hey-api's plugin gives them. */
export default defineEmitter({
  name: "react-query",
  needs: ["queries"],
  emit({ operations }) {
    const lines = operations.map(({ kind, names, method }) => {
      if (kind !== "path") return code``; // a webhook
      const own = code`${use("queries", "../client.js")}[${str(names.method)}]`;
      const called = (suffix: string) => name(`${names.method}${suffix}`);
      return method === "GET"
        ? code`export const ${called("Options")} = ${own};
export const ${called("QueryKey")} = ${own}.key;`
        : code`export const ${called("Mutation")} = ${own}.mutation;`;
    });
    return [{ path: "react-query.ts", code: join(lines, "\n") }];
  },
});
