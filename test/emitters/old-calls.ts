import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Config } from "../../src/config/options.js";
import { generate } from "../../src/pipeline.js";
import { writeQueryCore } from "../consumer/query-core.js";
import { compileMany } from "../corpus/compile.js";

const emitters = fileURLToPath(new URL("../../docs/emitters", import.meta.url));

type Setting = readonly [before: string, after: string];

/** The settings of an emitter that are not as it comes, by what its name ends in then. */
const settings: Readonly<Record<string, Readonly<Record<string, readonly Setting[]>>>> = {
  oazapfts: { results: [["const isOptimistic = true", "const isOptimistic = false"]] },
  "openapi-generator": {
    "in-row": [["const inRow = false", "const inRow = true"]],
    single: [["const isAxios = inRow", "const isAxios = true"]],
  },
  orval: {
    swr: [['library = "react-query"', 'library = "swr"']],
    kubb: [['library = "react-query"', 'library = "kubb"']],
  },
  "rtk-query": { "with-tags": [["const withTags = false", "const withTags = true"]] },
  services: {
    object: [["const inObject = false", "const inObject = true"]],
    angular: [['"openapi-typescript-codegen" as', '"ng-openapi-gen" as']],
    "angular-observables": [
      ['"openapi-typescript-codegen" as', '"ng-openapi-gen" as'],
      ["const arePromises = true", "const arePromises = false"],
    ],
    generator: [['"openapi-typescript-codegen" as', '"typescript-angular" as']],
    "generator-object": [
      ['"openapi-typescript-codegen" as', '"typescript-angular" as'],
      ["const inObject = false", "const inObject = true"],
    ],
  },
  "swagger-typescript-api": {
    axios: [on("axios")],
    modular: ["modular", "extractRequestParams", "extractBodies", "oldNames"].map(on),
    single: ["singleHttpClient", "unwrapResponseData", "disableThrowOnError"].map(on),
    "by-tag": ["axios", "moduleNameFirstTag", "unwrapResponseData", "modular"].map(on),
  },
};

function on(flag: string): Setting {
  return [`${flag}: false`, `${flag}: true`];
}

/** Puts all emitters of `docs/emitters` into a folder, with each setting, and says where they are. */
export function copyEmitters(folder: string): readonly string[] {
  mkdirSync(folder, { recursive: true });
  return readdirSync(emitters).flatMap((file) => {
    const text = readFileSync(join(emitters, file), "utf8");
    const own = file.replace(/\.ts$/, "");
    const copies = Object.entries(settings[own] ?? {}).map(([end, changes]) => {
      const named = text.replaceAll(`"${own}"`, `"${own}-${end}"`);
      const called = named.replaceAll(`"${own}.ts"`, `"${own}-${end}.ts"`);
      return [`${own}-${end}.ts`, inFolders(end, changes.reduce(changed, called))] as const;
    });
    return [[file, text] as const, ...copies].map(([name, copy]) => {
      const path = join(folder, name);
      writeFileSync(path, copy);
      return path;
    });
  });
}

/** Calls the modules that an emitter writes beside its own file otherwise. */
function inFolders(name: string, text: string): string {
  return text
    .replaceAll(/(?<=["`])(?=(?:models?|services|core|api|fn)\/)|(?<=file: ")/g, `${name}-`)
    .replace(' : "all";', ` : "all-${name}";`)
    .replace('"functions"', `"${name}-functions"`)
    .replace('isNgGen && "models"', `isNgGen && "${name}-models"`);
}

function changed(text: string, [before, after]: Setting): string {
  if (!text.includes(before)) throw new Error(`there is no ${before}`);
  return text.replace(before, after);
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
  const context = `export const useContext = () => ({ fetcherOptions: {}, queryOptions: {} });
export const queryKeyFn = (operation: object): readonly unknown[] => [operation];\n`;
  writeFileSync(join(output, "context.ts"), context);
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
