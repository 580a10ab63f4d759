import { basename, resolve } from "node:path";
import { Node, SyntaxKind, VariableDeclarationKind } from "ts-morph";
import type { Identifier, SourceFile, VariableDeclaration } from "ts-morph";
import { bare, onlyResult } from "./expressions.js";
import { type Handlers, handlersIn, type Holder, type Member } from "./handler-members.js";
import { HandlersType } from "./handler-types.js";
import { typesIn } from "./gone-names.js";
import { findHandlers, typedHandlers } from "./handlers.js";
import type { HandlersThere, Neighbour, PlaceOfHandler, TypeOptions } from "./merge.js";
import { moduleAt, moduleOf } from "./modules.js";
import { parse } from "./parse.js";

/** A member, and the file that it is in; as that is shown. */
export interface Placed<Value> {
  readonly path: string;
  readonly value: Value;
}

/** Handlers from spreads, base classes and other files. */
export interface Brought {
  readonly members: readonly Placed<Member>[];
  /** Nodes that still may bring any handler. */
  readonly unseen: readonly Placed<Node>[];
}

interface OwnFile extends Pick<Neighbour, "path" | "exportName"> {
  readonly file: SourceFile;
}

/** The files beside one with handlers, each parsed when it is looked into. */
export class Neighbourhood {
  readonly #neighbours: ReadonlyMap<string, Neighbour>;
  readonly #parsed = new Map<string, SourceFile>();

  constructor(neighbours: readonly Neighbour[]) {
    this.#neighbours = new Map(neighbours.map((one) => [resolve(one.path), one]));
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
      const within = handlersIn(found.value);
      for (const value of within.members) members.push({ path: found.path, value });
      for (const value of within.unseen) waiting.push({ path: found.path, value });
    }
    return { members, unseen: unseen.reverse() };
  }

  /**
   * Handlers of these names elsewhere in a file and in others: of the handlers' type or in the stubs of another tag, or
   * else, where they may have been moved to, exported by themselves or in an object.
   */
  named(names: ReadonlySet<string>, options: TypeOptions, own?: OwnFile): HandlersThere {
    const typed = new Map<string, PlaceOfHandler>();
    const alike = new Map<string, PlaceOfHandler>();
    const lookInto = ({ file, path, exportName }: OwnFile): void => {
      const put = (places: typeof typed, { members, unseen }: Partial<Handlers>): void => {
        const here = (members ?? []).map((value) => ({ path, value }));
        for (const { value, ...at } of [...here, ...this.follow(unseen ?? [], path).members])
          if (names.has(value.name) && !places.has(value.name))
            places.set(value.name, {
              name: value.name,
              path: at.path,
              line: value.node.getStartLineNumber(),
            });
      };
      const types = typesIn(file, path, options);
      for (const handlers of typedHandlers(file, types)) put(typed, handlers);
      if (isOfAnotherApi(file, types)) return;
      const name = exportName ?? exportNameOf(path);
      const others = path === own?.path ? undefined : findHandlers(file, types, name, names);
      if (others) put(exportName === undefined ? alike : typed, others);
      if (!others || exportName === undefined) put(alike, { members: exportedFunctions(file) });
    };
    if (own) lookInto(own);
    for (const { path, text, exportName } of this.#neighbours.values()) {
      const isNear = exportName !== undefined || /\wHandlers\b/.test(text);
      if (!isNear && ![...names].some((name) => text.includes(name))) continue;
      const file = this.#fileAt(path);
      if (file) lookInto({ file, path, exportName });
    }
    return {
      typed: [...typed.values()],
      alike: [...alike.values()].filter(({ name }) => !typed.has(name)),
    };
  }

  #fileAt(path: string): SourceFile | undefined {
    const neighbour = this.#neighbours.get(resolve(path));
    if (!neighbour) return undefined;
    const known = this.#parsed.get(neighbour.path);
    if (known) return known;
    const file = parse(neighbour.text.replace(/^\uFEFF/, ""), neighbour.path);
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
    const found = this.#meant(name, path, depth + 1);
    const target = isCall ? returned(found?.value) : found?.value;
    return found && this.#holderOf(target, found.path, depth + 1);
  }

  /** The declaration of a name where it stands: a parameter of that name is not the constant of the file. */
  #meant(name: Identifier, path: string, depth: number): Placed<Node> | undefined {
    const [declaration, ...others] = name.getSymbol()?.getDeclarations() ?? [];
    if (!declaration || others.length > 0) return undefined;
    const isOwn =
      Node.isImportClause(declaration) ||
      Node.isImportSpecifier(declaration) ||
      Node.isSourceFile(declaration.getFirstAncestor(isScope));
    if (isOwn) return this.#declared(name.getText(), name.getSourceFile(), path, depth);
    const value = Node.isVariableDeclaration(declaration)
      ? constantOf(declaration)
      : isClass(declaration) || Node.isFunctionDeclaration(declaration)
        ? declaration
        : undefined;
    return value && { path, value };
  }

  /** The class, the function, or the value of the constant of a name in a file. */
  #declared(name: string, file: SourceFile, path: string, depth: number): Placed<Node> | undefined {
    const constant = constantOf(file.getVariableDeclaration(name));
    const value = constant ?? file.getClass(name) ?? file.getFunction(name);
    if (value) return { path, value };
    for (const declaration of file.getImportDeclarations()) {
      const from = moduleOf(declaration);
      if (from === undefined) continue;
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
    const found = moduleAt(from, importer, this.#neighbours.keys());
    const path = found === undefined ? undefined : this.#neighbours.get(found)?.path;
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
      const next = moduleOf(declaration);
      const isAll = declaration.getNamedExports().length === 0 && !declaration.getNamespaceExport();
      if (specifier && next === undefined)
        return this.#declared(specifier.getName(), file, path, depth + 1);
      if (next === undefined || (!specifier && !isAll)) continue;
      const found = this.#exported(specifier?.getName() ?? name, next, path, depth + 1);
      if (found) return found;
    }
    return this.#declared(name, file, path, depth + 1);
  }
}

