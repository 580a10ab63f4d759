// Says what publint and attw find wrong with the packed tarball; ends with 1 when that is anything.
import { readFileSync } from "node:fs";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";

const bytes = readFileSync(process.argv[2]);
const { messages, pkg } = await publint({
  pack: { tarball: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) },
  strict: true,
});
const found = messages.map(
  (message) => `publint: ${formatMessage(message, pkg, { color: false })}`,
);
const analysis = await checkPackage(createPackageFromTarballData(bytes));
if (!analysis.types) found.push("attw: there are no types");
// From CommonJS it is a dynamic import, or require() from Node 20.19 on, which gives the ES module.
const expected = new Set(["CJSResolvesToESM"]);
for (const problem of analysis.problems ?? [])
  if (!expected.has(problem.kind)) found.push(`attw: ${JSON.stringify(problem)}`);
process.stdout.write(
  found.length === 0 ? "publint and attw find nothing\n" : `${found.join("\n")}\n`,
);
process.exitCode = found.length === 0 ? 0 : 1;
