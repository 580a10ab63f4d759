import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join, parse } from "node:path";
import { fileURLToPath } from "node:url";
import type { Config } from "../../src/config/options.js";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import { Files } from "../../src/load/text/positions.js";
import { produce } from "../../src/pipeline.js";
import { writeQueryCore } from "./query-core.js";

const repo = fileURLToPath(new URL("../..", import.meta.url));
const golden = join(repo, "test/golden");
const odd = join(repo, "test/corpus/odd");

type CaseConfig = Partial<Config> & { readonly compilerOptions?: object };

/** A description, by the name of the folder that its code is written to. */
interface Source {
  readonly name: string;
  readonly input: string;
  readonly config?: CaseConfig;
}

/**
 * Writes clients and mocks of the Pet Store, of each golden case, and of the odd descriptions, all of it with one
 * runtime.
 */
export async function writeClients(folder: string): Promise<void> {
  for (const { name, input, config = {} } of sources()) {
    const { int64, dates, defaults, enums, formats, client, pagination, hooks } = config;
    const options = { int64, dates, defaults, enums, formats, client, pagination, hooks };
    const given = Object.entries(options).filter(([, value]) => value !== undefined);
    const own: Config = {
      input,
      output: "out",
      only: ["types", "validators", "client", "queries", "mocks"],
      adapters: [],
      format: "none",
      ...Object.fromEntries(given),
    };
    const entry = { config: own, folder: dirname(input) };
    const product = await produce(entry, new Diagnostics(), new Files());
    if (!product) throw new Error(`${name} is refused`);
    for (const { path, text } of product.generated) {
      const isShared = path.startsWith("runtime/");
      const target = join(folder, isShared ? path : `${name}/${path}`);
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, isShared ? text : text.replaceAll('"./runtime/', '"../runtime/'));
    }
  }
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeQueryCore(folder);
}

function sources(): readonly Source[] {
  const cases = readdirSync(golden).map((name): Source => {
    const file = join(golden, name, "config.json");
    const config = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as CaseConfig) : {};
    return { name, input: join(golden, name, "input.yaml"), config };
  });
  const others = readdirSync(odd).map((file): Source => ({
    name: `odd-${parse(file).name}`,
    input: join(odd, file),
  }));
  return [
    { name: "petstore", input: join(repo, "spec/petstore.yaml") },
    ...cases.filter(
      ({ input, config }) => existsSync(input) && config?.compilerOptions === undefined,
    ),
    ...others,
  ];
}
