import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import { afterAll, expect, test } from "vitest";
import { generate as run } from "../../src/pipeline.js";
import { canary, canaryPattern, texts } from "./payloads.js";

const folder = mkdtempSync(join(tmpdir(), "hostile-stubs-"));
afterAll(() => rmSync(folder, { recursive: true }));

const payloads = [
  ...Object.values(texts).map((make) => String(make(canary(1)))),
  "con",
  "../x",
  "__proto__",
  "await",
];

/** An operation for each payload, which is its tag, its operationId and its summary. */
function describeWith(chosen: readonly string[], sharesTag: boolean): string {
  const operations = chosen.map((text, index) => {
    const tag = sharesTag ? "pets" : text;
    const get = {
      tags: [tag],
      operationId: text,
      summary: text,
      responses: { 204: { description: text } },
    };
    return [`/at/${index}`, { get }];
  });
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Api", version: "1" },
    paths: Object.fromEntries(operations) as object,
  });
}

async function write(text: string): Promise<void> {
  writeFileSync(join(folder, "api.json"), text);
  const config = { input: "api.json", output: "generated", stubs: "handlers" };
  const { ok, diagnostics } = await run({ config, folder });
  expect(diagnostics.all.filter(({ severity }) => severity === "error")).toEqual([]);
  expect(ok).toBe(true);
}

function syntaxErrors(text: string): readonly unknown[] {
  const file = ts.createSourceFile("stub.ts", text, ts.ScriptTarget.ESNext, true);
  const live: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && canaryPattern.test(node.text)) live.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return [
    ...(file as unknown as { parseDiagnostics: readonly unknown[] }).parseDiagnostics,
    ...live,
  ];
}

test("hostile tags stay in the folder of the stubs, under plain names", async () => {
  await write(describeWith(payloads, false));
  expect(readdirSync(folder).sort()).toEqual(["api.json", "generated", "handlers"]);
  const files = readdirSync(join(folder, "handlers"), { recursive: true, encoding: "utf8" });
  expect(files.length).toBeGreaterThan(5);
  for (const file of files) {
    expect(file).toMatch(/^[a-z\d][a-z\d-]{0,90}\.ts$/);
    expect(syntaxErrors(readFileSync(join(folder, "handlers", file), "utf8")), file).toEqual([]);
  }
});

test("hostile handlers are added to a user's file, whose own text stays", async () => {
  const path = join(folder, "handlers", "pets.ts");
  await write(describeWith(["first"], true));
  const first = readFileSync(path, "utf8").replace(
    "return unimplemented(",
    "// mine: `${x}` */\n    return unimplemented(",
  );
  writeFileSync(path, first);
  await write(describeWith(["first", ...payloads], true));
  const merged = readFileSync(path, "utf8");
  expect(merged).toContain("// mine: `${x}` */\n");
  expect(merged.length).toBeGreaterThan(first.length + 1000);
  expect(syntaxErrors(merged)).toEqual([]);
});
