import type TypeScript from "typescript";
import { type Code, code, doc, type DocTag, empty, join, key, name, str } from "../../emit/code.js";

type Ts = typeof TypeScript;

/**
 * The statements of a file of openapi-typescript, printed again: names and texts by the functions that quote them, and
 * nothing but types. Throws on anything else.
 */
export function printStatements(file: TypeScript.SourceFile, ts: Ts): readonly Code[] {
  const printer = new Printer(file, ts);
  return file.statements.map((statement) => printer.statement(statement));
}

/** Names of types that a reference to a type may begin with. */
const known = new Set([
  ...["paths", "webhooks", "components", "operations", "$defs"],
  ...["Record", "Omit", "WithRequired"],
]);

class Printer {
  readonly #file: TypeScript.SourceFile;
  readonly #ts: Ts;
  readonly #keywords: ReadonlyMap<TypeScript.SyntaxKind, Code>;

  constructor(file: TypeScript.SourceFile, ts: Ts) {
    this.#file = file;
    this.#ts = ts;
    const { SyntaxKind } = ts;
    this.#keywords = new Map([
      [SyntaxKind.StringKeyword, code`string`],
      [SyntaxKind.NumberKeyword, code`number`],
      [SyntaxKind.BooleanKeyword, code`boolean`],
      [SyntaxKind.UnknownKeyword, code`unknown`],
      [SyntaxKind.NeverKeyword, code`never`],
      [SyntaxKind.UndefinedKeyword, code`undefined`],
      [SyntaxKind.NullKeyword, code`null`],
      [SyntaxKind.TrueKeyword, code`true`],
      [SyntaxKind.FalseKeyword, code`false`],
    ]);
  }

  statement(node: TypeScript.Statement): Code {
    const ts = this.#ts;
    if (ts.isInterfaceDeclaration(node) && known.has(node.name.text))
      return code`export interface ${name(node.name.text)} ${this.#members(node.members)}`;
    if (ts.isTypeAliasDeclaration(node) && node.name.text === "WithRequired")
      // Its own asks for names that all of a union has, which a schema that admits null is.
      return code`type WithRequired<T, K extends PropertyKey> = T extends object ? T & { [P in K & keyof T]-?: T[P] } : T;`;
    if (ts.isTypeAliasDeclaration(node) && known.has(node.name.text))
      return code`export type ${name(node.name.text)} = ${this.#type(node.type)};`;
    throw this.#unexpected(node);
  }

  #type(node: TypeScript.Node): Code {
    const ts = this.#ts;
    const keyword = this.#keywords.get(node.kind);
    if (keyword) return keyword;
    if (ts.isTypeLiteralNode(node)) return this.#members(node.members);
    if (ts.isLiteralTypeNode(node)) return this.#type(node.literal);
    if (ts.isStringLiteral(node)) return str(node.text);
    if (ts.isNumericLiteral(node)) return code`${Number(node.text)}`;
    if (ts.isPrefixUnaryExpression(node) && ts.isNumericLiteral(node.operand))
      return code`${-Number(node.operand.text)}`;
    if (ts.isUnionTypeNode(node)) return this.#list(node.types, " | ");
    if (ts.isIntersectionTypeNode(node)) return this.#list(node.types, " & ");
    if (ts.isParenthesizedTypeNode(node)) return code`(${this.#type(node.type)})`;
    if (ts.isArrayTypeNode(node)) return code`${this.#type(node.elementType)}[]`;
    if (ts.isTupleTypeNode(node)) return code`[${this.#list(node.elements, ", ")}]`;
    if (ts.isIndexedAccessTypeNode(node))
      return code`${this.#type(node.objectType)}[${this.#type(node.indexType)}]`;
    if (ts.isTypeReferenceNode(node) && ts.isIdentifier(node.typeName))
      return this.#reference(node.typeName.text, node.typeArguments);
    throw this.#unexpected(node);
  }

  #reference(target: string, parameters: readonly TypeScript.Node[] | undefined): Code {
    if (!known.has(target)) throw new TypeError(`openapi-typescript refers to ${target}`);
    return parameters ? code`${name(target)}<${this.#list(parameters, ", ")}>` : name(target);
  }

  #list(nodes: readonly TypeScript.Node[], between: " | " | " & " | ", "): Code {
    return join(
      nodes.map((node) => this.#type(node)),
      between,
    );
  }

  /** Of two members with one name the last is the schema's own; the other is there for a discriminator. */
  #members(nodes: readonly TypeScript.TypeElement[]): Code {
    const last = new Map(nodes.map((node) => [this.#nameOf(node), node]));
    const members = nodes
      .filter((node) => last.get(this.#nameOf(node)) === node)
      .map((node) => code`${this.#comment(node)}${this.#member(node)};`);
    return code`{\n${join(members, "\n")}\n}`;
  }

  /** An index signature has none. */
  #nameOf({ name: written }: TypeScript.TypeElement): string | undefined {
    return written && "text" in written ? written.text : undefined;
  }

  #member(node: TypeScript.TypeElement): Code {
    const ts = this.#ts;
    if (ts.isIndexSignatureDeclaration(node)) return code`[key: string]: ${this.#type(node.type)}`;
    if (!ts.isPropertySignature(node) || !node.type) throw this.#unexpected(node);
    const isReadonly = node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ReadonlyKeyword);
    const modifier = isReadonly ? code`readonly ` : empty;
    const colon = node.questionToken ? code`?:` : code`:`;
    return code`${modifier}${this.#key(node.name)}${colon} ${this.#type(node.type)}`;
  }

  #key(node: TypeScript.PropertyName): Code {
    const ts = this.#ts;
    // openapi-fetch finds replies by statuses that are numbers: `keyof` keeps those apart from strings.
    if (ts.isNumericLiteral(node)) return code`${Number(node.text)}`;
    if (ts.isIdentifier(node) || ts.isStringLiteral(node)) return key(node.text);
    throw this.#unexpected(node);
  }

  /** Its tags are those of lines that the library began itself: it indents what a text goes on with. */
  #comment(node: TypeScript.TypeElement): Code {
    const text = this.#file.text;
    const [range] = this.#ts.getLeadingCommentRanges(text, node.pos) ?? [];
    if (!range) return empty;
    const inner = text.slice(range.pos + "/**".length, range.end - "*/".length);
    const entries: { tag: string; text: string }[] = [];
    for (const line of inner.split("\n")) {
      const [, more] = /^\s*\* {5}(.*)$/.exec(line) ?? [];
      const last = entries.at(-1);
      const plain = line.replace(/^[\s*]+/, "");
      const [start = "", tag = ""] = /^@(\w+) ?/.exec(plain) ?? [];
      const own = plain.slice(start.length);
      if (more !== undefined && last) last.text += `\n${more}`;
      else if (tag !== "" || own.trim() !== "") entries.push({ tag, text: own.trim() });
    }
    return docOf(entries);
  }

  #unexpected(node: TypeScript.Node): Error {
    return new TypeError(`openapi-typescript made a ${this.#ts.SyntaxKind[node.kind]}`);
  }
}

/** `@constant` and `@enum` say what the type says. */
function docOf(entries: readonly { readonly tag: string; readonly text: string }[]): Code {
  const prose = entries.filter(({ tag }) => tag === "" || tag === "description");
  const tags = entries.flatMap(({ tag, text }): DocTag[] =>
    tag === "deprecated" || tag === "default" || tag === "example" ? [{ tag, text }] : [],
  );
  return doc(prose.map(({ text }) => text).join("\n"), tags);
}
