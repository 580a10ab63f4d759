import { createRequire } from "node:module";
import type {
  GlobalContext,
  SchemaObject,
  TransformNodeOptions,
  transformSchemaObject as TransformSchemaObject,
} from "openapi-typescript";
import type TypeScript from "typescript";
import { type Code, code, empty, join, name } from "../../emit/code.js";
import { requireCompiled } from "../../package/compiled.js";
import { readonlyWord } from "./style.js";

// An `import` of TypeScript has Node look through all of it for names first, and openapi-typescript's main
// entry loads a bundler and a linter: 0.8 s together, where this takes 0.2 s.
const require = createRequire(import.meta.url);
const ts = requireCompiled(require, "typescript") as typeof import("typescript");
const { default: transformSchemaObject } =
  require("openapi-typescript/dist/transform/schema-object.cjs") as {
    readonly default: typeof TransformSchemaObject;
  };

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
 * a numbered hole, and both come out as `Code` that was made elsewhere. It is asked once for levels
 * that differ in these only, and sees one member of each kind in the place of all.
 */
export function shapeType(shape: Shape): Code {
  const members = shape.properties ?? [];
  const kinds = [...new Set(members.map(kindOf))];
  const { additional, items, allOf = [], oneOf = [] } = shape;
  const key = `${shape.type} ${kinds.join()} ${additional ? 1 : 0}${items ? 1 : 0} ${allOf.length} ${oneOf.length}`;
  let print = known.get(key);
  if (print === undefined) {
    print = ask(shape, kinds);
    known.set(key, print);
  }
  return print({
    members,
    below: [...(additional ? [additional] : []), ...(items ? [items] : []), ...allOf, ...oneOf],
  });
}

/** What a level is filled with: `below` in the order of `Shape`. */
interface Filling {
  readonly members: readonly Member[];
  readonly below: readonly Code[];
}

/** `member`: the one that is being printed. */
type Print = (filling: Filling, member?: Member) => Code;
const known = new Map<string, Print>();

/** `0` to `3`: whether a member is required, and whether it is read-only. */
function kindOf({ required, readOnly }: Member): number {
  return (required ? 1 : 0) + (readOnly ? 2 : 0);
}

