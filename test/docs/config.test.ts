import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Config, options, settingsOf } from "../../src/config/options.js";
import { checkConfig } from "../../src/config/check.js";

const docs = new URL("../../docs/config.md", import.meta.url);
const source = readFileSync(new URL("../../src/config/options.ts", import.meta.url), "utf8");

/** The comment of each row of the table of options. */
const comments = new Map(
  Array.from(
    source
      .slice(source.indexOf("export const options"))
      .matchAll(/^ {2}\/\*\*(.*?)\*\/\n {2}(\w+): \{/gms),
    ([, comment = "", name = ""]) =>
      [name, comment.replaceAll(/\s*\n\s*\*?\s*/g, " ").trim()] as const,
  ),
);

function section(name: string, row: { rule: { expected: string }; default?: unknown }): string {
  const otherwise =
    row.default === undefined ? "" : `; when left out: \`${JSON.stringify(row.default)}\``;
  const mandatory = "required" in row ? ", required" : "";
  return `### \`${name}\`\n\n${comments.get(name)}\n\n_${row.rule.expected}${mandatory}${otherwise}_\n`;
}

test("docs/config.md has each option as it is in the table", async () => {
  const sections = Object.entries(options).map(([name, row]) => section(name, row));
  const text = readFileSync(docs, "utf8").replace(
    /(<!-- options: [^\n]*-->\n).*(?=<!-- \/options -->)/s,
    (_, start: string) => `${start}\n${sections.join("\n")}\n`,
  );
  expect(comments.size).toBe(Object.keys(options).length);
  await expect(text).toMatchFileSnapshot(docs.pathname);
});

test("each default is a value that the option takes", () => {
  const config: Config = { input: "a", output: "b" };
  expect(checkConfig({ ...config, ...settingsOf(config) }, "here")).toBeTruthy();
});
