import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import typescript from "typescript";
import { expect, onTestFinished, test } from "vitest";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import { Files } from "../../src/load/text/positions.js";
import { produce } from "../../src/pipeline.js";
import { writeQueryCore } from "../consumer/query-core.js";

/** So many operations, each with a request and replies of its own. */
function description(count: number): string {
  const schema = { type: "object", required: ["id"], properties: { id: { type: "integer" } } };
  const content = (name: string): object => ({
    content: { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } },
  });
  const numbers = Array.from({ length: count }, (_, at) => at);
  const paths = numbers.map((at) => [
    `/things${at}/{id}`,
    {
      get: {
        operationId: `getThing${at}`,
        tags: [`group${at % 10}`],
        parameters: [
          { name: "id", in: "path", required: true, schema: { type: "integer" } },
          { name: "page", in: "query", schema: { type: "integer" } },
        ],
        responses: {
          200: { description: "Fine.", ...content(`Thing${at}`) },
          404: { description: "None.", ...content(`Problem${at}`) },
        },
      },
    },
  ]);
  const schemas = numbers.flatMap((at) => [
    [`Thing${at}`, { ...schema, properties: { ...schema.properties, [`name${at}`]: {} } }],
    [`Problem${at}`, schema],
  ]);
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Things", version: "1" },
    paths: Object.fromEntries(paths),
    components: { schemas: Object.fromEntries(schemas) },
  });
}

const options: typescript.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
  lib: ["lib.es2022.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
  module: typescript.ModuleKind.NodeNext,
  target: typescript.ScriptTarget.ES2022,
};
const host = typescript.createCompilerHost(options);
const parsed = new Map<string, typescript.SourceFile | undefined>();
const { getSourceFile } = host;
host.getSourceFile = (name, ...others) => {
  if (!parsed.has(name)) parsed.set(name, getSourceFile(name, ...others));
  return parsed.get(name);
};

type Cost = Readonly<Record<"types" | "instantiations", number>>;

/** What it takes to check two programs, of which the second one has queries: in figures that are the same on each machine. */
function costsOf(...files: readonly string[]): readonly [without: Cost, withQueries: Cost] {
  const program = typescript.createProgram(files, options, host);
  const isOfQueries = ({ fileName }: typescript.SourceFile): boolean =>
    fileName.includes("queries");
  const [without, ofQueries] = [false, true].map((is) => {
    const checked = program.getSourceFiles().filter((file) => isOfQueries(file) === is);
    const faults = checked.flatMap((file) => program.getSemanticDiagnostics(file));
    expect(faults.map(({ messageText }) => messageText)).toEqual([]);
    return { types: program.getTypeCount(), instantiations: program.getInstantiationCount() };
  });
  return [without, ofQueries] as [Cost, Cost];
}

/** The cost of a file that uses five operations of an API of so many, and of one that uses five queries. */
async function costOfApi(count: number): Promise<ReturnType<typeof costsOf>> {
  const folder = mkdtempSync(join(tmpdir(), "types-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const write = (path: string, text: string): string => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
    return join(folder, path);
  };
  write("openapi.json", description(count));
  write("package.json", '{ "type": "module" }');
  const only = ["client", "queries"] as const;
  const config = { input: "openapi.json", output: "api", only, format: "none" as const };
  const product = await produce({ config, folder }, new Diagnostics(), new Files());
  for (const { path, text } of product?.generated ?? []) write(`api/${path}`, text);
  writeQueryCore(folder);
  const use = (of: string): string =>
    [0, 1, 2, 3, 4].map((at) => `${of}.getThing${at}({ path: { id: 1 } })`).join(", ");
  const client = 'createThingsClient({ baseUrl: "http://localhost" })';
  const operations = write(
    "operations.ts",
    `import { createThingsClient } from "./api/client.js";
const api = ${client};
export const all = [${use("api")}] as const;
`,
  );
  const queries = write(
    "queries.ts",
    `import { createThingsClient } from "./api/client.js";
import { createThingsQueries } from "./api/queries.js";
const queries = createThingsQueries(${client});
export const all = [${use("queries")}] as const;
`,
  );
  return costsOf(operations, queries);
}

test("an operation more costs at most a tenth more to check with queries than without", async () => {
  const [few, many] = [await costOfApi(10), await costOfApi(60)];
  for (const figure of ["types", "instantiations"] as const) {
    const without = many[0][figure] - few[0][figure];
    const withQueries = many[1][figure] - few[1][figure];
    expect(without).toBeGreaterThan(50);
    expect(withQueries / without).toBeLessThanOrEqual(1.1);
  }
});