/** Under which the stubs of a file were exported, unless they are the user's own file. */
function exportNameOf(path: string): string {
  const stem = basename(path).replace(/\..*/s, "");
  return stem.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** Whether a file has handlers of another API, whose operations may have the same names. */
function isOfAnotherApi(file: SourceFile, types: readonly string[]): boolean {
  const names = file
    .getImportDeclarations()
    .flatMap((each) => each.getNamedImports())
    .map((each) => each.getName())
    .filter((name) => /^[A-Z]\w*Handlers$/.test(name));
  return names.length > 0 && !names.some((name) => types.includes(name));
}

/** A function, a block or the file, not a list of declarations. */
function isScope(node: Node): boolean {
  return !Node.isVariableDeclarationList(node) && !Node.isVariableStatement(node);
}

function isSpread(node: Node): boolean {
  return Node.isSpreadAssignment(node);
}

function isClass(node: Node | undefined): node is Extract<Holder, { getExtends(): unknown }> {
  return Node.isClassDeclaration(node) || Node.isClassExpression(node);
}

/** The value of a `const`, which stays what it is. */
function constantOf(node: VariableDeclaration | undefined): Node | undefined {
  const isConstant =
    node?.getVariableStatement()?.getDeclarationKind() === VariableDeclarationKind.Const;
  return isConstant ? node?.getInitializer() : undefined;
}

/** The expression that is spread or extended; undefined for a computed name. */
function broughtBy(node: Node): Node | undefined {
  return Node.isSpreadAssignment(node) || Node.isExpressionWithTypeArguments(node)
    ? node.getExpression()
    : undefined;
}

/** The object that a function gives back, where that is certain. */
function returned(node: Node | undefined): Node | undefined {
  const isFunctionLike = Node.isFunctionDeclaration(node) || isFunction(node);
  return node && isFunctionLike ? bare(onlyResult(node)) : undefined;
}

function isFunction(node: Node | undefined): boolean {
  const value = bare(node);
  return Node.isArrowFunction(value) || Node.isFunctionExpression(value);
}

/** Handlers that a file exports by themselves or in an object. */
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
      for (const one of handlersIn(value).members.filter(
        (each) =>
          Node.isMethodDeclaration(each.node) ||
          Node.isShorthandPropertyAssignment(each.node) ||
          (Node.isPropertyAssignment(each.node) && isFunction(each.node.getInitializer())),
      ))
        found.push(one);
  }
  return found;
}

/** Functions that are exported by themselves, and whose types say that they are handlers: `PetStoreHandlers["getPet"]`. */
export function exportedHandlers(file: SourceFile, typeNames: readonly string[]): Member[] {
  const types = new HandlersType(file, typeNames);
  const isHandler = ({ name, node }: Member): boolean =>
    node
      .getDescendantsOfKind(SyntaxKind.LiteralType)
      .filter((each) => each.getText().slice(1, -1) === name)
      .some((each) => types.referenceIn(each.getParent().forEachChildAsArray()) !== undefined);
  return exportedFunctions(file).filter(isHandler);
}
