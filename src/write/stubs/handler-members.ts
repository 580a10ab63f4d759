import { Node, SyntaxKind } from "ts-morph";
import type { ClassDeclaration, ClassExpression, ObjectLiteralExpression } from "ts-morph";
import { bare, onlyResult } from "./expressions.js";
import { changesOf } from "./handler-changes.js";
import type { TypeReference } from "./handler-types.js";
import type { Braces } from "./insertion.js";

/** A member whose name is known. */
export interface Member {
  readonly name: string;
  readonly node: Node;
  /** False for what cannot be a handler, or is none that others can call. */
  readonly isHandler: boolean;
}

/** The object or class in which a file has its handlers. */
export interface Handlers {
  readonly members: readonly Member[];
  /** Nodes that may bring handlers that cannot be seen here: spreads, computed names, a base class. */
  readonly unseen: readonly Node[];
  readonly braces: Braces;
  /** Text of the handlers' type where methods need it for their parameters: in a class. */
  readonly parameterType: string | undefined;
  /** The `Pick` and `Omit` that say which handlers are here. */
  readonly parts: readonly Node[];
}

export type Holder = ObjectLiteralExpression | ClassDeclaration | ClassExpression;

/** The members of one object or class; `type` is where the handlers' type stands at it. */
export function handlersIn(holder: Holder, type?: TypeReference): Handlers {
  const inside = Node.isObjectLiteralExpression(holder) ? inObject(holder) : inClass(holder);
  const later = changesOf(holder);
  return {
    ...inside,
    members: [...inside.members, ...later.members],
    unseen: [...inside.unseen, ...later.unseen],
    parameterType:
      Node.isObjectLiteralExpression(holder) || !type
        ? undefined
        : `Required<${type.node.getText()}>`,
    parts: type?.parts ?? [],
  };
}

type Inside = Pick<Handlers, "members" | "unseen" | "braces">;

function inObject(object: ObjectLiteralExpression): Inside {
  const properties = object.getProperties();
  const named = properties.map((node) => ({
    node,
    name: nameOf(node),
    isHandler: !Node.isPropertyAssignment(node) || mayBeFunction(node.getInitializer()),
  }));
  const isUnseen = ({ node, name }: (typeof named)[number]): boolean =>
    name === undefined || (name === "__proto__" && Node.isPropertyAssignment(node));
  return {
    members: named.filter((each) => !isUnseen(each)).flatMap(withName),
    unseen: named.filter(isUnseen).map(({ node }) => node),
    braces: {
      open: object.getStart() + 1,
      close: object.getEnd() - 1,
      lastEnd: properties.at(-1)?.getEnd(),
      separator: ",",
      endsWithSeparator: object.compilerNode.properties.hasTrailingComma === true,
    },
  };
}

function inClass(holder: ClassDeclaration | ClassExpression): Inside {
  const all = holder.getMembers();
  const instance = all.filter(
    (node) =>
      !Node.isConstructorDeclaration(node) &&
      !Node.isClassStaticBlockDeclaration(node) &&
      !(Node.isStaticable(node) && node.isStatic()),
  );
  const named = instance.map((node) => ({ node, name: nameOf(node), isHandler: isHandler(node) }));
  const computed = named.filter(({ node, name }) => name === undefined && !hasPrivateName(node));
  const constructors = all.filter(Node.isConstructorDeclaration);
  const fields = constructors
    .flatMap((each) => each.getParameters())
    .filter((each) => each.isParameterProperty())
    .map((node) => ({ node, name: node.getName(), isHandler: false }));
  const base = holder.getExtends();
  return {
    members: [...named.flatMap(withName), ...fields],
    unseen: [
      ...(base ? [base] : []),
      ...interfacesLike(holder),
      ...constructors.flatMap((each) => onlyResult(each) ?? []),
      ...computed.map(({ node }) => node),
    ],
    braces: {
      open: holder.getFirstChildByKindOrThrow(SyntaxKind.OpenBraceToken).getEnd(),
      close: holder.getEnd() - 1,
      lastEnd: all.at(-1)?.getEnd(),
      separator: "",
      endsWithSeparator: false,
    },
  };
}

/** The interfaces that a class is merged with: what they declare may be put into it anywhere. */
function interfacesLike(holder: ClassDeclaration | ClassExpression): readonly Node[] {
  const scope = holder.getParent();
  if (!Node.isClassDeclaration(holder) || !Node.isStatemented(scope)) return [];
  return scope.getInterfaces().filter((each) => each.getName() === holder.getName());
}

function withName({
  name,
  ...rest
}: Omit<Member, "name"> & { name: string | undefined }): Member[] {
  return name === undefined ? [] : [{ name, ...rest }];
}

function nameOf(node: Node): string | undefined {
  if (!Node.isPropertyNamed(node) && !Node.isShorthandPropertyAssignment(node)) return undefined;
  const name: Node = node.getNameNode();
  const inner = Node.isComputedPropertyName(name) ? name.getExpression() : name;
  if (Node.isStringLiteral(inner) || Node.isNoSubstitutionTemplateLiteral(inner)) {
    return inner.getLiteralText();
  }
  if (Node.isComputedPropertyName(name) || Node.isPrivateIdentifier(name)) return undefined;
  return name.getText();
}

function hasPrivateName(node: Node): boolean {
  return Node.isPropertyNamed(node) && Node.isPrivateIdentifier(node.getNameNode());
}

/** A text, a number or an object is no function. */
function mayBeFunction(node: Node | undefined): boolean {
  const value = bare(node);
  return (
    !Node.isLiteralExpression(value) &&
    !Node.isObjectLiteralExpression(value) &&
    !Node.isArrayLiteralExpression(value) &&
    !Node.isTemplateExpression(value) &&
    !Node.isPrefixUnaryExpression(value) &&
    !Node.isTrueLiteral(value) &&
    !Node.isFalseLiteral(value) &&
    !Node.isNullLiteral(value)
  );
}

// A class has helpers too: only what others can call counts.
function isHandler(node: Node): boolean {
  if (Node.isScoped(node) && node.getScope() !== "public") return false;
  if (Node.isMethodDeclaration(node)) return true;
  const value = Node.isPropertyDeclaration(node) ? bare(node.getInitializer()) : undefined;
  return Node.isArrowFunction(value) || Node.isFunctionExpression(value);
}
