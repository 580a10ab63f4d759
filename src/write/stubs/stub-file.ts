import { Node, SyntaxKind } from "ts-morph";
import type { SourceFile } from "ts-morph";
import type { Handlers, Member } from "./handler-members.js";
import { leavesIn } from "./handler-types.js";
import { findHandlers, typedHandlers } from "./handlers.js";
import {
  append,
  indentAt,
  indentStepOf,
  insert,
  layOut,
  type Layout,
  lineEndOf,
  startsLine,
} from "./insertion.js";
import { goneNames, typesIn } from "./gone-names.js";
import {
  type HandlersThere,
  type Merge,
  type MergeOptions,
  type Neighbour,
  type Orphan,
  routeIn,
  type Stub,
  type TypeOptions,
} from "./merge.js";
import { importInsertions, statementOf, unique } from "./imports.js";
import { exportedHandlers, Neighbourhood, type Placed } from "./neighbours.js";
import { parse, syntaxFault } from "./parse.js";
import { styled, styleOfFile } from "./style.js";

const byteOrderMark = "\uFEFF";

/** As `mergeStubs`; apart from it, so that ts-morph is loaded only when there is a file to look into. */
export function mergeInto(
  text: string,
  fileName: string,
  stubs: readonly Stub[],
  options: MergeOptions,
): Merge {
  const mark = text.startsWith(byteOrderMark) ? byteOrderMark : "";
  const content = text.slice(mark.length);
  const file = parse(content, fileName);
  const nothing = { text, added: [], orphaned: [] };
  const fault = syntaxFault(file);
  if (fault) return { ...nothing, problem: `${fileName}:${fault}\nIt was left as it is.` };

  const names = new Set(stubs.map(({ name }) => name));
  const known = options.known ?? names;
  const types = typesIn(file, fileName, options);
  const find = (one: SourceFile) => findHandlers(one, types, options.exportName, known);
  const handlers = find(file);
  const routes = options.routes ?? routesOf(stubs);
  const typed = membersOfType(file, types).map(placedIn(fileName));
  if (!handlers) {
    const orphaned = orphans(typed, known, routes, fileName);
    const used = namesUsed(file);
    const unused = new Set([...names].filter((name) => !used.has(name)));
    const near = new Neighbourhood(unused.size > 0 ? (options.neighbours?.() ?? []) : []);
    const { typed: others, alike: elsewhere } = near.named(unused, options);
    for (const { name } of [...others, ...elsewhere]) unused.delete(name);
    const missing = stubs.filter(({ name }) => unused.has(name));
    return {
      ...nothing,
      orphaned,
      ...(elsewhere.length === 0 ? {} : { elsewhere }),
      gone: goneNames(file, fileName, options, orphaned),
      problem: missing.length === 0 ? undefined : unknownShape(fileName, missing, options),
    };
  }
  const here = handlers.members.map(placedIn(fileName));
  const lacks = stubs.some(({ name }) => !here.some(({ value }) => value.name === name));
  const near = new Neighbourhood(
    lacks || handlers.unseen.length > 0 ? (options.neighbours?.() ?? []) : [],
  );
  const brought = near.follow(handlers.unseen, fileName);
  const members = [...here, ...brought.members];
  const orphaned = orphans([...members, ...typed], known, routes, fileName);
  const present = new Set(members.map(({ value }) => value.name));
  const wanted = new Set([...names].filter((name) => !present.has(name)));
  const { typed: others, alike: elsewhere } = near.named(wanted, options, { file, path: fileName });
  for (const { name } of [...others, ...elsewhere]) wanted.delete(name);
  const missing = stubs.filter(({ name }) => wanted.has(name));
  const gone = goneNames(file, fileName, options, orphaned);
  const found = {
    orphaned,
    ...(gone.length === 0 ? {} : { gone }),
    ...(elsewhere.length === 0 ? {} : { elsewhere }),
  };
  if (missing.length === 0) return { text, added: [], ...found, problem: undefined };
  if (brought.unseen.length > 0) {
    return { text, added: [], ...found, problem: mayBeThere(fileName, brought.unseen, missing) };
  }
  const isLeftOut = ({ name }: Stub) => handlers.parts.some((part) => !leavesIn(part, name));
  const added = missing.filter((stub) => !isLeftOut(stub));
  const leftOut = missing.filter(isLeftOut);
  const merged = added.length === 0 ? content : addTo(file, content, handlers, added);
  if (!hasExactly(parse(merged, fileName), handlers, added, find)) {
    return { text, added: [], ...found, problem: unknownShape(fileName, missing, options) };
  }
  return {
    text: mark + merged,
    added: added.map(({ name }) => name),
    ...found,
    problem: leftOut.length === 0 ? undefined : notOfType(fileName, handlers.parts, leftOut),
  };
}

