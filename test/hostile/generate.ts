import { emitOptions } from "../emit-options.js";
import { Diagnostics } from "../../src/diagnostics/catalog.js";
import { code } from "../../src/emit/code.js";
import { type OutputFile, fileText } from "../../src/emit/file.js";
import { emitters } from "../../src/emitters/index.js";
import { load } from "../../src/load/load.js";
import { buildModel } from "../../src/model/build.js";
import { applyCamelCase } from "../../src/model/passes/camel-case.js";
import { makeCoded } from "../../src/model/passes/in-code.js";

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

/**
 * What every emitter writes for a description, not formatted and without the runtime. Throws as the stages do. With
 * `isCamel`, or CASE=camel for a whole run, members and parameters have names of their own in code.
 */
export async function generate(
  text: string,
  isCamel: boolean = process.env["CASE"] === "camel",
): Promise<Generated> {
  const diagnostics = new Diagnostics();
  const errors = (): readonly string[] =>
    diagnostics.all
      .filter(({ severity }) => severity === "error")
      .map(({ code, source, message }) => `${code} ${source.pointer} ${message}`);
  const loaded = await load({ text, name: "hostile.json" }, diagnostics, { cwd: process.cwd() });
  if (!loaded || diagnostics.hasErrors) return { files: [], errors: errors() };
  const model = buildModel(loaded, diagnostics);
  if (isCamel) applyCamelCase(model, diagnostics);
  if (isCamel) makeCoded(model, false);
  const options = {
    ...emitOptions,
    description: true,
    stubs: { folder: stubsFolder, root: "../generated" },
  };
  const header = code`// Generated.`;
  const files: OutputFile[] = [];
  for (const emitter of emitters)
    files.push(...(await emitter.emit(model, { diagnostics, options })));
  if (diagnostics.hasErrors) return { files: [], errors: errors() };
  return {
    files: files.map((file) => ({ path: file.path, text: fileText(file, header), file })),
    errors: [],
  };
}
