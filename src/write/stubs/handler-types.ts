import { Node } from "ts-morph";
import type { SourceFile } from "ts-morph";

export class HandlersType {
  readonly #names: Map<string, readonly Node[]>;

  constructor(file: SourceFile, names: readonly string[]) {
    this.#names = new Map(names.map((name) => [name, []]));
    this.#readNames(file);
  }

  /** The `PetStoreHandlers<Caller>` that a type is, or is a part or an intersection of. */
  referenceIn(types: readonly (Node | undefined)[]): TypeReference | undefined {
    for (const type of types) {
      const found = type && this.#reference(type);
      if (found) return found;
    }
    return undefined;
  }

  /** Import aliases and local types of a file, which may be made of each other. */
  #readNames(file: SourceFile): void {
    for (const specifier of file
      .getImportDeclarations()
      .flatMap((each) => each.getNamedImports())) {
      const alias = specifier.getAliasNode();
      if (alias && this.#names.has(specifier.getName())) this.#names.set(alias.getText(), []);
    }
    const aliases = file.getTypeAliases().map((each) => ({ each, types: [each.getTypeNode()] }));
    const interfaces = file.getInterfaces().map((each) => ({ each, types: each.getExtends() }));
    for (let size = 0; size !== this.#names.size;) {
      size = this.#names.size;
      for (const { each, types } of [...aliases, ...interfaces]) {
        const found = this.#names.has(each.getName()) ? undefined : this.referenceIn(types);
        if (found) this.#names.set(each.getName(), found.parts);
      }
    }
  }

  #reference(type: Node): TypeReference | undefined {
    if (Node.isParenthesizedTypeNode(type)) return this.#reference(type.getTypeNode());
    if (Node.isIntersectionTypeNode(type)) return this.referenceIn(type.getTypeNodes());
    if (Node.isUnionTypeNode(type)) {
      const others = type.getTypeNodes().filter((each) => !isAbsence(each));
      return others.length === 1 ? this.referenceIn(others) : undefined;
    }
    const name = Node.isTypeReference(type)
      ? type.getTypeName()
      : Node.isExpressionWithTypeArguments(type)
        ? type.getExpression()
        : undefined;
    if (name === undefined || !Node.isTypeArgumented(type)) return undefined;
    const parts = this.#names.get(name.getText().replace(/^.*\./s, ""));
    if (parts) return { node: type, parts };
    if (!transparent.has(name.getText()) && !partial.has(name.getText())) return undefined;
    const inner = this.referenceIn(type.getTypeArguments().slice(0, 1));
    if (!inner || transparent.has(name.getText())) return inner;
    return { ...inner, parts: [...inner.parts, type] };
  }
}

/** A reference to the handlers' type. */
export interface TypeReference {
  readonly node: Node;
  /** The `Pick` and `Omit` around it. */
  readonly parts: readonly Node[];
}

/** A `Pick` or an `Omit` certainly leaves a handler in. */
export function leavesIn(part: Node, name: string): boolean {
  const [, keys] = Node.isTypeArgumented(part) ? part.getTypeArguments() : [];
  const words = keys && literals(keys);
  if (!words) return false;
  return words.includes(name) === part.getText().startsWith("Pick");
}

function literals(type: Node): readonly string[] | undefined {
  if (Node.isUnionTypeNode(type)) {
    const each = type.getTypeNodes().map(literals);
    return each.every((one) => one !== undefined) ? each.flat() : undefined;
  }
  const literal = Node.isLiteralTypeNode(type) ? type.getLiteral() : undefined;
  return Node.isStringLiteral(literal) ? [literal.getLiteralText()] : undefined;
}

function isAbsence(type: Node): boolean {
  return /^(?:undefined|null)$/.test(type.getText());
}

/** A value of these has the members of what they are made of; any other wrapper may be about anything. */
const transparent = new Set(["Partial", "Required", "Readonly", "Promise", "Awaited", "NoInfer"]);
const partial = new Set(["Pick", "Omit"]);
