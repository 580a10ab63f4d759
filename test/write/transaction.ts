import * as fs from "node:fs";
import { join } from "node:path";
import type { WritePlan } from "../../src/write/compare.js";
import { writeFiles } from "../../src/write/write.js";
import { put, treeOf } from "./folder.js";

/** A change of every kind: two plans for the folder `out`, with user's files beside it. */
export interface Change {
  readonly folder: string;
  readonly directory: string;
  readonly plan: WritePlan;
  readonly old: Record<string, string>;
}

const oldStub = "old stub\n";

/** Makes the state before the change. */
export async function prepare(folder: string): Promise<Change> {
  const directory = join(folder, "out");
  const stub = join(folder, "src/stub.ts");
  const files = [
    { path: "same.ts", text: "same\n" },
    { path: "changed.ts", text: "old\n" },
    { path: "gone/deep/gone.ts", text: "gone\n" },
  ];
  put(folder, "src/stub.ts", oldStub);
  await writeFiles({ directory, files, userFiles: [], manifest: { generator: "1", input: "old" } });
  const plan: WritePlan = {
    directory,
    files: [
      { path: "same.ts", text: "same\n" },
      { path: "changed.ts", text: "new\n".repeat(3) },
      { path: "added/added.ts", text: "added\n".repeat(3) },
    ],
    userFiles: [
      { path: stub, text: `${oldStub}and more\n`, previous: oldStub },
      { path: join(folder, "src/more/fresh.ts"), text: "fresh\n", previous: undefined },
    ],
    manifest: { generator: "1", input: "new" },
  };
  return { folder, directory, plan, old: treeOf(folder) };
}

/** The plan again, with the user's files as they are now: what a next run would make of them. */
export function planAgain({ plan }: Change): WritePlan {
  const userFiles = plan.userFiles.map((file) => ({
    ...file,
    previous: fs.existsSync(file.path) ? fs.readFileSync(file.path, "utf8") : undefined,
  }));
  return { ...plan, userFiles };
}

/** What the folder holds when all is done. */
export async function finalTree(change: Change): Promise<Record<string, string>> {
  await writeFiles(change.plan);
  return treeOf(change.folder);
}
