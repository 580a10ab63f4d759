import { Node, SyntaxKind } from "ts-morph";
import type { ObjectLiteralExpression, SourceFile } from "ts-morph";
import { bare, functionAround, onlyResult, outsideOf } from "./expressions.js";
import { type Handlers, handlersIn, type Holder } from "./handler-members.js";
import { HandlersType, type TypeReference } from "./handler-types.js";

interface Candidate {
  readonly holder: Holder;
  /** Under which the whole file knows it, or what makes it. */
  readonly name: string | undefined;
  /** Its reference to the handlers' type. */
  readonly type: TypeReference | undefined;
  readonly isDefault: boolean;
}

/**
 * Gives the handlers, or `undefined` where it is not certain which of a file's objects they are.
 * `typeNames` are those of the handlers' type, `known` the names that handlers may have.
 */
export function findHandlers(
  file: SourceFile,
  typeNames: readonly string[],
  exportName: string | undefined,
  known: ReadonlySet<string>,
): Handlers | undefined {
  const types = new HandlersType(file, typeNames);
  const candidates = candidatesIn(file, types);
  const read = ({ holder, type }: Candidate): Handlers => handlersIn(holder, type);
  const typed = candidates.filter(({ type }) => type !== undefined);
  const named = typed.filter(({ name }) => name === exportName);
  if (named.length > 0 || typed.length > 1) return single(named.map(read));
  const untyped = candidates.filter(({ type }) => type === undefined);
  const like = untyped
    .filter(({ name }) => name !== undefined && name === exportName)
    .map(read)
    .filter((one) => looksLikeHandlers(one, known));
  // Beside an object that has their name, one with their type may be a part or a double of them.
  if (typed.length > 0) return single([...typed.map(read), ...like.filter(hasMembers)]);
  if (like.length > 0) return single(like);
  return single(
    untyped
      .filter(({ isDefault }) => isDefault)
      .map(read)
      .filter((one) => hasKnown(one, known)),
  );
}

/** All that has the handlers' type in a file. */
export function typedHandlers(file: SourceFile, typeNames: readonly string[]): readonly Handlers[] {
  const types = new HandlersType(file, typeNames);
  return candidatesIn(file, types)
    .filter(({ type }) => type !== undefined)
    .map(({ holder, type }) => handlersIn(holder, type));
}

function single<Value>(values: readonly Value[]): Value | undefined {
  return values.length === 1 ? values[0] : undefined;
}

function hasMembers({ members }: Handlers): boolean {
  return members.length > 0;
}

function hasKnown({ members }: Handlers, known: ReadonlySet<string>): boolean {
  return members.some(({ name, isHandler }) => isHandler && known.has(name));
}

/** An object of settings, or one with handlers in objects of its own, does not. */
function looksLikeHandlers(handlers: Handlers, known: ReadonlySet<string>): boolean {
  return handlers.members.every(({ isHandler }) => isHandler) || hasKnown(handlers, known);
}

function candidatesIn(file: SourceFile, types: HandlersType): readonly Candidate[] {
  return [
    ...file.getDescendantsOfKind(SyntaxKind.ObjectLiteralExpression).map(placeOfObject(types)),
    ...file.getDescendantsOfKind(SyntaxKind.ClassDeclaration).map(placeOfClass(types)),
    ...file.getDescendantsOfKind(SyntaxKind.ClassExpression).map(placeOfClass(types)),
  ].filter((candidate) => candidate !== undefined);
}

function placeOfObject(types: HandlersType) {
  return (holder: ObjectLiteralExpression): Candidate | undefined => {
    const { parent, asserted } = outsideOf(holder);
    const typed = [...asserted];
    const candidate = (name: string | undefined, isDefault = false): Candidate => ({
      holder,
      name,
      type: types.referenceIn(typed),
      isDefault,
    });
    if (Node.isExportAssignment(parent)) return candidate(undefined, !parent.isExportEquals());
    const maker =
      Node.isReturnStatement(parent) || Node.isArrowFunction(parent)
        ? functionAround(holder)
        : undefined;
    if (maker) {
      if (bare(onlyResult(maker)) !== holder || !Node.isReturnTyped(maker)) return undefined;
      typed.push(maker.getReturnTypeNode());
      return candidate(nameOfFunction(maker));
    }
    if (Node.isVariableDeclaration(parent) || Node.isPropertyDeclaration(parent)) {
      typed.push(parent.getTypeNode());
      return candidate(Node.isVariableDeclaration(parent) ? nameAtTop(parent) : undefined);
    }
    const isPlaced =
      Node.isPropertyAssignment(parent) ||
      Node.isCallExpression(parent) ||
      Node.isNewExpression(parent) ||
      (Node.isBinaryExpression(parent) &&
        parent.getOperatorToken().getKind() === SyntaxKind.EqualsToken);
    const [argument, ...others] = Node.isCallExpression(parent) ? parent.getTypeArguments() : [];
    if (others.length === 0) typed.push(argument);
    // A default value, or one of two, is not certainly the place of handlers.
    return isPlaced && types.referenceIn(typed) ? candidate(undefined) : undefined;
  };
}

function nameOfFunction(node: Node): string | undefined {
  if (Node.isFunctionDeclaration(node))
    return Node.isSourceFile(node.getParent()) ? node.getName() : undefined;
  if (!Node.isArrowFunction(node) && !Node.isFunctionExpression(node)) return undefined;
  const { parent } = outsideOf(node);
  return Node.isVariableDeclaration(parent) ? nameAtTop(parent) : undefined;
}

function nameAtTop(node: Node): string | undefined {
  if (!Node.isVariableDeclaration(node)) return undefined;
  return Node.isSourceFile(node.getVariableStatement()?.getParent()) ? node.getName() : undefined;
}

function placeOfClass(types: HandlersType) {
  return (holder: Exclude<Holder, ObjectLiteralExpression>): Candidate | undefined => {
    const type = types.referenceIn(holder.getImplements());
    if (Node.isClassExpression(holder))
      return { holder, name: nameAtTop(outsideOf(holder).parent), type, isDefault: false };
    if (holder.isAmbient()) return undefined;
    const name = Node.isSourceFile(holder.getParent()) ? holder.getName() : undefined;
    return { holder, name, type, isDefault: holder.isDefaultExport() };
  };
}
