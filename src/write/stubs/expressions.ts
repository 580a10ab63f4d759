import { Node, SyntaxKind, ts } from "ts-morph";

/** The expression around a value, and the types that it is given on the path there. */
export function outsideOf(value: Node): {
  outermost: Node;
  parent: Node;
  asserted: readonly (Node | undefined)[];
} {
  const asserted: (Node | undefined)[] = [];
  let outermost = value;
  let parent: Node = value.getParentOrThrow();
  for (; isAround(parent); parent = parent.getParentOrThrow()) {
    if (!Node.isParenthesizedExpression(parent) && !Node.isNonNullExpression(parent))
      asserted.push(parent.getTypeNode());
    outermost = parent;
  }
  return { outermost, parent, asserted };
}

function isAround(node: Node | undefined) {
  return (
    Node.isParenthesizedExpression(node) ||
    Node.isAsExpression(node) ||
    Node.isSatisfiesExpression(node) ||
    Node.isTypeAssertion(node) ||
    Node.isNonNullExpression(node)
  );
}

/** An expression without parentheses and without what is said of its type. */
export function bare(node: Node | undefined): Node | undefined {
  let value = node;
  while (isAround(value)) value = value.getExpression();
  return value;
}

/** The function of any kind in which a node stands: the one that a `return` there is of. */
export function functionAround(node: Node): Node | undefined {
  return node.getFirstAncestor(
    (each) => ts.isFunctionLike(each.compilerNode) || Node.isClassStaticBlockDeclaration(each),
  );
}

/** The one expression that a function gives back, where there is only one. */
export function onlyResult(node: Node): Node | undefined {
  if (!Node.isBodyable(node) && !Node.isBodied(node)) return undefined;
  if (Node.isGeneratorable(node) && node.isGenerator()) return undefined;
  const body = node.getBody();
  if (body && !Node.isBlock(body)) return body;
  const results = body
    ?.getDescendantsOfKind(SyntaxKind.ReturnStatement)
    .filter((each) => functionAround(each) === node);
  return results?.length === 1 ? results[0]?.getExpression() : undefined;
}
