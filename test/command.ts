import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished, vi } from "vitest";
import { main } from "../src/cli/main.js";

export interface Said {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command in this process, with `folder` as the working directory. */
export async function runIn(folder: string, args: readonly string[]): Promise<Said> {
  const printed = { stdout: "", stderr: "" };
  const spies = (["stdout", "stderr"] as const).map((stream) =>
    vi.spyOn(process[stream], "write").mockImplementation((chunk) => {
      printed[stream] += String(chunk);
      return true;
    }),
  );
  const before = process.cwd();
  process.chdir(folder);
  try {
    return { status: await main(args), ...printed };
  } finally {
    process.chdir(before);
    for (const spy of spies) spy.mockRestore();
  }
}

/** A folder for one test, and the command in it, run in this process. */
export class Place {
  readonly folder = mkdtempSync(join(tmpdir(), "specsmith place "));

  constructor(files: Readonly<Record<string, string>> = {}) {
    onTestFinished(() => rmSync(this.folder, { recursive: true, force: true }));
    for (const [path, text] of Object.entries(files)) this.write(path, text);
  }

  path(path: string): string {
    return join(this.folder, path);
  }

  read(path: string): string {
    return readFileSync(this.path(path), "utf8");
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(this.path(path)), { recursive: true });
    writeFileSync(this.path(path), text);
  }

  run(...args: string[]): Promise<Said> {
    return runIn(this.folder, args);
  }
}

/** A description that is quick to generate for. */
export const small = `openapi: 3.1.0
info: { title: Small, version: "1" }
paths:
  /ping:
    get:
      operationId: ping
      tags: [net]
      responses: { "200": { description: Fine, content: { application/json: { schema: { $ref: "#/components/schemas/Pong" } } } } }
components: { schemas: { Pong: { type: object, required: [at], properties: { at: { type: string } } } } }
`;
