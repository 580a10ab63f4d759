import fc from "fast-check";
import * as fs from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { WriteError } from "../../src/write/error.js";
import { check, writeFiles } from "../../src/write/write.js";
import { put, temporaryFolder, treeOf } from "./folder.js";

const path = fc.constantFrom("a.ts", "b.ts", "x/a.ts", "x/b.ts", "x/y/a.ts");
const generate = fc.record({
  kind: fc.constant("generate" as const),
  files: fc.dictionary(path, fc.constantFrom("1\n", "2\n", "3\n"), { noNullPrototype: true }),
  force: fc.boolean(),
});
const edit = fc.record({ kind: fc.constant("edit" as const), path });
const remove = fc.record({ kind: fc.constant("remove" as const), path });

test("whatever happens to a folder, a run writes all and loses nothing, or does nothing", async () => {
  const folder = temporaryFolder();
  const actions = fc.array(fc.oneof({ weight: 2, arbitrary: generate }, edit, remove), {
    maxLength: 8,
  });
  await fc.assert(
    fc.asyncProperty(actions, async (list) => {
      const directory = fs.mkdtempSync(join(folder, "run-"));
      let edits = 0;
      for (const action of list) {
        if (action.kind === "edit") put(directory, action.path, `by hand ${edits++}\n`);
        else if (action.kind === "remove") fs.rmSync(join(directory, action.path), { force: true });
        else await generateInto(directory, action.files, action.force);
      }
    }),
    { numRuns: 150 },
  );
}, 60_000);

async function generateInto(directory: string, files: Record<string, string>, force: boolean) {
  const before = treeOf(directory);
  const plan = {
    directory,
    files: Object.entries(files).map(([path, text]) => ({ path, text })),
    userFiles: [],
    manifest: { generator: "1", input: JSON.stringify(files) },
  };
  const differences = await check(plan);
  const edited = differences.filter(({ kind }) => kind === "edited").map((each) => each.path);
  try {
    await writeFiles(plan, { force });
  } catch (error) {
    expect(error).toBeInstanceOf(WriteError);
    expect(edited).not.toEqual([]);
    expect(treeOf(directory)).toEqual(before);
    return;
  }
  expect(await check(plan)).toEqual([]);
  const after = treeOf(directory);
  if (!force) expect(edited).toEqual([]);
  for (const [path, text] of Object.entries(files)) expect(after[path]).toBe(text);
  for (const [path, text] of Object.entries(before)) {
    if (text.startsWith("by hand") && !edited.includes(path)) expect(after[path]).toBe(text);
  }
}
