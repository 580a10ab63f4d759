import { type Operation, code, defineEmitter, join, name, property, str, use } from "specsmith";

/** `row.ts`: functions of the path parameters one by one, then of the query as an object and of the body. */
export default defineEmitter({
  name: "row",
  needs: ["client"],
  emit({ name: api, operations: all }) {
    const operations = all.filter(({ kind }) => kind === "path"); // without webhooks
    const client = use(`${api}Client`, "./client.js", "type");
    const type = (one: string) => use(one, "./types.js", "type");
    const calls = operations.map((operation) => {
      const { names, parameters } = operation;
      const { path, query, body } = names.parts;
      const request = type(names.request);
      const inPath = parameters.filter((one) => one.in === "path");
      const isNeeded = parameters.some((one) => one.in === "query" && one.required);
      const row = [
        ...inPath.map((one) => code`${name(one.name)}: ${request}["path"][${str(one.name)}]`),
        query && code`query: ${type(query)}${isNeeded ? code`` : code` = {}`}`,
        body && code`body: ${type(body)}`,
        code`call?: ${use("CallOptions", "./runtime/client/options.js", "type")}`,
      ].filter((one) => one !== undefined);
      const members = inPath.map((one) => code`${property(one.name)}: ${name(one.name)}`);
      const given = [
        path && code`path: { ${join(members, ", ")} }`,
        query && code`query`,
        body && code`body`,
      ].filter((one) => one !== undefined);
      const own = str(names.method);
      return code`${property(oldName(operation))}: (${join(row, ", ")}): ReturnType<${client}[${own}]> =>
        client[${own}]({ ${join(given, ", ")} }, call),`;
    });
    const file = code`export const rowOf = (client: ${client}) => ({\n${join(calls, "\n")}\n});`;
    return [{ path: "row.ts", code: file }];
  },
});

/** The name by the operationId, or `petsDetail` for `GET /pets/{petId}`. */
function oldName({ id, names, method, template }: Operation): string {
  const verbs: Record<string, string> = {
    GET: template.includes("{") ? "Detail" : "List",
    POST: "Create",
    PUT: "Update",
    PATCH: "PartialUpdate",
    DELETE: "Delete",
  };
  const upper = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  const [first = "", ...others] = template.replace(/\{[^}]*\}/g, "").match(/[A-Za-z\d]+/g) ?? [];
  if (!id.startsWith(method.toLowerCase() + upper(first))) return names.method;
  return first + [...others, verbs[method] ?? method].map(upper).join("");
}
