import {
  type GlobalContext,
  type SchemaObject,
  type TransformNodeOptions,
  transformSchemaObject,
} from "openapi-typescript";
import ts from "typescript";
import { type Code, code, join, name } from "../../emit/code.js";

/** One level of a schema: which members and parts there are, with code in the place of what is below. */
export interface Shape {
  readonly type?: "string" | "number" | "integer" | "boolean" | "null" | "array" | "object";
  readonly properties?: readonly Member[];
  /** The type of all other members; `false`: there are none that are known of. */
  readonly additional?: Code | false;
  readonly items?: Code;
  readonly allOf?: readonly Code[];
  readonly oneOf?: readonly Code[];
}

export interface Member {
  /** What stands in front of the member: its comment. */
  readonly doc: Code;
  readonly key: Code;
  readonly required: boolean;
  readonly readOnly: boolean;
  readonly type: Code;
}

/**
 * Lets openapi-typescript say which TypeScript type a level of a schema is, and prints its answer.
 * It sees neither names nor texts of a description: members go in as `m0`, `m1`, what is below as
 * a numbered hole, and both come out as `Code` that was made elsewhere.
 */
export function shapeType(shape: Shape): Code {
  const holes: Code[] = [];
  const hole = (content: Code): SchemaObject => {
    holes.push(content);
    return { type: "string", format: `hole ${holes.length - 1}` };
  };
  const members = shape.properties ?? [];
  const schema = {
    ...(shape.type ? { type: shape.type } : {}),
    ...(members.length > 0
      ? {
          properties: Object.fromEntries(
            members.map(({ type, readOnly }, i) => [`m${i}`, { ...hole(type), readOnly }]),
          ),
          required: members.flatMap(({ required }, i) => (required ? [`m${i}`] : [])),
        }
      : {}),
    ...(shape.additional ? { additionalProperties: hole(shape.additional) } : {}),
    ...(shape.items ? { items: hole(shape.items) } : {}),
    ...(shape.allOf ? { allOf: shape.allOf.map(hole) } : {}),
    ...(shape.oneOf ? { oneOf: shape.oneOf.map(hole) } : {}),
  };
  const node = transformSchemaObject(schema as SchemaObject, { path: "", ctx: context });
  return new Printer(holes, members).print(node);
}

const context: GlobalContext = {
  additionalProperties: false,
  alphabetize: false,
  arrayLength: false,
  conditionalEnums: false,
  dedupeEnums: false,
  defaultNonNullable: false,
  discriminators: { objects: {}, refsHandled: [] },
  emptyObjectsUnknown: true,
  enum: false,
  enumValues: false,
  excludeDeprecated: false,
  exportType: false,
  generatePathParams: false,
  immutable: false,
  injectFooter: [],
  makePathsEnum: false,
  pathParamsAsTypes: false,
  postTransform: undefined,
  propertiesRequiredByDefault: false,
  readWriteMarkers: false,
  redoc: {} as GlobalContext["redoc"],
  resolve: () => undefined,
  rootTypes: false,
  rootTypesKeepCasing: false,
  rootTypesNoSchemaPrefix: false,
  silent: true,
  transform: fillHole,
  transformProperty: undefined,
};

function fillHole(schema: SchemaObject, _: TransformNodeOptions): ts.TypeNode | undefined {
  const [, index] = /^hole (\d+)$/.exec(schema.format ?? "") ?? [];
  return index === undefined ? undefined : ts.factory.createTypeReferenceNode(`hole${index}`);
}

const keywords = new Map<ts.SyntaxKind, Code>([
  [ts.SyntaxKind.StringKeyword, code`string`],
  [ts.SyntaxKind.NumberKeyword, code`number`],
  [ts.SyntaxKind.BooleanKeyword, code`boolean`],
  [ts.SyntaxKind.UnknownKeyword, code`unknown`],
  [ts.SyntaxKind.NeverKeyword, code`never`],
]);

/** Prints the few kinds of type nodes that one level of a schema can become. */
class Printer {
  readonly #holes: readonly Code[];
  readonly #members: readonly Member[];

  constructor(holes: readonly Code[], members: readonly Member[]) {
    this.#holes = holes;
    this.#members = members;
  }

  print(node: ts.TypeNode): Code {
    const keyword = keywords.get(node.kind);
    if (keyword) return keyword;
    if (ts.isLiteralTypeNode(node) && node.literal.kind === ts.SyntaxKind.NullKeyword)
      return code`null`;
    if (ts.isArrayTypeNode(node)) return arrayOf(this.print(node.elementType));
    if (ts.isUnionTypeNode(node))
      return join(
        node.types.map((type) => this.print(type)),
        " | ",
      );
    if (ts.isIntersectionTypeNode(node)) return this.#intersection(node.types);
    if (ts.isTypeLiteralNode(node))
      return code`{\n${join(
        node.members.map((m) => this.#member(m)),
        "\n",
      )}\n}`;
    if (ts.isTypeReferenceNode(node)) return this.#reference(node);
    throw new Error(`openapi-typescript gave a ${ts.SyntaxKind[node.kind]}, which nobody expected`);
  }

  /** Two literals become one, so that an index signature stands beside the members that it holds for. */
  #intersection(types: readonly ts.TypeNode[]): Code {
    const literals = types.filter(ts.isTypeLiteralNode);
    const others = types.filter((type) => !ts.isTypeLiteralNode(type));
    const members = literals.flatMap(({ members }) => [...members]);
    const literal = code`{\n${join(
      members.map((member) => this.#member(member)),
      "\n",
    )}\n}`;
    const parts = others.map((type) => whole(this.print(type)));
    return join(literals.length > 0 ? [literal, ...parts] : parts, " & ");
  }

  #member(node: ts.TypeElement): Code {
    if (ts.isIndexSignatureDeclaration(node)) return code`[key: string]: ${this.print(node.type)};`;
    if (!ts.isPropertySignature(node) || !node.type) throw new Error("a member without a type");
    const member = this.#members[Number(/\d+/.exec((node.name as ts.Identifier).text)?.[0])];
    if (!member) throw new Error("a member that was not asked for");
    const readOnly = node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ReadonlyKeyword);
    return code`${member.doc}${readOnly ? code`readonly ` : []}${member.key}${
      node.questionToken ? code`?` : []
    }: ${this.print(node.type)};`;
  }

  #reference(node: ts.TypeReferenceNode): Code {
    const text = (node.typeName as ts.Identifier).text;
    const [, index] = /^hole(\d+)$/.exec(text) ?? [];
    if (index !== undefined) return this.#holes[Number(index)] ?? code`unknown`;
    const parameters = node.typeArguments?.map((type) => this.print(type)) ?? [];
    return code`${name(text)}<${join(parameters, ", ")}>`;
  }
}

/** `X[]`. */
export function arrayOf(items: Code): Code {
  return code`${whole(items)}[]`;
}

/** A type that can stand beside an operator: in parentheses, unless it is a plain name. */
export function whole(type: Code): Code {
  return /^[\w$.]+(\[\])*$/.test(type.text) ? type : code`(${type})`;
}