/** As `leftInFile`. */
export function leftIn(
  text: string,
  fileName: string,
  options: Omit<MergeOptions, "exportName">,
): Pick<Merge, "orphaned" | "gone"> {
  const file = parse(text.replace(byteOrderMark, ""), fileName);
  const members = membersOfType(file, typesIn(file, fileName, options)).map(placedIn(fileName));
  const orphaned = orphans(
    members,
    options.known ?? new Set(),
    options.routes ?? new Map(),
    fileName,
  );
  return { orphaned, gone: goneNames(file, fileName, options, orphaned) };
}

function membersOfType(file: SourceFile, types: readonly string[]): readonly Member[] {
  return [
    ...typedHandlers(file, types).flatMap(({ members }) => members),
    ...exportedHandlers(file, types),
  ];
}

/** As `handlersThere`. */
export function handlersAmong(
  names: ReadonlySet<string>,
  options: TypeOptions,
  neighbours: readonly Neighbour[],
): HandlersThere {
  return new Neighbourhood(neighbours).named(names, options);
}

/** Checks that a file with stubs put in has the handlers that were there and these, and that nothing broke. */
function hasExactly(
  file: SourceFile,
  { members, unseen }: Handlers,
  added: readonly Stub[],
  find: (file: SourceFile) => Handlers | undefined,
): boolean {
  const found = syntaxFault(file) ? undefined : find(file);
  if (found?.unseen.length !== unseen.length) return false;
  const sorted = (list: readonly { readonly name: string }[]): string =>
    JSON.stringify(list.map(({ name }) => name).sort());
  return sorted(found.members) === sorted([...members, ...added]);
}

function addTo(file: SourceFile, text: string, handlers: Handlers, stubs: readonly Stub[]): string {
  const lineEnd = lineEndOf(text);
  const layout = layoutOf(text, handlers, lineEnd);
  const style = styleOfFile(file);
  const { insertions, aliases } = importInsertions(
    file,
    text,
    stubs.flatMap(({ imports }) => imports),
    lineEnd,
  );
  const entries = stubs.map((stub) => {
    const own = aliased(withTypes(stub, handlers.parameterType), aliases);
    return layOut(
      styled(own, style, (code) => parse(code, "stub.ts")),
      layout,
    );
  });
  const gap = isSpaced(text, handlers) ? lineEnd + lineEnd : lineEnd;
  return insert(text, [...append(text, handlers.braces, entries, gap, lineEnd), ...insertions]);
}

/** A stub with other names for what it imports, where the file has something else of that name. */
function aliased(text: string, aliases: ReadonlyMap<string, string>): string {
  if (aliases.size === 0) return text;
  const prefix = "class Stub {\n";
  const file = parse(`${prefix}${text}\n}`, "stub.ts");
  let result = text;
  for (const node of file.getDescendantsOfKind(SyntaxKind.Identifier).reverse()) {
    const alias = aliases.get(node.getText());
    if (alias === undefined || !Node.isCallExpression(node.getParent())) continue;
    const [start, end] = [node.getStart() - prefix.length, node.getEnd() - prefix.length];
    result = result.slice(0, start) + alias + result.slice(end);
  }
  return result;
}

function layoutOf(text: string, { members, braces }: Handlers, lineEnd: Layout["lineEnd"]): Layout {
  const outer = indentAt(text, startsLine(text, braces.close) ? braces.close : braces.open);
  const starts = members.map(({ node }) => node.getStart(true));
  const sample = starts.findLast((start) => startsLine(text, start));
  const inner = sample === undefined ? undefined : indentAt(text, sample);
  if (inner?.startsWith(outer) && inner !== outer) {
    return { indent: inner, step: inner.slice(outer.length), lineEnd };
  }
  const step = indentStepOf(text);
  return { indent: inner ?? outer + step, step, lineEnd };
}

