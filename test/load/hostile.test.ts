import { expect, test } from "vitest";
import { printDiagnostics } from "../../src/diagnostics/print.js";
import { read } from "./read-description.js";
import { isLong } from "../long.js";

const head = '{"openapi":"3.1.0","info":{"title":"Pets","version":"1"},';

/** Seconds that it may take on a busy machine; what is quadratic takes minutes. */
const limit = 20;

async function timed(text: string): Promise<{ found: readonly string[]; printed: string }> {
  const start = performance.now();
  const { diagnostics, files, found } = await read(text);
  const printed = printDiagnostics(diagnostics.all, {
    format: "pretty",
    colour: false,
    locate: (source, marks) => files.locate(source, marks),
    linesOf: (file) => files.linesOf(file),
    counts: diagnostics.counts,
  });
  expect((performance.now() - start) / 1000).toBeLessThan(limit);
  return { found, printed };
}

function schemas(count: number, make: (index: number) => unknown): string {
  const entries = Array.from({ length: count }, (_, index) => [`Schema${index}`, make(index)]);
  const components = { schemas: Object.fromEntries(entries) as object };
  return `${head}"paths":{},"components":${JSON.stringify(components)}}`;
}

/** Growth is counted elsewhere. */
const many = isLong ? 20_000 : 5000;

const ref = (index: number): object => ({ $ref: `#/components/schemas/Schema${index}` });

test("thousands of errors are counted, and fifty are printed", async () => {
  const { printed } = await timed(schemas(many, (index) => ref(index + 50_000)));
  expect(printed.match(/ error ref-not-found: /g)).toHaveLength(50);
  expect(printed).toContain(`… and ${many - 50} more\n\n${many} errors\n`);
});

test("a long chain of references", async () => {
  const { found } = await timed(schemas(many, (index) => (index < many - 1 ? ref(index + 1) : {})));
  expect(found).toEqual([]);
});

test("chains of schemas that hold for the same value are an error, if they are of no length that is meant", async () => {
  for (const make of [
    (next: object) => ({ allOf: [next] }),
    (next: object) => ({ anyOf: [next, { type: "null" }] }),
    (next: object) => ({ ...next, minLength: 2 }),
  ]) {
    const chain = (length: number): string =>
      schemas(length, (index) => (index < length - 1 ? make(ref(index + 1)) : {}));
    expect((await timed(chain(200))).found).toEqual([]);
    // The first schema leads to the last, or the last to the first.
    const backwards = schemas(many, (index) => (index > 0 ? make(ref(index - 1)) : {}));
    for (const text of [chain(many), backwards]) {
      const [first, ...others] = (await timed(text)).found;
      expect(first).toContain("error chain-too-long");
      expect(others).toEqual([]);
    }
  }
});

test("a long circle of allOf", async () => {
  const text = schemas(many, (index) => ({ allOf: [ref((index + 1) % many)] }));
  const { found } = await timed(text);
  expect(found).toEqual([`error schema-cycle 1:${text.indexOf('{"allOf"') + 1}`]);
});

test("everything is one of everything", async () => {
  const all = Array.from({ length: 200 }, (_, index) => ref(index));
  const discriminator = { propertyName: "kind" };
  const { found } = await timed(schemas(200, () => ({ oneOf: all, discriminator })));
  expect(found.every((text) => text.startsWith("warning schema-cycle"))).toBe(true);
});

test("100,000 keys in one mapping, in YAML", async () => {
  const lines = Array.from({ length: 100_000 }, (_, index) => `  key${index}: 1`);
  const { found } = await timed(
    `openapi: 3.1.0\ninfo: { title: Pets, version: '1' }\npaths: {}\nx-many:\n${lines.join("\n")}\n`,
  );
  expect(found).toEqual([]);
});
