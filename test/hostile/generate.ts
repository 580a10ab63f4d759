import { emitOptions } from "../emit-options.js";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import { code } from "../../src/emit/code.js";
import { type OutputFile, fileText } from "../../src/emit/file.js";
import type { Emitter } from "../../src/emitters/emitter.js";
import { emitters } from "../../src/emitters/index.js";
import { load } from "../../src/load/load.js";
import { buildModel } from "../../src/model/build.js";
import { applyCamelCase } from "../../src/model/passes/camel-case.js";
import callsEmitter from "../../docs/emitters/calls.js";
import heyApi from "../../docs/emitters/hey-api.js";
import nswag from "../../docs/emitters/nswag.js";
import openapiCodegen from "../../docs/emitters/openapi-codegen.js";
import openapiGenerator from "../../docs/emitters/openapi-generator.js";
import orval from "../../docs/emitters/orval.js";
import row from "../../docs/emitters/row.js";
import swaggerTypescriptApi from "../../docs/emitters/swagger-typescript-api.js";
import { makeCoded } from "../../src/model/passes/renamed-model.js";
import type { ApiModel } from "../../src/model/types.js";

/** Where the tests let the stubs go, seen from the output folder. */
export const stubsFolder = "../handlers";

export interface Written {
  readonly path: string;
  readonly text: string;
  readonly file: OutputFile;
}

export interface Generated {
  /** Nothing where the description was refused. */
  readonly files: readonly Written[];
  /** The codes of the errors, with their places. */
  readonly errors: readonly string[];
}

/** What was read of a description, from which can be generated once. */
export interface Read {
  readonly diagnostics: Diagnostics;
  /** Nothing where the description was refused. */
  readonly model?: ApiModel;
  /** The codes of the errors, with their places. */
  errors(): readonly string[];
}

const isCamelRun = process.env["CASE"] === "camel";

/** Reads a description, and makes its model. Throws as the stages do. */
export async function read(text: string, isCamel: boolean = isCamelRun): Promise<Read> {
  const diagnostics = new Diagnostics();
  const errors = (): readonly string[] =>
    diagnostics.all
      .filter(({ severity }) => severity === "error")
      .map(({ code, source, message }) => `${code} ${source.pointer} ${message}`);
  const loaded = await load({ text, name: "hostile.json" }, diagnostics, { cwd: process.cwd() });
  if (!loaded || diagnostics.hasErrors) return { diagnostics, errors };
  const model = buildModel(loaded, diagnostics);
  if (isCamel) applyCamelCase(model, diagnostics);
  if (isCamel) makeCoded(model, false);
  return { diagnostics, errors, model };
}

/** Those that users copy: what they write needs a module of the user's to compile. */
const copied = [
  callsEmitter,
  heyApi,
  nswag,
  openapiCodegen,
  openapiGenerator,
  orval,
  row,
  swaggerTypescriptApi,
];

/**
 * What every emitter writes for a description, not formatted and without the runtime; or what some of them write. Throws
 * as the stages do. With `isCamel`, or CASE=camel for a whole run, members and parameters have names of their own in code.
 */
export async function generate(
  description: string | Read,
  isCamel: boolean = isCamelRun,
  chosen: readonly Emitter[] = emitters,
  withCopied = false,
): Promise<Generated> {
  const { diagnostics, errors, model } =
    typeof description === "string" ? await read(description, isCamel) : description;
  if (!model) return { files: [], errors: errors() };
  const options = {
    ...emitOptions,
    description: true,
    stubs: { folder: stubsFolder, root: "../generated" },
  };
  const header = code`// Generated.`;
  const files: OutputFile[] = [];
  for (const emitter of chosen)
    files.push(...(await emitter.emit(model, { diagnostics, options })));
  for (const emitter of withCopied ? copied : []) {
    const warn = () => undefined;
    const own = await emitter.emit(model as never, { options, warn } as never);
    files.push(...(own as unknown as readonly OutputFile[]));
  }
  if (diagnostics.hasErrors) return { files: [], errors: errors() };
  return {
    files: files.map((file) => ({ path: file.path, text: fileText(file, header), file })),
    errors: [],
  };
}
