import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import { Files } from "../../src/load/text/positions.js";
import { readModel } from "../../src/pipeline.js";
import { emitValidators } from "./generated.js";

const folder = fileURLToPath(new URL("../golden/shapes", import.meta.url));
const source = fileURLToPath(new URL("../../src/", import.meta.url));

/** What an app bundles that exports these of the validators and has nothing else. */
async function bundled(validators: string, names: readonly string[]): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `export { ${names.join(", ")} } from "./validators.js";`,
      resolveDir: source,
    },
    bundle: true,
    write: false,
    minifySyntax: true,
    minifyWhitespace: true,
    format: "esm",
    platform: "neutral",
    plugins: [
      {
        name: "sources",
        setup: (builder) => {
          builder.onResolve({ filter: /^\.\/validators\.js$/ }, () => ({
            path: "validators.ts",
            namespace: "generated",
          }));
          builder.onLoad({ filter: /./, namespace: "generated" }, () => ({
            contents: validators,
            loader: "ts",
            resolveDir: source,
          }));
          builder.onResolve({ filter: /^\.\.?\/.*\.js$/ }, ({ path, resolveDir }) => ({
            path: join(resolveDir, path.replace(/\.js$/, ".ts")),
          }));
        },
      },
    ],
  });
  return outputFiles[0]?.text ?? "";
}

test("an app that imports one isX bundles only what that needs", async () => {
  const entry = { config: { input: "input.yaml", output: "out" }, folder };
  const read = await readModel(entry, new Diagnostics(), new Files());
  if (!read) throw new Error("the description was refused");
  const { text } = await emitValidators(read.model);
  const declared = (code: string): readonly string[] =>
    [...code.matchAll(/\bfunction (\w+)/g)].flatMap(([, name]) => name ?? []).sort();

  const one = await bundled(text, ["isNested"]);
  const all = await bundled(
    text,
    read.model.schemas.flatMap(({ name }) => [`is${name}`, `check${name}`]),
  );
  expect(declared(one)).toEqual(expect.arrayContaining(["isClosed", "isNested"]));
  const others = read.model.schemas.map(({ name }) => name as string);
  expect(declared(one).filter((name) => others.includes(name.replace(/^is/, "")))).toEqual([
    "isClosed",
    "isNested",
  ]);
  expect(one).not.toMatch(/#\/components|must |standard|explain|check/);
  expect(one.length * 10).toBeLessThan(all.length);
});
