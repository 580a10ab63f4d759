import { defineEmitter } from "specsmith";

/** A list of all operations for people. */
export default defineEmitter({
  name: "markdown",
  emit(model, { warn }) {
    const lines = model.operations.map(({ method, template, id, prose, source }) => {
      if (prose.summary === "") warn(`${id} has no summary`, source);
      return `| \`${method} ${template}\` | ${id} | ${prose.summary} |`;
    });
    const text = `# ${model.title}\n\n| request | operation | |\n| --- | --- | --- |\n${lines.join("\n")}\n`;
    return [{ path: "operations.md", text }];
  },
});
