import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";

const path = fileURLToPath(new URL("../../generated/handlers/animals.ts", import.meta.url));
const program = ts.createProgram([path], {
  noEmit: true,
  strict: true,
  skipLibCheck: true,
  module: ts.ModuleKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  types: ["node"],
});
const checker = program.getTypeChecker();

function each<Kind extends ts.Node>(
  within: ts.Node | undefined,
  is: (node: ts.Node) => node is Kind,
): Kind[] {
  const found: Kind[] = [];
  const look = (node: ts.Node): void => {
    if (is(node)) found.push(node);
    ts.forEachChild(node, look);
  };
  if (within) look(within);
  return found;
}

const handlers = each(program.getSourceFile(path), ts.isMethodDeclaration);

// What typescript-eslint's presets report in a file that is a user's own.
test("a stub uses all that its handler gets, under names without an underscore", () => {
  expect(handlers.length).toBeGreaterThan(2);
  for (const { parameters, body } of handlers) {
    const used = each(body, ts.isIdentifier).map(({ text }) => text);
    const names = parameters.map(({ name }) => name.getText());
    expect(names).toEqual(["request", "context"]);
    expect(used).toEqual(expect.arrayContaining(names));
  }
});

test("a stub that is async returns a promise", () => {
  for (const { body } of handlers) {
    const results = each(body, ts.isReturnStatement).map(({ expression }) => expression);
    expect(results).toHaveLength(1);
    for (const result of results) {
      const type = result && checker.getTypeAtLocation(result);
      expect(type?.getProperty("then"), result?.getText()).toBeDefined();
    }
  }
});

test("no stub stands for a member that is marked as deprecated", () => {
  for (const { parent, name } of handlers) {
    if (!ts.isObjectLiteralExpression(parent)) continue;
    const member = checker.getContextualType(parent)?.getProperty(name.getText());
    expect(member).toBeDefined();
    expect(member?.getJsDocTags(checker).map((tag) => tag.name)).not.toContain("deprecated");
  }
});
