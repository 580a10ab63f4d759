import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { emitters } from "../src/emitters/index.js";
import { commandHelp, generalHelp } from "../src/cli/help.js";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const scripts = (
  JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")) as {
    scripts: object;
  }
).scripts;

/** The first cells of the table under a heading. */
function rows(heading: string): string[] {
  const [, section = ""] = readme.split(`\n## ${heading}\n`);
  return Array.from(
    section.split("\n## ")[0]?.matchAll(/^\| `([^`]+)`/gm) ?? [],
    ([, cell]) => cell ?? "",
  );
}

test("each emitter has its row, in the README and in the help", () => {
  const files = [...rows("What is generated"), ...(/^\| stubs /m.test(readme) ? ["stubs.ts"] : [])];
  for (const { name } of emitters) {
    expect(files).toContain(`${name}.ts`);
    expect(commandHelp("generate")).toContain(name);
  }
});

test("each command and option that is shown is there", () => {
  for (const cell of rows("Use")) {
    const [, command] = /^specsmith (\w+)/.exec(cell) ?? [];
    if (command !== undefined) expect(generalHelp).toContain(`specsmith ${command}`);
    for (const [option] of cell.matchAll(/--\w+/g))
      expect(commandHelp(command ?? "generate"), cell).toContain(option);
  }
});

test("each script that is named is there", () => {
  const named = Array.from(readme.matchAll(/npm run (\w+)/g), ([, name]) => name);
  expect(named.length).toBeGreaterThan(4);
  for (const name of named) expect(Object.keys(scripts)).toContain(name);
});
