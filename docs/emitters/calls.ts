import { code, defineEmitter, join, property, str, use } from "specsmith";

/** `calls.ts`: functions of one object, in which the parameters and the body stand side by side. */
export default defineEmitter({
  name: "calls",
  needs: ["client"],
  emit({ name: api, operations: all }) {
    const operations = all.filter(({ kind }) => kind === "path"); // without webhooks
    const client = use(`${api}Client`, "./client.js", "type");
    const type = (one: string) => use(one, "./types.js", "type");
    const calls = operations.map(({ names, parameters, body }) => {
      const { path, query, body: content } = names.parts;
      const schema = body?.content[0]?.schema?.name ?? "body";
      const bodyName = schema.charAt(0).toLowerCase() + schema.slice(1); // `newPet` for `NewPet`
      const types = [
        path && type(path),
        query && type(query),
        content && code`{ ${property(bodyName)}: ${type(content)} }`,
      ].filter((one) => one !== undefined);
      // Of `all`, the client sends what the description names.
      const request = [
        path && code`path: all`,
        query && code`query: all`,
        content && code`body: all[${str(bodyName)}]`,
      ].filter((one) => one !== undefined);
      const isNeeded = content !== undefined || parameters.some(({ required }) => required);
      const all = code`all: ${join(types, " & ")}${isNeeded ? code`` : code` = {}`}`;
      const options = code`call?: ${use("CallOptions", "./runtime/client/options.js", "type")}`;
      const own = str(names.method);
      return code`${property(names.method)}: (${join([...(types.length > 0 ? [all] : []), options], ", ")}): ReturnType<${client}[${own}]> =>
        client[${own}]({ ${join(request, ", ")} }, call),`;
    });
    const file = code`export const callsOf = (client: ${client}) => ({\n${join(calls, "\n")}\n});`;
    return [{ path: "calls.ts", code: file }];
  },
});
