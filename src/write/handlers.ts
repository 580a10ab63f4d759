import { Node, SyntaxKind } from "ts-morph";
import type {
  ClassDeclaration,
  ClassExpression,
  Expression,
  ObjectLiteralExpression,
  SourceFile,
} from "ts-morph";
import type { Braces } from "./insertion.js";
import type { MergeOptions } from "./merge.js";

/** A member whose name is known. */
export interface Member {
  readonly name: string;
  readonly node: Node;
  /** False for what a class has besides its handlers. */
  readonly isHandler: boolean;
}

/** The object or class in which a file has its handlers. */
export interface Handlers {
  readonly members: readonly Member[];
  /** What may bring handlers that cannot be seen here: spreads, computed names, a base class. */
  readonly unseen: readonly Node[];
  readonly braces: Braces;
  /** Text of the handlers' type where methods need it for their parameters: in a class. */
  readonly parameterType: string | undefined;
}

/** What handlers are written in. */
export type Holder = ObjectLiteralExpression | ClassDeclaration | ClassExpression;

interface Candidate {
  readonly holder: Holder;
  readonly name: string | undefined;
  /** True when the handlers' type stands at it. */
  readonly isTyped: boolean;
  readonly isDefault: boolean;
}

/** Gives the handlers, or `undefined` where it is not certain which of a file's objects they are. */
export function findHandlers(file: SourceFile, options: MergeOptions): Handlers | undefined {
  const types = namesOfType(file, options.handlersType);
  const candidates = candidatesIn(file, types);
  const rules: ((candidate: Candidate) => boolean)[] = [
    ({ name, isTyped }) => isTyped && name === options.exportName,
    ({ isTyped }) => isTyped,
    ({ name }) => name === options.exportName,
    ({ isDefault }) => isDefault,
  ];
  for (const rule of rules) {
    const [found, ...others] = candidates.filter(rule);
    if (found && others.length === 0) return handlersIn(found.holder, types);
    if (found) return undefined;
  }
  return undefined;
}

/** All that has the handlers' type in a file. */
export function typedHandlers(file: SourceFile, handlersType: string): readonly Handlers[] {
  const types = namesOfType(file, handlersType);
  return candidatesIn(file, types)
    .filter(({ isTyped }) => isTyped)
    .map(({ holder }) => handlersIn(holder, types));
}

function candidatesIn(file: SourceFile, types: ReadonlySet<string>): readonly Candidate[] {
  return [
    ...file.getDescendantsOfKind(SyntaxKind.ObjectLiteralExpression).map(placeOfObject(types)),
    ...file.getDescendantsOfKind(SyntaxKind.ClassDeclaration).map(placeOfClass(types)),
    ...file.getDescendantsOfKind(SyntaxKind.ClassExpression).map(placeOfClass(types)),
  ].filter((candidate) => candidate !== undefined);
}

/** The name of the type in this file, and the names of local types that are made of it. */
function namesOfType(file: SourceFile, handlersType: string): ReadonlySet<string> {
  const names = new Set([handlersType]);
  for (const specifier of file.getImportDeclarations().flatMap((each) => each.getNamedImports())) {
    const alias = specifier.getAliasNode();
    if (specifier.getName() === handlersType && alias) names.add(alias.getText());
  }
  const aliases = file.getTypeAliases().map((each) => ({ each, types: [each.getTypeNode()] }));
  const interfaces = file.getInterfaces().map((each) => ({ each, types: each.getExtends() }));
  for (let size = 0; size !== names.size;) {
    size = names.size;
    for (const { each, types } of [...aliases, ...interfaces]) {
      if (isHandlersType(types, names)) names.add(each.getName());
    }
  }
  return names;
}

function isHandlersType(types: readonly (Node | undefined)[], names: ReadonlySet<string>): boolean {
  return types.some((type) => referenceIn(type, names) !== undefined);
}

/**
 * The `PetStoreHandlers<Caller>` in that type, in `Partial<…>` of it, or in an intersection. A type
 * that only takes something from it (`PetStoreHandlers["listPets"]`) is not the type of handlers.
 */
function referenceIn(type: Node | undefined, names: ReadonlySet<string>): Node | undefined {
  if (Node.isParenthesizedTypeNode(type)) return referenceIn(type.getTypeNode(), names);
  if (Node.isIntersectionTypeNode(type) || Node.isUnionTypeNode(type)) {
    return firstReference(type.getTypeNodes(), names);
  }
  const name = Node.isTypeReference(type)
    ? type.getTypeName()
    : Node.isExpressionWithTypeArguments(type)
      ? type.getExpression()
      : undefined;
  if (name === undefined || !Node.isTypeArgumented(type)) return undefined;
  if (names.has(name.getText().replace(/^.*\./s, ""))) return type;
  return referenceIn(type.getTypeArguments()[0], names);
}

function firstReference(types: readonly Node[], names: ReadonlySet<string>): Node | undefined {
  return types.map((type) => referenceIn(type, names)).find((found) => found !== undefined);
}