/** Asks openapi-typescript about a level. The first holes are the members', one for each kind. */
function ask(shape: Shape, kinds: readonly number[]): Print {
  let holes = 0;
  const hole = (): SchemaObject => ({ type: "string", format: `hole ${holes++}` });
  const properties = Object.fromEntries(
    kinds.map((kind, i) => [`m${i}`, { ...hole(), readOnly: kind >= 2 }]),
  );
  const required = kinds.flatMap((kind, i) => (kind % 2 === 1 ? [`m${i}`] : []));
  const schema = {
    ...(shape.type ? { type: shape.type } : {}),
    ...(kinds.length > 0 ? { properties, required } : {}),
    ...(shape.additional ? { additionalProperties: hole() } : {}),
    ...(shape.items ? { items: hole() } : {}),
    ...(shape.allOf ? { allOf: shape.allOf.map(hole) } : {}),
    ...(shape.oneOf ? { oneOf: shape.oneOf.map(hole) } : {}),
  };
  const node = transformSchemaObject(schema as SchemaObject, { path: "", ctx: context });
  return new Printer(kinds).printer(node);
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

function fillHole(schema: SchemaObject, _: TransformNodeOptions): TypeScript.TypeNode | undefined {
  const [, index] = /^hole (\d+)$/.exec(schema.format ?? "") ?? [];
  return index === undefined ? undefined : ts.factory.createTypeReferenceNode(`hole${index}`);
}

const keywords = new Map<TypeScript.SyntaxKind, Code>([
  [ts.SyntaxKind.StringKeyword, code`string`],
  [ts.SyntaxKind.NumberKeyword, code`number`],
  [ts.SyntaxKind.BooleanKeyword, code`boolean`],
  [ts.SyntaxKind.UnknownKeyword, code`unknown`],
  [ts.SyntaxKind.NeverKeyword, code`never`],
]);

/** Makes functions that print the few kinds of type nodes that one level of a schema can become. */
class Printer {
  readonly #kinds: readonly number[];

  constructor(kinds: readonly number[]) {
    this.#kinds = kinds;
  }

  printer(node: TypeScript.TypeNode): Print {
    const keyword = keywords.get(node.kind);
    if (keyword) return () => keyword;
    if (ts.isLiteralTypeNode(node) && node.literal.kind === ts.SyntaxKind.NullKeyword)
      return () => code`null`;
    if (ts.isArrayTypeNode(node)) {
      const element = this.printer(node.elementType);
      return (filling, member) => arrayOf(element(filling, member));
    }
    if (ts.isUnionTypeNode(node)) {
      const types = node.types.map((type) => this.printer(type));
      return (filling, member) => join(printed(types, filling, member), " | ");
    }
    if (ts.isIntersectionTypeNode(node)) return this.#intersection(node.types);
    if (ts.isTypeLiteralNode(node)) return this.#literal(node.members);
    if (ts.isTypeReferenceNode(node)) return this.#reference(node);
    throw new Error(`openapi-typescript gave a ${ts.SyntaxKind[node.kind]}, which nobody expected`);
  }

  /** Two literals become one, so that an index signature stands beside the members that it holds for. */
  #intersection(types: readonly TypeScript.TypeNode[]): Print {
    const literals = types.filter(ts.isTypeLiteralNode);
    const others = types
      .filter((type) => !ts.isTypeLiteralNode(type))
      .map((type) => this.printer(type));
    const literal = this.#literal(literals.flatMap(({ members }) => [...members]));
    return (filling, member) => {
      const parts = printed(others, filling, member).map(whole);
      return join(literals.length > 0 ? [literal(filling), ...parts] : parts, " & ");
    };
  }

  /** All members of the level stand where the first of those stands that were asked for. */
  #literal(nodes: readonly TypeScript.TypeElement[]): Print {
    const byKind = new Map<number, Print>();
    const lines: ("members" | Print)[] = [];
    for (const node of nodes) {
      if (ts.isIndexSignatureDeclaration(node)) {
        const type = this.printer(node.type);
        lines.push((filling) => code`${readonlyWord()}[key: string]: ${type(filling)};`);
        continue;
      }
      if (byKind.size === 0) lines.push("members");
      byKind.set(...this.#member(node));
    }
    if (byKind.size > 0 && byKind.size !== this.#kinds.length)
      throw new Error("openapi-typescript left a member out");
    return (filling) => {
      const parts = lines.flatMap((line) =>
        line === "members"
          ? filling.members.map((member) => byKind.get(kindOf(member))?.(filling, member) ?? [])
          : [line(filling)],
      );
      return code`{\n${join(parts, "\n")}\n}`;
    };
  }

  #member(node: TypeScript.TypeElement): [number, Print] {
    if (!ts.isPropertySignature(node) || !node.type) throw new Error("a member without a type");
    const kind = this.#kinds[Number(/\d+/.exec((node.name as TypeScript.Identifier).text)?.[0])];
    if (kind === undefined) throw new Error("a member that was not asked for");
    const type = this.printer(node.type);
    const isReadOnly = node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ReadonlyKeyword);
    const readOnly = isReadOnly ? code`readonly ` : empty;
    const colon = node.questionToken ? code`?:` : code`:`;
    return [
      kind,
      (filling, member) => {
        const { doc, key } = member ?? { doc: empty, key: empty };
        return code`${doc}${readOnly}${key}${colon} ${type(filling, member)};`;
      },
    ];
  }

  #reference(node: TypeScript.TypeReferenceNode): Print {
    const text = (node.typeName as TypeScript.Identifier).text;
    const [, index] = /^hole(\d+)$/.exec(text) ?? [];
    if (index === undefined) {
      const parameters = (node.typeArguments ?? []).map((type) => this.printer(type));
      return (filling, member) =>
        code`${name(text)}<${join(printed(parameters, filling, member), ", ")}>`;
    }
    const below = Number(index) - this.#kinds.length;
    if (below < 0) return (_, member) => member?.type ?? code`unknown`;
    return (filling) => filling.below[below] ?? code`unknown`;
  }
}

function printed(printers: readonly Print[], filling: Filling, member: Member | undefined): Code[] {
  return printers.map((print) => print(filling, member));
}

/** `X[]`. */
function arrayOf(items: Code): Code {
  return code`${readonlyWord()}${whole(items)}[]`;
}

/** A type that can stand beside an operator: in parentheses, unless it is a plain name. */
export function whole(type: Code): Code {
  return /^[\w$.]+(\[\])*$/.test(type.text) ? type : code`(${type})`;
}
