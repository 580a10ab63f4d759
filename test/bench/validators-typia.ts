import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { install } from "./generate-peers.js";
import { build, type Builder } from "./validators-build.js";
import type { JsonObject } from "./validators-rows.js";

/** One whose transformer works inside of the compiler of TypeScript 5 and 6; 14 needs another one. */
const versions = { typia: "12.2.1", typescript: "5.9.3" };

const formats = new Set(["date-time", "date", "email", "ipv4", "ipv6", "uri", "uuid"]);

/**
 * Writes what typia makes of a schema for `is` and `check` into a folder, and answers with the TypeScript to bundle.
 * Throws where the schema closes some of its objects: typia looks for unknown members in all of them or in none.
 */
export function writeTypia(schema: JsonObject, folder: string, cache: string): string {
  install(cache, versions);
  const source = typeScriptOf(schema);
  mkdirSync(join(folder, "input"), { recursive: true });
  symlinkSync(join(cache, "node_modules"), join(folder, "node_modules"), "junction");
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  writeFileSync(join(folder, "input/row.ts"), source);
  const compilerOptions = {
    target: "ES2022",
    module: "ESNext",
    moduleResolution: "bundler",
    strict: true,
    skipLibCheck: true,
  };
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions, include: ["input"] }),
  );
  const script = join(cache, "node_modules/typia/lib/executable/typia.js");
  const where = ["--input", "input", "--output", "output", "--project", "tsconfig.json"];
  execFileSync(process.execPath, [script, "generate", ...where], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
  });
  return join(folder, "output/row.ts");
}

function typeScriptOf(schema: JsonObject): string {
  const declarations: string[] = [];
  const closed = new Set<boolean>();
  const builder: Builder<string> = {
    any: () => "unknown",
    null: () => "null",
    boolean: () => "boolean",
    integer: () => 'number & tags.Type<"int64">',
    number: () => "number",
    string: (format) =>
      format !== undefined && formats.has(format) ? `string & tags.Format<"${format}">` : "string",
    literal: (value) => JSON.stringify(value),
    array: (item) => `readonly (${item})[]`,
    record: (value) => `{ [name: string]: ${value} }`,
    object(members, isClosed) {
      closed.add(isClosed);
      if (members.length === 0) return "{ [name: string]: unknown }";
      const listed = members.map(
        ({ name, type, isRequired }) => `${JSON.stringify(name)}${isRequired ? "" : "?"}: ${type};`,
      );
      return `{ ${listed.join(" ")} }`;
    },
    union: (branches) => branches.map((branch) => `(${branch})`).join(" | "),
    recursive(name, make) {
      const word = name.replaceAll(/\W/g, "_");
      declarations.push(`type ${word} = ${make(word)};`);
      return word;
    },
  };
  const root = build(schema, builder);
  if (closed.size > 1) throw new Error("typia closes all objects or none");
  const [is, check] = closed.has(true)
    ? ["createEquals", "createValidateEquals"]
    : ["createIs", "createValidate"];
  return `import typia, { tags } from "typia";
${declarations.join("\n")}
type Root = ${root};
export const is = typia.${is}<Root>();
const validate = typia.${check}<Root>();
export const check = (value: unknown): boolean => validate(value).success;
`;
}
