import { Node } from "ts-morph";
import type { ImportDeclaration, SourceFile } from "ts-morph";
import { append, indentAt, type Insertion, startsLine } from "./insertion.js";
import type { StubImport } from "./merge.js";

export interface Imports {
  readonly insertions: readonly Insertion[];
  /** Other names of those that the file has for something of its own. */
  readonly aliases: ReadonlyMap<string, string>;
}

/** Insertions that import these names, in the file's own style of imports. */
export function importInsertions(
  file: SourceFile,
  text: string,
  wanted: readonly StubImport[],
  lineEnd: "\n" | "\r\n",
): Imports {
  const [imported, declared] = [namesImported(file), namesDeclared(file)];
  const aliases = new Map<string, string>();
  const added = new Map<ImportDeclaration | string, StubImport[]>();
  for (const { name, ...rest } of unique(wanted)) {
    const isTaken = declared.has(name);
    if (isTaken && rest.typeOnly) continue;
    const alias = isTaken ? `imported${name.charAt(0).toUpperCase()}${name.slice(1)}` : name;
    if (alias !== name) aliases.set(name, alias);
    if (imported.has(alias)) continue;
    const each = { ...rest, name: alias === name ? name : `${name} as ${alias}` };
    const place = declarationFor(file, each) ?? each.from;
    added.set(place, [...(added.get(place) ?? []), each]);
  }
  const style = styleOf(file);
  const insertions: Insertion[] = [];
  let statements = "";
  for (const [place, names] of added) {
    if (typeof place === "string") statements += lineEnd + statementOf(place, names, style);
    else for (const one of extend(place, text, names, lineEnd)) insertions.push(one);
  }
  if (statements !== "") insertions.push(placeStatements(file, text, statements, lineEnd));
  return { insertions, aliases };
}

/** An import statement for names of one module, as prettier writes a short one. */
export function statementOf(
  from: string,
  names: readonly StubImport[],
  { quote, semicolon }: { quote: string; semicolon: string } = { quote: '"', semicolon: ";" },
): string {
  const onlyTypes = names.every(({ typeOnly }) => typeOnly);
  const list = names.map(({ name, typeOnly }) => (typeOnly && !onlyTypes ? `type ${name}` : name));
  const keyword = onlyTypes ? "import type" : "import";
  return `${keyword} { ${list.join(", ")} } from ${quote}${from}${quote}${semicolon}`;
}

/** Each name once; one that is wanted as a value and as a type is a value. */
export function unique(wanted: readonly StubImport[]): StubImport[] {
  const byName = new Map<string, StubImport>();
  for (const each of wanted) {
    if (!byName.has(each.name) || !each.typeOnly) byName.set(each.name, each);
  }
  return [...byName.values()];
}

function namesImported(file: SourceFile): ReadonlySet<string | undefined> {
  const imports = file.getImportDeclarations();
  const named = imports.flatMap((each) => each.getNamedImports());
  return new Set([
    ...named.map((each) => each.getAliasNode()?.getText() ?? each.getName()),
    ...imports.map((each) => each.getDefaultImport()?.getText()),
    ...imports.map((each) => each.getNamespaceImport()?.getText()),
  ]);
}

function namesDeclared(file: SourceFile): ReadonlySet<string | undefined> {
  return new Set(
    [
      ...file.getVariableDeclarations(),
      ...[...file.getFunctions(), ...file.getClasses()],
      ...[...file.getInterfaces(), ...file.getTypeAliases(), ...file.getEnums()],
    ].map((each) => each.getName()),
  );
}

function declarationFor(file: SourceFile, wanted: StubImport): ImportDeclaration | undefined {
  const fitting = file.getImportDeclarations().filter((each) => {
    const bindings = each.getImportClause()?.getNamedBindings();
    const isSame = bare(each.getModuleSpecifierValue()) === bare(wanted.from);
    return isSame && Node.isNamedImports(bindings) && (wanted.typeOnly || !each.isTypeOnly());
  });
  return fitting.find((each) => each.isTypeOnly() === wanted.typeOnly) ?? fitting[0];
}

/** Without the extension, which users may write differently. */
function bare(module: string): string {
  return module.replace(/\.[cm]?[jt]s$/, "");
}

function extend(
  declaration: ImportDeclaration,
  text: string,
  names: readonly StubImport[],
  lineEnd: string,
): Insertion[] {
  const list = declaration.getImportClause()?.getNamedBindings();
  if (!Node.isNamedImports(list)) return [];
  const entries = names.map(({ name, typeOnly }) =>
    typeOnly && !declaration.isTypeOnly() ? `type ${name}` : name,
  );
  const last = list.getElements().at(-1);
  if (!last) return [{ at: list.getStart() + 1, text: ` ${entries.join(", ")} ` }];
  if (!startsLine(text, last.getStart())) {
    return [{ at: last.getEnd(), text: entries.map((entry) => `, ${entry}`).join("") }];
  }
  const braces = {
    open: list.getStart() + 1,
    close: list.getEnd() - 1,
    lastEnd: last.getEnd(),
    separator: "," as const,
    endsWithSeparator: list.compilerNode.elements.hasTrailingComma === true,
  };
  return append(text, braces, entries, lineEnd + indentAt(text, last.getStart()), lineEnd);
}

function styleOf(file: SourceFile): { quote: string; semicolon: string } {
  const imports = file.getImportDeclarations();
  const specifier = imports.at(-1)?.getModuleSpecifier().getText();
  const other = file.getFirstDescendant(Node.isStringLiteral)?.getText();
  const sample = imports.at(-1) ?? file.getStatements().find(Node.isVariableStatement);
  return {
    quote: (specifier ?? other ?? '"').charAt(0),
    semicolon: !sample || sample.getText().endsWith(";") ? ";" : "",
  };
}

/** `statements` starts with a line end. */
function placeStatements(
  file: SourceFile,
  text: string,
  statements: string,
  lineEnd: string,
): Insertion {
  const directives = file.getStatements().findIndex((each) => !isDirective(each));
  const last = file.getImportDeclarations().at(-1) ?? file.getStatements()[directives - 1];
  if (last) {
    // A comment behind it in the same line stays with it.
    const comment = /^[ \t]*(?:\/\/[^\r\n]*)?(?=\r?\n|$)/.exec(text.slice(last.getEnd()));
    const at = last.getEnd() + (comment?.[0].length ?? 0);
    return { at, text: statements + (comment ? "" : lineEnd) };
  }
  const at = endOfHeader(text.slice(0, file.getStatements()[0]?.getStart()));
  return { at, text: statements.slice(lineEnd.length) + lineEnd + lineEnd };
}

function isDirective(node: Node): boolean {
  return Node.isExpressionStatement(node) && Node.isStringLiteral(node.getExpression());
}

/** Behind `#!` and the comments that a blank line sets apart; `text` is what stands before all code. */
function endOfHeader(text: string): number {
  const shebang = /^#![^\n]*(?:\n|$)/.exec(text)?.[0].length ?? 0;
  const header = /^(?:[ \t]*\/\/[^\n]*\n|\/\*[^]*?\*\/[ \t]*\r?\n)+[ \t]*\r?\n/.exec(
    text.slice(shebang),
  );
  return shebang + (header?.[0].length ?? 0);
}
