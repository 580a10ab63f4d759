import { Node, SyntaxKind } from "ts-morph";
import type { Member } from "./handler-members.js";
import { outsideOf } from "./expressions.js";

/** Members that the rest of a file puts into an object or a class after it was made. */
export interface Changes {
  readonly members: readonly Member[];
  /** Statements that may put in anything: `Object.assign(animals, more)`, `animals[name] = …`, `animals = …`. */
  readonly unseen: readonly Node[];
}

/** Follows the name of the constant or class that a holder is the value of, and `this` in a class. */
export function changesOf(holder: Node): Changes {
  const members: Member[] = [];
  const unseen: Node[] = [];
  for (const node of usesOf(holder)) {
    const outside = placeOf(node);
    const parent = outside.getParent();
    if (Node.isPropertyAccessExpression(parent) && parent.getExpression() === outside) {
      if (isAssigned(parent))
        members.push({ name: parent.getName(), node: parent, isHandler: false });
    } else if (Node.isElementAccessExpression(parent) && parent.getExpression() === outside) {
      const key = parent.getArgumentExpression();
      if (!isAssigned(parent)) continue;
      if (Node.isStringLiteral(key) || Node.isNoSubstitutionTemplateLiteral(key))
        members.push({ name: key.getLiteralText(), node: parent, isHandler: false });
      else unseen.push(parent);
    } else if (isAssigned(outside) || isFilled(parent, outside)) unseen.push(parent ?? outside);
  }
  return { members, unseen };
}

function usesOf(holder: Node): readonly Node[] {
  const isClass = Node.isClassDeclaration(holder) || Node.isClassExpression(holder);
  const variable = Node.isExpression(holder) ? outsideOf(holder).parent : undefined;
  const named = Node.isVariableDeclaration(variable) ? variable : holder;
  const name =
    Node.isVariableDeclaration(named) || Node.isClassDeclaration(named)
      ? named.getNameNode()
      : undefined;
  const uses = name
    ? holder
        .getSourceFile()
        .getDescendantsOfKind(SyntaxKind.Identifier)
        .filter((each) => each !== name && each.getText() === name.getText())
    : [];
  return isClass ? [...uses, ...holder.getDescendantsOfKind(SyntaxKind.ThisKeyword)] : uses;
}

/** The use with what is around it, `(animals as Rest)`, or the prototype of it. */
function placeOf(node: Node): Node {
  const parent = node.getParent();
  const isPrototype =
    Node.isPropertyAccessExpression(parent) &&
    parent.getExpression() === node &&
    parent.getName() === "prototype";
  if (isPrototype) return placeOf(parent);
  return outsideOf(node).outermost;
}

function isAssigned(node: Node): boolean {
  const parent = node.getParent();
  if (!Node.isBinaryExpression(parent) || parent.getLeft() !== node) return false;
  const operator = parent.getOperatorToken().getKind();
  return operator >= SyntaxKind.FirstAssignment && operator <= SyntaxKind.LastAssignment;
}

function isFilled(call: Node | undefined, node: Node): boolean {
  return (
    Node.isCallExpression(call) &&
    call.getArguments()[0] === node &&
    /^(?:Object|Reflect)\.(?:assign|define|set)/.test(call.getExpression().getText())
  );
}
