import { type Operation, type RequestPart, code, defineEmitter, join, key } from "specsmith";
import { property, requestOf, requestParts, str, use } from "specsmith";

/** `calls.ts`: functions of one object, in which the parameters and the body stand side by side. */
export default defineEmitter({
  name: "calls",
  needs: ["client"],
  emit({ name: api, operations: all }) {
    const operations = all.filter(({ kind }) => kind === "path"); // without webhooks
    if (operations.length === 0) return [];
    const client = use(`${api}Client`, "./client.js", "type");
    const options = code`call?: ${use("CallOptions", "./runtime/client/options.js", "type")}`;
    const calls = operations.map((operation) => {
      const named = namesOf(operation, requestParts(operation));
      const members = named.map(
        ([{ type, required }, called]) =>
          code`${key(called)}${required ? code`` : code`?`}: ${type}`,
      );
      const isNeeded = named.some(([{ required }]) => required);
      const all = code`all: { ${join(members, "; ")} }${isNeeded ? code`` : code` = {}`}`;
      const taken = named.length > 0 ? [all, options] : [options];
      const values = named.map(([part, called]) => [part, code`all[${str(called)}]`] as const);
      const own = str(operation.names.method);
      return code`${property(operation.names.method)}: (${join(taken, ", ")}): ReturnType<${client}[${own}]> =>
        client[${own}](${requestOf(operation, values)}, call),`;
    });
    const file = code`export const callsOf = (client: ${client}) => ({\n${join(calls, "\n")}\n});`;
    return [{ path: "calls.ts", code: file }];
  },
});

/** `petId` for `pet_id`, `queryId` and `pathId` where both are there, `newPet` for a body of the schema `NewPet`. */
function namesOf({ parameters, body }: Operation, parts: readonly RequestPart[]) {
  const written = parameters.map(({ name }) => name);
  const taken = new Set<string>();
  return parts.map((part) => {
    const schema = body?.content[0]?.schema?.name ?? "body";
    const name = part.in === "body" ? (taken.has(camel(schema)) ? "body" : schema) : part.name;
    const isTwice = written.indexOf(name) !== written.lastIndexOf(name);
    let called = isTwice ? `${part.in}_${name}` : name;
    if (/^[a-z]\w*$/i.test(name) && !written.includes(camel(called))) called = camel(called);
    while (taken.has(called)) called = `_${called}`;
    taken.add(called);
    return [part, called] as const;
  });
}

function camel(text: string): string {
  const words = text.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g) ?? [text];
  const lower = words.map((one) => one.toLowerCase());
  return lower.map((one, at) => (at > 0 ? one[0]!.toUpperCase() + one.slice(1) : one)).join("");
}
