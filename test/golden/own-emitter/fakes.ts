import { type Code, code, defineEmitter, doc, join, key, name, str, use } from "specsmith";

/** `fakes.ts`: a function for each operation that answers with its first declared status. */
export default defineEmitter({
  name: "fakes",
  needs: ["types"],
  emit(model) {
    const fakes = model.operations.map(({ id, names, prose, replies }): Code => {
      const reply = use(names.reply, "./types.js", "type");
      const status = replies[0]?.statuses[0] ?? 200;
      return code`${doc(prose.summary || `Answers for ${id}.`)}${key(names.method)}: (body: unknown) =>
        ({ status: ${status}, operation: ${str(id)}, headers: {}, body }) as unknown as ${reply},`;
    });
    return [
      { path: "fakes.ts", code: code`export const ${name("fakes")} = {\n${join(fakes, "\n")}\n};` },
    ];
  },
});
