import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";

const { analyse } = createRequire(import.meta.url)("scslre") as typeof import("scslre");
const src = fileURLToPath(new URL("../src/", import.meta.url));
const files = readdirSync(src, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .map((file) => file.replaceAll("\\", "/"));

/** What has a few items whatever the description is. */
const few: ReadonlySet<string> = new Set([
  "config/options.ts: oneOf(...pageKinds)",
  "config/options.ts: oneOf(...optionalEmitters)",
  "config/rules.ts: oneOf(...names)",
  "diff/changes.ts: bothBelow(places, ...members)",
  "diff/schemas/schemas.ts: placesOf(pair, ...keywords)",
  'diff/security.ts: add(rule, message, "flows", grant, ...path)',
  "runtime/client/errors.ts: super(...([message, facts] as unknown as [string]))",
  "runtime/client/progress.ts: Object.assign({}, attempt, ...changes)",
  "runtime/server/handlers.ts: (part as Record<string, (...values: unknown[]) => unknown>)[name]?.(...values)",
  'runtime/validate/expected/unique.ts: fail(issues, ...pointersTo(where), "uniqueItems", "must not repeat an item")',
  "runtime/wire/hmac.ts: String.fromCharCode(...Array.from(new Uint8Array(bytes)))",
  "load/text/positions.ts: this.textOf(source.file)?.slice(...range)",
  "cli/templates.ts: Math.max(...templateNames.map((one) => one.length))",
]);

/** Of what is wrong with a value no more is told than fits; where it is wrong is always a place and a schema. */
const isOfIssues = /^runtime\/.*: (?:issues\??\.push|fail[A-Z]\w*)\(/;

test("no list is spread into a call, which takes no more than fit on the stack", () => {
  const found = files.flatMap((file) =>
    nodesOf(file, isCallWithList).map((node) => `${file}: ${textOf(node)}`),
  );
  expect(new Set(found.filter((call) => !isOfIssues.test(call)))).toEqual(few);
});

function isCallWithList(node: ts.Node): boolean {
  const isCall = ts.isCallExpression(node) || ts.isNewExpression(node);
  return isCall && node.arguments?.some(ts.isSpreadElement) === true;
}

/** Regular expressions that may take a time that grows with the square of a text, which is short. */
const short: ReadonlyMap<string, string> = new Map([
  ["runtime/client/client.ts", "the address that an app gives; older browsers do not look behind"],
  ["runtime/server/service.ts", "the path that an app gives"],
]);

test("each regular expression takes a time in proportion to the text", () => {
  const found = files.filter((file) => {
    const literals = nodesOf(file, ts.isRegularExpressionLiteral).map((node) => node.getText());
    const made = nodesOf(file, (node) => madeFromText(node) !== undefined).map(madeFromText);
    return [...literals, ...made].some((literal) => literal !== undefined && !isLinear(literal));
  });
  expect(found.sort()).toEqual([...short.keys()].sort());
});

/** As a literal: `new RegExp("…", "u")`, or a call of a function that makes such an expression of a text. */
function madeFromText(node: ts.Node): string | undefined {
  if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return undefined;
  const maker = node.expression.getText();
  const [source, flags] = node.arguments ?? [];
  if (!["RegExp", "unicode"].includes(maker) || !source || !ts.isStringLiteral(source))
    return undefined;
  const given = flags && ts.isStringLiteral(flags) ? flags.text : "";
  return `/${source.text}/${maker === "unicode" ? "u" : given}`;
}

function isLinear(literal: string): boolean {
  const end = literal.lastIndexOf("/");
  const parts = { source: literal.slice(1, end), flags: literal.slice(end + 1) };
  return analyse(parts).reports.length === 0;
}

/** Those of each file that a test here looks at. */
const looked = new Map<string, readonly ts.Node[]>();

function nodesOf(file: string, isOne: (node: ts.Node) => boolean): readonly ts.Node[] {
  const known = looked.get(file);
  if (known) return known.filter(isOne);
  const text = readFileSync(`${src}${file}`, "utf8");
  const found: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) found.push(node);
    if (ts.isRegularExpressionLiteral(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  looked.set(file, found);
  return found.filter(isOne);
}

function textOf(node: ts.Node): string {
  return node.getText().replaceAll(/\s+/g, " ");
}
