import ts from "typescript";
import { pathFault } from "../../src/write/paths.js";
import { type Generated, type Written, stubsFolder } from "./generate.js";
import { canaryPattern } from "./payloads.js";

// Not looked up in the module for each of some million nodes.
const { SyntaxKind, forEachChild } = ts;

/** What is wrong with the files: each has to parse, with no canary that is more than data, and to have a safe path. */
export function faultsOf({ files }: Generated): readonly string[] {
  return [
    ...pathFaults(files),
    ...files.flatMap((file) => faultsIn(file).map((fault) => `${file.path}: ${fault}`)),
  ];
}

function pathFaults(files: readonly Written[]): string[] {
  const seen = new Set<string>();
  return files.flatMap(({ path, file }) => {
    const own = file.isUsers ? path.replace(`${stubsFolder}/`, "") : path;
    const fault = pathFault(own) ?? (/^[\w-]+\.ts$/.test(own) ? undefined : "is not a plain name");
    const twice = seen.has(path.toLowerCase()) ? "is there twice" : undefined;
    seen.add(path.toLowerCase());
    return (fault ?? twice) ? [`the path ${path} ${fault ?? twice}`] : [];
  });
}

/** Most files are the same whatever is put into places that they do not show. */
const inert = new Set<string>();

function faultsIn(written: Written): readonly string[] {
  if (inert.has(written.text)) return [];
  const faults = parsedFaults(written);
  if (faults.length === 0) inert.add(written.text);
  return faults;
}

function parsedFaults({ path, text }: Written): readonly string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, false, ts.ScriptKind.TS);
  const { parseDiagnostics = [], pragmas } = file as ts.SourceFile & {
    parseDiagnostics?: readonly ts.DiagnosticWithLocation[];
    pragmas?: ReadonlyMap<string, unknown>;
  };
  const faults = parseDiagnostics.map(({ messageText, start }) => {
    const around = text.slice(Math.max(0, start - 60), start + 60);
    return `${ts.flattenDiagnosticMessageText(messageText, " ")} near ${JSON.stringify(around)}`;
  });
  if (pragmas && pragmas.size > 0)
    faults.push(`a comment gives orders: ${[...pragmas.keys()].join(", ")}`);
  visit(file, faults);
  if (/[\u2028\u2029\u202a-\u202e\u2066-\u2069\ufdd0-\ufdd3\ufeff\0\u001b\p{Cs}]/u.test(text))
    faults.push("a character that changes how the file is read or shown");
  if (/<\/script|<!--/i.test(text)) faults.push("text that HTML would act on");
  return faults;
}

const tagsAllowed = new Set(["deprecated", "see", "default", "example", "remarks"]);

/** With a list of its own: a chain of 5,000 operators is nested deeper than calls can be. */
function visit(file: ts.SourceFile, faults: string[]): void {
  const waiting: ts.Node[] = [file];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    inspect(node, faults);
    forEachChild(node, (child) => void waiting.push(child));
    waiting.push(...((node as { jsDoc?: readonly ts.JSDoc[] }).jsDoc ?? []));
  }
}

function inspect(node: ts.Node, faults: string[]): void {
  switch (node.kind) {
    case SyntaxKind.Identifier:
    case SyntaxKind.PrivateIdentifier: {
      const { text } = node as ts.Identifier | ts.PrivateIdentifier;
      if (canaryPattern.test(text)) faults.push(`${text} is live`);
      break;
    }
    case SyntaxKind.RegularExpressionLiteral:
      compile((node as ts.RegularExpressionLiteral).text, faults);
      break;
    case SyntaxKind.TaggedTemplateExpression:
      faults.push("a tagged template");
      break;
    case SyntaxKind.JSDoc:
      comment(node as ts.JSDoc, faults);
  }
}

function comment(node: ts.JSDoc, faults: string[]): void {
  for (const tag of node.tags ?? [])
    if (!tagsAllowed.has(tag.tagName.text))
      faults.push(`the tag @${tag.tagName.text} in a comment`);
}

function compile(literal: string, faults: string[]): void {
  const end = literal.lastIndexOf("/");
  try {
    new RegExp(literal.slice(1, end), literal.slice(end + 1));
  } catch {
    faults.push(`${literal} does not compile`);
  }
}

/** How often the comments say `@deprecated`. */
export function deprecations({ files }: Generated): number {
  return files.reduce(
    (count, { text }) => count + (text.match(/^\s*(\/\*\*|\*) @deprecated/gm)?.length ?? 0),
    0,
  );
}
