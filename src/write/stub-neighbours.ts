import { dirname, resolve } from "node:path";
import { Node, SyntaxKind } from "ts-morph";
import type { SourceFile } from "ts-morph";
import { handlersIn, type Holder, type Member, typedHandlers } from "./handlers.js";
import type { MergeOptions, Neighbour } from "./merge.js";

/** A member, and the file that it is in; as that is shown. */
export interface Placed<Value> {
  readonly path: string;
  readonly value: Value;
}

/** What spreads, base classes and other files bring. */
export interface Brought {
  readonly members: readonly Placed<Member>[];
  /** What still cannot be seen. */
  readonly unseen: readonly Placed<Node>[];
}

/** The files beside one with handlers, each parsed when it is looked into. */
export class Neighbourhood {
  readonly #neighbours: ReadonlyMap<string, Neighbour>;
  readonly #parsed = new Map<string, SourceFile>();
  readonly #parse: (text: string, path: string) => SourceFile;

  constructor(neighbours: readonly Neighbour[], parse: (text: string, path: string) => SourceFile) {
    this.#neighbours = new Map(neighbours.map((one) => [resolve(one.path), one]));
    this.#parse = parse;
  }

  /** Follows spreads and base classes through the folder. */
  follow(nodes: readonly Node[], path: string): Brought {
    const members: Placed<Member>[] = [];
    const unseen: Placed<Node>[] = [];
    const done = new Set<Node>();
    const waiting = nodes.map((value) => ({ path, value }));
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const found = this.#holderOf(broughtBy(next.value), next.path);
      const isFitting =
        found && Node.isObjectLiteralExpression(found.value) === isSpread(next.value);
      if (!found || !isFitting) {
        unseen.push(next);
        continue;
      }
      if (done.has(found.value)) continue;
      done.add(found.value);
      const within = handlersIn(found.value, new Set());
      for (const value of within.members) members.push({ path: found.path, value });
      for (const value of within.unseen) waiting.push({ path: found.path, value });
    }
    return { members, unseen: unseen.reverse() };
  }

  /** Handlers of these names in other files: of the handlers' type, or else exported by themselves or in an object. */
  named(names: ReadonlySet<string>, { handlersType }: MergeOptions) {
    const typed: Placed<Member>[] = [];
    const alike: Placed<Member>[] = [];
    for (const { path, text, hasStubs = false } of this.#neighbours.values()) {
      if (hasStubs || ![...names].some((name) => text.includes(name))) continue;
      const file = this.#fileAt(path);
      if (!file) continue;
      const place = (value: Member): Placed<Member> => ({ path, value });
      const wanted = ({ name }: Member): boolean => names.has(name);
      for (const { members } of typedHandlers(file, handlersType))
        typed.push(...members.filter(wanted).map(place));
      alike.push(...exportedFunctions(file).filter(wanted).map(place));
    }
    return { typed, alike };
  }

  #fileAt(path: string): SourceFile | undefined {
    const neighbour = this.#neighbours.get(resolve(path));
    if (!neighbour) return undefined;
    const known = this.#parsed.get(neighbour.path);
    if (known) return known;
    const file = this.#parse(neighbour.text.replace(/^\uFEFF/, ""), neighbour.path);
    this.#parsed.set(neighbour.path, file);
    return file;
  }

  #holderOf(expression: Node | undefined, path: string, depth = 0): Placed<Holder> | undefined {
    if (depth > 20) return undefined;
    const value = bare(expression);
    if (Node.isObjectLiteralExpression(value) || isClass(value)) return { path, value };
    const isCall = Node.isCallExpression(value);
    const name = isCall ? value.getExpression() : value;
    if (!Node.isIdentifier(name)) return undefined;
    const found = this.#declared(name.getText(), name.getSourceFile(), path, depth + 1);
    const target = isCall ? returned(found?.value) : found?.value;
    return found && this.#holderOf(target, found.path, depth + 1);
  }

  /** The class, the function, or the value of the constant of a name in a file. */
  #declared(name: string, file: SourceFile, path: string, depth: number): Placed<Node> | undefined {
    const constant = file.getVariableDeclaration(name)?.getInitializer();
    const value = constant ?? file.getClass(name) ?? file.getFunction(name);
    if (value) return { path, value };
    for (const declaration of file.getImportDeclarations()) {
      const from = declaration.getModuleSpecifierValue();
      if (declaration.getDefaultImport()?.getText() === name)
        return this.#exported("default", from, path, depth);
      const named = declaration
        .getNamedImports()
        .find((each) => (each.getAliasNode()?.getText() ?? each.getName()) === name);
      if (named) return this.#exported(named.getName(), from, path, depth);
    }
    return undefined;
  }

  #exported(name: string, from: string, importer: string, depth: number): Placed<Node> | undefined {
    const path = from.startsWith(".") ? this.#moduleAt(from, importer) : undefined;
    const file = path === undefined ? undefined : this.#fileAt(path);
    if (path === undefined || !file || depth > 20) return undefined;
    if (name === "default") {
      const assigned = file.getExportAssignments().find((each) => !each.isExportEquals());
      if (assigned) return { path, value: assigned.getExpression() };
      const value =
        file.getClasses().find((each) => each.isDefaultExport()) ??
        file.getFunctions().find((each) => each.isDefaultExport());
      return value && { path, value };
    }
    for (const declaration of file.getExportDeclarations()) {
      const specifier = declaration
        .getNamedExports()
        .find((each) => (each.getAliasNode()?.getText() ?? each.getName()) === name);
      const next = declaration.getModuleSpecifierValue();
      const isAll = declaration.getNamedExports().length === 0 && !declaration.getNamespaceExport();
      if (specifier && next === undefined)
        return this.#declared(specifier.getName(), file, path, depth + 1);
      if (next === undefined || (!specifier && !isAll)) continue;
      const found = this.#exported(specifier?.getName() ?? name, next, path, depth + 1);
      if (found) return found;
    }
    return this.#declared(name, file, path, depth + 1);
  }

  #moduleAt(from: string, importer: string): string | undefined {
    const target = resolve(dirname(importer), from);
    const stem = target.replace(/\.([cm]?)[jt]sx?$/, "");
    const found = [...this.#neighbours.keys()].find((path) => {
      const there = path.replace(/\.([cm]?)[jt]sx?$/, "");
      return path === target || there === stem || there === `${target}/index`;
    });
    return found === undefined ? undefined : this.#neighbours.get(found)?.path;
  }
}

