import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";

const src = fileURLToPath(new URL("../src/", import.meta.url));

/** What has a few items whatever the description is. */
const few: ReadonlySet<string> = new Set([
  "config-check.ts: oneOf(...names)",
  "diff/compare.ts: below(old.model.source, ...keys)",
  "diff/compare.ts: below(now.model.source, ...keys)",
  "emitters/types/answers.ts: byKind.set(...this.#member())",
  "load/positions.ts: this.textOf(source.file)?.slice(...range)",
  "templates.ts: Math.max(...templateNames.map((one) => one.length))",
]);

/** Of what is wrong with a value no more is told than fits; where it is wrong is always a place and a schema. */
const isOfIssues = /^runtime\/.*: (?:issues\.push|fail[A-Z]\w*)\(/;

test("no list is spread into a call, which takes no more than fit on the stack", () => {
  const files = readdirSync(src, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => file.replaceAll("\\", "/"));
  const found = files.flatMap((file) => callsWithLists(file).map((call) => `${file}: ${call}`));
  expect(new Set(found.filter((call) => !isOfIssues.test(call)))).toEqual(few);
});

function callsWithLists(file: string): readonly string[] {
  const text = readFileSync(`${src}${file}`, "utf8");
  const calls: string[] = [];
  const visit = (node: ts.Node): void => {
    const isCall = ts.isCallExpression(node) || ts.isNewExpression(node);
    if (isCall && node.arguments?.some(ts.isSpreadElement))
      calls.push(node.getText().replaceAll(/\s+/g, " "));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return calls;
}