function placeOfObject(types: ReadonlySet<string>) {
  return (holder: ObjectLiteralExpression): Candidate | undefined => {
    let value: Expression = holder;
    let isTyped = false;
    let parent: Node = value.getParentOrThrow();
    while (
      Node.isParenthesizedExpression(parent) ||
      Node.isAsExpression(parent) ||
      Node.isSatisfiesExpression(parent) ||
      Node.isTypeAssertion(parent)
    ) {
      if (!Node.isParenthesizedExpression(parent))
        isTyped ||= isHandlersType([parent.getTypeNode()], types);
      value = parent;
      parent = value.getParentOrThrow();
    }
    const isDefault = Node.isExportAssignment(parent) && !parent.isExportEquals();
    if (isDefault) return { holder, name: undefined, isTyped, isDefault };
    const owner = Node.isReturnStatement(parent)
      ? parent.getFirstAncestor(Node.isFunctionLikeDeclaration)
      : parent;
    const isReturned = Node.isReturnStatement(parent) || Node.isArrowFunction(parent);
    if (isReturned && Node.isReturnTyped(owner)) {
      isTyped ||= isHandlersType([owner.getReturnTypeNode()], types);
      return { holder, name: nameOfFunction(owner), isTyped, isDefault };
    }
    if (Node.isVariableDeclaration(parent)) {
      isTyped ||= isHandlersType([parent.getTypeNode()], types);
      const isTop = Node.isSourceFile(parent.getVariableStatement()?.getParent());
      return { holder, name: isTop ? parent.getName() : undefined, isTyped, isDefault };
    }
    if (Node.isPropertyDeclaration(parent))
      isTyped ||= isHandlersType([parent.getTypeNode()], types);
    return isTyped ? { holder, name: undefined, isTyped, isDefault } : undefined;
  };
}

function nameOfFunction(node: Node): string | undefined {
  if (Node.isFunctionDeclaration(node)) return node.getName();
  const parent = node.getParent();
  return Node.isVariableDeclaration(parent) ? parent.getName() : undefined;
}

function placeOfClass(types: ReadonlySet<string>) {
  return (holder: ClassDeclaration | ClassExpression): Candidate => {
    const isTyped = isHandlersType([...holder.getImplements(), holder.getExtends()], types);
    const parent = holder.getParent();
    const name = Node.isVariableDeclaration(parent) ? parent.getName() : holder.getName();
    const isDefault = Node.isClassDeclaration(holder) && holder.isDefaultExport();
    return { holder, name, isTyped, isDefault };
  };
}

/** The members of one object or class; `types` are the names of the handlers' type. */
export function handlersIn(holder: Holder, types: ReadonlySet<string>): Handlers {
  return Node.isObjectLiteralExpression(holder) ? inObject(holder) : inClass(holder, types);
}

function inObject(object: ObjectLiteralExpression): Handlers {
  const properties = object.getProperties();
  const named = properties.map((node) => ({ node, name: nameOf(node), isHandler: true }));
  return {
    members: named.flatMap(withName),
    unseen: named.filter(({ name }) => name === undefined).map(({ node }) => node),
    braces: {
      open: object.getStart() + 1,
      close: object.getEnd() - 1,
      lastEnd: properties.at(-1)?.getEnd(),
      separator: ",",
      endsWithSeparator: object.compilerNode.properties.hasTrailingComma === true,
    },
    parameterType: undefined,
  };
}

function inClass(holder: ClassDeclaration | ClassExpression, types: ReadonlySet<string>): Handlers {
  const instance = holder
    .getMembers()
    .filter(
      (node) =>
        !Node.isConstructorDeclaration(node) && !(Node.isStaticable(node) && node.isStatic()),
    );
  const named = instance.map((node) => ({ node, name: nameOf(node), isHandler: isHandler(node) }));
  const computed = named.filter(({ node, name }) => name === undefined && !hasPrivateName(node));
  const base = holder.getExtends();
  return {
    members: named.flatMap(withName),
    unseen: [...(base ? [base] : []), ...computed.map(({ node }) => node)],
    braces: {
      open: holder.getFirstChildByKindOrThrow(SyntaxKind.OpenBraceToken).getEnd(),
      close: holder.getEnd() - 1,
      lastEnd: holder.getMembers().at(-1)?.getEnd(),
      separator: "",
      endsWithSeparator: false,
    },
    parameterType: typeInHeritage(holder, types),
  };
}

/** `PetStoreHandlers<Caller>` of `implements Partial<PetStoreHandlers<Caller>>`. */
function typeInHeritage(
  holder: ClassDeclaration | ClassExpression,
  types: ReadonlySet<string>,
): string | undefined {
  const reference = firstReference(holder.getImplements(), types);
  return reference && `Required<${reference.getText()}>`;
}

function withName({
  name,
  ...rest
}: Omit<Member, "name"> & { name: string | undefined }): Member[] {
  return name === undefined ? [] : [{ name, ...rest }];
}

function nameOf(node: Node): string | undefined {
  if (!Node.hasName(node) && !Node.isPropertyNamed(node)) return undefined;
  const name = node.getNameNode();
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

// A class has helpers too: only what others can call counts.
function isHandler(node: Node): boolean {
  if (Node.isScoped(node) && node.getScope() !== "public") return false;
  if (Node.isMethodDeclaration(node)) return true;
  const value = Node.isPropertyDeclaration(node) ? node.getInitializer() : undefined;
  return Node.isArrowFunction(value) || Node.isFunctionExpression(value);
}
