import { Node, SyntaxKind } from "ts-morph";
import type { SourceFile } from "ts-morph";

/** Style of a file; undefined members are unknown. */
export interface Style {
  readonly quote: '"' | "'" | undefined;
  readonly semicolons: boolean | undefined;
}

/** The style of most string literals and statements of a file. */
export function styleOfFile(file: SourceFile): Style {
  const quotes = file
    .getDescendantsOfKind(SyntaxKind.StringLiteral)
    .map((each) => each.getText()[0]);
  const ends = file.getDescendants().filter(mayEndWithSemicolon);
  const single = quotes.filter((quote) => quote === "'").length;
  const ended = ends.filter((each) => each.getText().endsWith(";")).length;
  return {
    quote: quotes.length === 0 ? undefined : single * 2 > quotes.length ? "'" : '"',
    semicolons: ends.length === 0 ? undefined : ended * 2 >= ends.length,
  };
}

function mayEndWithSemicolon(node: Node): boolean {
  return (
    Node.isExpressionStatement(node) ||
    Node.isVariableStatement(node) ||
    Node.isReturnStatement(node) ||
    Node.isThrowStatement(node) ||
    Node.isImportDeclaration(node) ||
    Node.isTypeAliasDeclaration(node) ||
    Node.isPropertyDeclaration(node)
  );
}

/** A method's source in a style. Where a change could mean something else, the text stays as it is. */
export function styled(
  method: string,
  { quote, semicolons }: Style,
  parse: (text: string) => SourceFile,
): string {
  const prefix = "class Stub {\n";
  const text = `${prefix}${method}\n}`;
  const file = parse(text);
  const edits: { start: number; end: number; text: string }[] = [];
  for (const node of file.getDescendants()) {
    const [start, end] = [node.getStart(), node.getEnd()];
    if (quote !== undefined && Node.isStringLiteral(node)) {
      const inner = node.getText().slice(1, -1);
      if (!/["'\\]/.test(inner)) edits.push({ start, end, text: quote + inner + quote });
    }
    if (semicolons === undefined || !mayEndWithSemicolon(node)) continue;
    const isEnded = text[end - 1] === ";";
    if (semicolons && !isEnded) edits.push({ start: end, end, text: ";" });
    // The next line may continue this one.
    const mayGo = /^[ \t]*\r?\n\s*[^\s([`+\-*/,.]/.test(text.slice(end));
    if (!semicolons && isEnded && mayGo) edits.push({ start: end - 1, end, text: "" });
  }
  let result = text;
  for (const edit of edits.sort((a, b) => b.start - a.start))
    result = result.slice(0, edit.start) + edit.text + result.slice(edit.end);
  return result.slice(prefix.length, -2);
}