function isSpread(node: Node): boolean {
  return Node.isSpreadAssignment(node);
}

function isClass(node: Node | undefined): node is Extract<Holder, { getExtends(): unknown }> {
  return Node.isClassDeclaration(node) || Node.isClassExpression(node);
}

/** What is spread or extended; undefined for a computed name. */
function broughtBy(node: Node): Node | undefined {
  return Node.isSpreadAssignment(node) || Node.isExpressionWithTypeArguments(node)
    ? node.getExpression()
    : undefined;
}

function bare(node: Node | undefined): Node | undefined {
  let value = node;
  while (
    Node.isParenthesizedExpression(value) ||
    Node.isAsExpression(value) ||
    Node.isSatisfiesExpression(value) ||
    Node.isTypeAssertion(value) ||
    Node.isNonNullExpression(value)
  )
    value = value.getExpression();
  return value;
}

/** The object that a function gives back, where that is certain. */
function returned(node: Node | undefined): Node | undefined {
  if (
    !Node.isFunctionDeclaration(node) &&
    !Node.isArrowFunction(node) &&
    !Node.isFunctionExpression(node)
  )
    return undefined;
  const body = node.getBody();
  if (body && !Node.isBlock(body)) return bare(body);
  const results = body
    ?.getDescendantsOfKind(SyntaxKind.ReturnStatement)
    .filter((each) => each.getFirstAncestor(Node.isFunctionLikeDeclaration) === node);
  return results?.length === 1 ? bare(results[0]?.getExpression()) : undefined;
}

function isFunction(node: Node | undefined): boolean {
  const value = bare(node);
  return Node.isArrowFunction(value) || Node.isFunctionExpression(value);
}

function exportedFunctions(file: SourceFile): Member[] {
  const found: Member[] = [];
  for (const node of file.getFunctions()) {
    const name = node.getName();
    if (name !== undefined && node.isExported()) found.push({ name, node, isHandler: true });
  }
  for (const node of file.getVariableDeclarations()) {
    if (!node.isExported()) continue;
    const value = bare(node.getInitializer());
    if (isFunction(value)) found.push({ name: node.getName(), node, isHandler: true });
    if (Node.isObjectLiteralExpression(value))
      found.push(
        ...handlersIn(value, new Set()).members.filter(
          (each) =>
            Node.isMethodDeclaration(each.node) ||
            Node.isShorthandPropertyAssignment(each.node) ||
            (Node.isPropertyAssignment(each.node) && isFunction(each.node.getInitializer())),
        ),
      );
  }
  return found;
}