/** True, too, where there is nothing to see. */
function isSpaced(text: string, { members }: Handlers): boolean {
  if (members.length < 2) return true;
  return members
    .slice(1)
    .some(({ node }) => /\n[ \t\r]*\n/.test(text.slice(node.getPos(), node.getStart(true))));
}

// The methods of a class have no types from the interface that it implements.
function withTypes({ name, text }: Stub, type: string | undefined): string {
  if (type === undefined) return text;
  const prefix = "class Stub {\n";
  const file = parse(`${prefix}${text}\n}`, "stub.ts");
  const [method] = file.getClasses()[0]?.getMethods() ?? [];
  const untyped = method?.getParameters().filter((parameter) => !parameter.getTypeNode()) ?? [];
  return insert(
    text,
    untyped.map((parameter) => ({
      at: parameter.getNameNode().getEnd() - prefix.length,
      text: `: Parameters<${type}[${JSON.stringify(name)}]>[${parameter.getChildIndex() / 2}]`,
    })),
  );
}

function placedIn(path: string) {
  return (value: Member): Placed<Member> => ({ path, value });
}

function orphans(
  members: readonly Placed<Member>[],
  known: ReadonlySet<string>,
  routes: ReadonlyMap<string, string>,
  fileName: string,
): readonly Orphan[] {
  const gone = members.filter(({ value }) => value.isHandler && !known.has(value.name));
  const first = new Map(gone.map((each) => [each.value.name, each]));
  for (const each of [...gone].reverse()) first.set(each.value.name, each);
  return [...first.values()].map(({ path, value: { name, node } }) => {
    const now = routes.get(routeIn(node.getText(true)) ?? "");
    return {
      name,
      line: node.getStartLineNumber(),
      ...(path === fileName ? {} : { path }),
      ...(now === undefined ? {} : { now }),
    };
  });
}

function routesOf(stubs: readonly Stub[]): ReadonlyMap<string, string> {
  return new Map(stubs.map(({ name, text }) => [routeIn(text) ?? "", name]));
}

function namesUsed(file: SourceFile): ReadonlySet<string> {
  const identifiers = file
    .getDescendantsOfKind(SyntaxKind.Identifier)
    .map((each) => each.getText());
  const strings = file
    .getDescendantsOfKind(SyntaxKind.StringLiteral)
    .map((each) => each.getLiteralText());
  return new Set([...identifiers, ...strings]);
}

function unknownShape(fileName: string, missing: readonly Stub[], options: MergeOptions): string {
  return (
    `${fileName} was left as it is: it is not clear which object or class in it has the handlers ` +
    `(one with the type ${options.handlersType}, or named ${options.exportName}, is looked for). ` +
    byHand(missing)
  );
}

function mayBeThere(
  fileName: string,
  [first]: readonly Placed<Node>[],
  missing: readonly Stub[],
): string {
  const line = first?.value.getStartLineNumber() ?? 1;
  const words = first?.value.getText().split("\n")[0]?.slice(0, 60) ?? "";
  const names = missing.map(({ name }) => name).join(", ");
  return (
    (first && first.path !== fileName
      ? `${fileName} was left as it is: \`${words}\` in ${first.path}:${line}`
      : `${fileName}:${line} was left as it is: \`${words}\``) +
    ` may have the handlers for ${names}, ` +
    `and what is added to the file would take their place. ${byHand(missing)}`
  );
}

function notOfType(fileName: string, [part]: readonly Node[], leftOut: readonly Stub[]): string {
  const names = leftOut.map(({ name }) => name).join(", ");
  return (
    `${fileName}:${part?.getStartLineNumber() ?? 1}: \`${part?.getText() ?? ""}\` does not name ` +
    `${names}, which no other file has. ${byHand(leftOut)}`
  );
}

function byHand(stubs: readonly Stub[]): string {
  const imports = stubs.flatMap((stub) => stub.imports);
  const statements = [...new Set(imports.map(({ from }) => from))].map((from) =>
    statementOf(from, unique(imports.filter((each) => each.from === from))),
  );
  const texts = stubs.map(({ text }) => layOut(text, { indent: "  ", step: "  ", lineEnd: "\n" }));
  return ["Add what is missing by hand:", "", ...statements, "", texts.join(",\n\n") + ","].join(
    "\n",
  );
}
