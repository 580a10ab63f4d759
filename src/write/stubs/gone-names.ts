import { resolve } from "node:path";
import { Node, type SourceFile } from "ts-morph";
import type { GoneName, MergeOptions, Orphan, TypeOptions } from "./merge.js";
import { moduleAt, moduleOf } from "./modules.js";
import { parse } from "./parse.js";

interface Use {
  readonly name: Node;
  readonly from: string;
}

/** The names that a file has from generated code, and that this does not export. */
export function goneNames(
  file: SourceFile,
  fileName: string,
  options: TypeOptions,
  orphaned: readonly Orphan[],
): readonly GoneName[] {
  const gone = goneUses(file, fileName, options);
  const renamed = [
    ...formerTypes(gone, options).map(
      (name) => [apiOf(name), apiOf(options.handlersType)] as const,
    ),
    ...orphaned.map(({ name, now }) => [name, now] as const),
  ];
  const first = new Map([...gone].reverse().map((each) => [`${each.from} ${each.name}`, each]));
  return [...first.values()].reverse().map(({ name, from, has, node }) => {
    const now = newNames(name, renamed).find(has);
    const { line, column } = file.getLineAndColumnAtPos(node.getStart());
    return { name, from, line, column, ...(now === undefined ? {} : { now }) };
  });
}

/** The names that the handlers' type has in a file, or had before the API got another name. */
export function typesIn(
  file: SourceFile,
  fileName: string,
  options: TypeOptions,
): readonly string[] {
  return [options.handlersType, ...formerTypes(goneUses(file, fileName, options), options)];
}

interface GoneUse {
  readonly name: string;
  readonly from: string;
  readonly node: Node;
  /** Whether the module exports another name. */
  readonly has: (name: string) => boolean;
}

function goneUses(
  file: SourceFile,
  fileName: string,
  { generated = new Map() }: TypeOptions,
): readonly GoneUse[] {
  return usesOf(file).flatMap(({ name: node, from }) => {
    const path = moduleAt(from, resolve(fileName), generated.keys());
    const has = (name: string) => path !== undefined && exports(name, path, generated);
    const name = node.getText();
    return path === undefined || has(name) ? [] : [{ name, from, has, node }];
  });
}

function formerTypes(gone: readonly GoneUse[], { handlersType }: TypeOptions): readonly string[] {
  return gone
    .filter(({ name, has }) => apiOf(name) !== undefined && has(handlersType))
    .map(({ name }) => name);
}

/** `PetStore` of `PetStoreHandlers`; undefined for what is not the type of handlers. */
function apiOf(name: string): string | undefined {
  return /^(\w+)Handlers$/.exec(name)?.[1];
}

/** A name with what became of the API's and of operations' names in it: `createStoreServer` of `createShopServer`. */
function newNames(
  name: string,
  renamed: readonly (readonly [string | undefined, string | undefined])[],
): readonly string[] {
  return renamed.flatMap(([before, now]) =>
    before === undefined || now === undefined
      ? []
      : [upper, lower]
          .filter((cased) => name.includes(cased(before)))
          .map((cased) => name.replace(cased(before), () => cased(now))),
  );
}

const upper = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
const lower = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** Where a file names what a module exports: in imports, exports, and behind the name of the whole module. */
function usesOf(file: SourceFile): readonly Use[] {
  const whole = new Map<string, string>();
  const uses: Use[] = [];
  for (const declaration of file.getImportDeclarations()) {
    const from = moduleOf(declaration);
    if (from === undefined) continue;
    const all = declaration.getNamespaceImport()?.getText();
    if (all !== undefined) whole.set(all, from);
    for (const each of declaration.getNamedImports()) uses.push({ name: each.getNameNode(), from });
  }
  for (const declaration of file.getExportDeclarations()) {
    const from = moduleOf(declaration);
    if (from === undefined) continue;
    for (const each of declaration.getNamedExports()) uses.push({ name: each.getNameNode(), from });
  }
  if (whole.size === 0) return uses;
  file.forEachDescendant((node) => {
    const [left, name] = Node.isQualifiedName(node)
      ? [node.getLeft(), node.getRight()]
      : Node.isPropertyAccessExpression(node)
        ? [node.getExpression(), node.getNameNode()]
        : [];
    const from = left && whole.get(left.getText());
    if (name && from !== undefined) uses.push({ name, from });
  });
  return uses;
}

type Modules = NonNullable<MergeOptions["generated"]>;

/** Whether a module exports a name: seen by its text in most cases, because to parse a large one takes long. */
function exports(name: string, path: string, modules: Modules): boolean {
  const module = modules.get(path);
  const written = name.replaceAll("$", "\\$");
  const kinds = "(?:async function|class|const|function|interface|type)";
  if (!module || new RegExp(`^export ${kinds} ${written}(?![\\w$])`, "m").test(module.text))
    return module !== undefined;
  const { names, whole } = exportsOf(module, path);
  if (names.has(name)) return true;
  const others = new Map([...modules].filter(([other]) => other !== path));
  return whole.some((from) => {
    const next = moduleAt(from, path, others.keys());
    return next !== undefined && exports(name, next, others);
  });
}

interface Exports {
  readonly names: ReadonlySet<string>;
  /** The modules that it exports as a whole. */
  readonly whole: readonly string[];
}

/** By file: several stubs may import from the same one. */
const known = new WeakMap<object, Exports>();

function exportsOf(module: { readonly text: string }, path: string): Exports {
  const before = known.get(module);
  if (before) return before;
  const file = parse(module.text, path);
  const found: Exports = {
    names: new Set(file.getExportSymbols().map((each) => each.getName())),
    whole: file
      .getExportDeclarations()
      .filter((each) => each.isNamespaceExport() && !each.getNamespaceExport())
      .flatMap((each) => moduleOf(each) ?? []),
  };
  known.set(module, found);
  return found;
}
