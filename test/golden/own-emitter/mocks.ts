import { type Code, code, defineEmitter, doc, join, key, name, str, use } from "specsmith";

/** `mocks.ts`: a function for each operation that answers with its first declared status. */
export default defineEmitter({
  name: "mocks",
  needs: ["types"],
  emit(model) {
    const mocks = model.operations.map(({ id, names, prose, replies }): Code => {
      const reply = use(names.reply, "./types.js", "type");
      const status = replies[0]?.statuses[0] ?? 200;
      return code`${doc(prose.summary || `Answers for ${id}.`)}${key(names.method)}: (body: unknown) =>
        ({ status: ${status}, operation: ${str(id)}, headers: {}, body }) as unknown as ${reply},`;
    });
    return [
      { path: "mocks.ts", code: code`export const ${name("mocks")} = {\n${join(mocks, "\n")}\n};` },
    ];
  },
});
