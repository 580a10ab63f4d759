import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Config } from "../../src/config/options.js";
import { generate } from "../../src/pipeline.js";
import { writeQueryCore } from "../consumer/query-core.js";
import { compileMany } from "../corpus/compile.js";

const emitters = fileURLToPath(new URL("../../docs/emitters", import.meta.url));

/** The settings of an emitter that are not as it comes. */
const settings: Readonly<Record<string, readonly ((text: string) => string)[]>> = {
  "openapi-generator": [
    (text) =>
      text
        .replace("const inRow = false", "const inRow = true")
        .replaceAll(/(?<=name: "|path: ")openapi-generator/g, "openapi-generator-in-row"),
  ],
  orval: [
    (text) =>
      text
        .replace('library = "react-query"', 'library = "swr"')
        .replaceAll(/(?<=name: "|path: ")orval/g, "orval-swr"),
    (text) =>
      text
        .replace('library = "react-query"', 'library = "kubb"')
        .replaceAll(/(?<=name: "|path: ")orval/g, "orval-kubb"),
  ],
  "rtk-query": [
    (text) =>
      text
        .replace("const withTags = false", "const withTags = true")
        .replaceAll(/(?<=name: "|path: ")rtk-query/g, "rtk-query-with-tags"),
  ],
  services: [
    (text) => inFolders("object", text.replace("const inObject = false", "const inObject = true")),
    (text) =>
      inFolders("angular", text.replace('"openapi-typescript-codegen" as', '"ng-openapi-gen" as')),
  ],
};

/** Calls an emitter, and what it writes, otherwise. */
function inFolders(name: string, text: string): string {
  return text
    .replace('name: "services"', `name: "services-${name}"`)
    .replaceAll(/(?<=["`])(?=(?:models|services|core)\/)/g, `${name}-`)
    .replace('"services" : "all"', `"services" : "all-${name}"`)
    .replace('file: "models"', `file: "${name}-models"`);
}

/** Puts all emitters of `docs/emitters` into a folder, with each setting, and says where they are. */
export function copyEmitters(folder: string): readonly string[] {
  mkdirSync(folder, { recursive: true });
  return readdirSync(emitters).flatMap((file) => {
    const text = readFileSync(join(emitters, file), "utf8");
    const sets = settings[file.replace(/\.ts$/, "")] ?? [];
    const set = sets.map((set, at) => [`set-${at}-${file}`, set(text)] as const);
    const copies = new Map([[file, text], ...set]);
    return Array.from(copies, ([name, copy]) => {
      const path = join(folder, name);
      writeFileSync(path, copy);
      return path;
    });
  });
}

export interface OldCalls {
  /** Unique, and fit for the name of a folder. */
  readonly name: string;
  readonly folder: string;
  /** Below `folder`. */
  readonly input: string;
  readonly config?: Partial<Config>;
}

/** Generates into `output`, as an app has it: with the module that the emitters import. Says what went wrong. */
export async function writeOldCalls(
  { folder, input, config }: OldCalls,
  output: string,
  paths: readonly string[],
): Promise<readonly string[]> {
  const entry = {
    config: {
      root: folder,
      ...config,
      input: join(folder, input),
      output: join(output, "api"),
      only: ["client"] as const,
      emitters: paths,
      format: "none" as const,
    },
    folder,
  };
  const { ok, diagnostics, model } = await generate(entry);
  if (!ok) return diagnostics.all.filter(({ severity }) => severity === "error").map(String);
  const made = ["client", "queries"].filter((file) => existsSync(join(output, `api/${file}.ts`)));
  const lines = made.map((file) => {
    const create = `create${model?.name}${file === "client" ? "Client" : "Queries"}`;
    const given = file === "client" ? "{} as never" : "client";
    return `import { ${create} } from "./api/${file}.js";\nexport const ${file} = ${create}(${given});\n`;
  });
  const api = `import { createApi } from "@reduxjs/toolkit/query";\nexport const api = createApi({ baseQuery: 0, endpoints: () => ({}) });\n`;
  writeFileSync(join(output, "client.ts"), [...lines, api].join(""));
  return [];
}

/** What the compiler says, under the strictest flags, of each of several outputs that has errors. */
export async function errorsOf(
  outputs: ReadonlyMap<string, string>,
  folder: string,
): Promise<Readonly<Record<string, readonly string[]>>> {
  writeQueryCore(folder);
  const compiled = await compileMany(outputs, folder, ["7"]);
  const errors = Array.from(compiled, ([name, one]) => [name, one.errors] as const);
  return Object.fromEntries(errors.filter(([, all]) => all.length > 0));
}
