import {
  type LoadContext,
  chainFrom,
  child,
  entriesOf,
  operationsOf,
  parametersOf,
  pathItemAt,
} from "../context.js";
import { quote } from "../grammar/words.js";
import { closest } from "../../common/closest.js";
import type { Located } from "../document.js";
import { type PathQuery, pathQueries } from "./path-queries.js";
import { withoutDotSegments } from "../../common/dot-segments.js";
import { asObject } from "../../common/json.js";
import { below, percentDecoded } from "../../common/pointers.js";

/** The names between braces in a path, in order; a text says why it cannot be read. */
export function parameterNames(path: string): readonly string[] | string {
  const names: string[] = [];
  let rest = path;
  for (;;) {
    const open = rest.indexOf("{");
    const close = rest.indexOf("}");
    if (open < 0 && close < 0) return names;
    if (open < 0 || (close >= 0 && close < open)) return "has a } without a { before it";
    const name = rest.slice(open + 1, Math.max(open + 1, close));
    if (close < 0 || name.includes("{")) return "has a { without a } after it";
    if (name === "") return "has a parameter without a name";
    names.push(name);
    rest = rest.slice(close + 1);
  }
}

/** A name without the operators of RFC 6570 and of routers, `{proxy+}` and `{**path}`, which OpenAPI does not have. */
export function plainName(name: string): string {
  return name.replace(/^(?:[.;?&#+/]|\*\*?)(?=.)/, "").replace(/^([^:=]+)[*+?]$/, "$1");
}

const noWildcards = "OpenAPI has no wildcards: a parameter is one segment.";

function operatorFault(name: string): { readonly problem: string; readonly hint: string } {
  const read = `Write {${plainName(name)}}; it is read as that.`;
  if (name.endsWith("?"))
    return {
      problem: `has the optional parameter {${name}}`,
      hint: `${read} OpenAPI has none in a path: declare the path without it, too.`,
    };
  if (name.startsWith("*") || name.endsWith("+"))
    return { problem: `has the wildcard {${name}}`, hint: `${read} ${noWildcards}` };
  const also = /[*+]/.test(name) ? ` ${noWildcards}` : "";
  return {
    problem: `has the URI template {${name}}`,
    hint: `Write {${plainName(name)}}; style and explode belong to the parameter, and are taken as that.${also}`,
  };
}

/**
 * The path with its parameters between braces: `/pets/{id}` for `/pets/{id` and `/pets/{{id}}`, and for `/pets/:id` and
 * `/pets/<int:id>`, and `/pets/{id:[0-9]+}`, where `id` is declared for it. No path has braces otherwise, but many have colons.
 */
function templateMeant(path: string, item: Located, context: LoadContext): string {
  let declared: ReadonlySet<string> | undefined;
  const isDeclared = (wanted: string): boolean => {
    declared ??= new Set(
      [item, ...operationsOf(item, context).map(([, operation]) => operation)].flatMap((holder) =>
        pathParameters(holder, context).map(({ name }) => name),
      ),
    );
    return declared.has(wanted);
  };
  const segments = path.split("/").map((segment) => {
    const [, braced] = /^(?=.*[{}])\{*([\w-]+)\}*$/.exec(segment) ?? [];
    if (braced !== undefined) return `{${braced}}`;
    const [, colon, angle = colon, limited = angle] = parameterLike.exec(segment) ?? [];
    return limited !== undefined && isDeclared(limited) ? `{${limited}}` : segment;
  });
  return segments.join("/");
}

const parameterLike = /^(?::(\w+)|<(?:\w+:)?(\w+)>|\{([\w-]+)[:=](?:[^{}]|\{[\d,]+\})*\})$/;

/** What a path is read as. */
interface PathMeant {
  /** With parameters between braces, without dot segments and without the query. */
  readonly template: string;
  readonly query: PathQuery | undefined;
}

/** The paths by how they are written, with those that stand elsewhere; of two of one name, the one that counts. */
function pathsIn({ root, documents }: LoadContext): readonly (readonly [string, Located])[] {
  const paths = child(root, "paths");
  const all = new Map<string, Located>();
  for (const node of paths ? chainFrom(paths, documents) : [])
    for (const [path, place] of entriesOf(node, "Paths")) if (!all.has(path)) all.set(path, place);
  return [...all];
}

const known = new WeakMap<Located, ReadonlyMap<string, PathMeant>>();

/** What the paths of a description mean, by how they are written; the upgrade asks once more. */
export function pathsMeant(context: LoadContext): ReadonlyMap<string, PathMeant> {
  const { root } = context;
  const before = known.get(root);
  if (before) return before;
  const paths = pathsIn(context);
  const queries = pathQueries(paths.map(([path]) => path));
  const meant = new Map(
    paths.map(([path, place]) => {
      const query = queries.get(path);
      const braced = query?.path ?? templateMeant(path, pathItemAt(place, context), context);
      const template = withoutDotSegments(braced);
      return [path, { template, query }] as const;
    }),
  );
  known.set(root, meant);
  return meant;
}

/** Paths: their form, that no two are the same, and that their parameters are declared. */
export function checkPaths(context: LoadContext): void {
  const { diagnostics } = context;
  for (const server of context.walker.all("Server")) checkServer(server, context);
  if (context.version < "3.0") checkHost(context);
  if (context.version >= "3.1") checkContents(context);
  const paths = pathsIn(context);
  const allMeant = pathsMeant(context);
  const seen = new Map<
    string,
    { readonly path: string; readonly item: Located; readonly place: Located }
  >();
  for (const [path, place] of paths) {
    if (!path.startsWith("/")) diagnostics.report("path-leading-slash", place.source, { path });
    const item = pathItemAt(place, context);
    const { template: meant = path, query } = allMeant.get(path) ?? {};
    const isDotted = withoutDotSegments(path) !== path;
    if (isDotted || (!query && meant !== path)) {
      diagnostics.report("path-template", place.source, {
        path,
        problem: isDotted
          ? "has the segment . or .., which clients resolve before they send it"
          : /\{[\w-]+[:=]/.test(path)
            ? "has a pattern in a parameter, which belongs into its schema"
            : "has a parameter that is not between { and }",
        hint: `Write ${meant}; it is read as that.`,
      });
    }
    const written = parameterNames(meant);
    if (typeof written === "string") {
      diagnostics.report("path-template", place.source, { path, problem: written }, "error");
      continue;
    }
    const names = written.map(plainName);
    const special = written.find((name, index) => name !== names[index]);
    if (special !== undefined) {
      diagnostics.report("path-template", place.source, { path, ...operatorFault(special) });
    }
    const mark = query ? "?" : /[?#]/.exec(literalsOf(path))?.[0];
    if (mark !== undefined) {
      diagnostics.report("path-template", place.source, {
        path,
        problem: mark === "#" ? "has a fragment, which no request carries" : "has a query in it",
        hint:
          mark === "#"
            ? "Clients leave out what follows the #, and servers never see it. Give the operation a path of its own."
            : `A server finds an operation by its path alone. Declare what follows the ? as parameters with in: query${query && !query.path.includes("?") ? "; it is taken as that" : ""}.`,
      });
    }
    if (literalsOf(meant).includes("*")) {
      diagnostics.report("path-template", place.source, {
        path,
        problem: "has a * outside of a parameter",
        hint: "OpenAPI has no wildcards: the * is taken as that character, and a parameter is one segment.",
      });
    }
    const twice = names.find((name, index) => names.indexOf(name) < index);
    if (twice !== undefined) {
      diagnostics.report("path-template", place.source, {
        path,
        problem: `has the parameter ${twice} more than once`,
        hint: `Give the second one another name, which OpenAPI 3.2 requires. A client writes one value in all of these places, and a request with different ones gets 404.`,
      });
    }
    const shape = shapeOf(query ? path : meant);
    const other = seen.get(shape);
    if (other) {
      const taken = operationsOf(other.item, context).map(([method]) => method);
      diagnostics.report("ambiguous-paths", place.source, {
        path,
        other: other.path,
        place: other.place.source,
        methods: operationsOf(item, context).some(([method]) => taken.includes(method)),
      });
    } else seen.set(shape, { path, item, place });
    checkDeclarations(path, names, query, place, item, context);
  }
}

/** What stands outside of parameters. */
function literalsOf(path: string): string {
  return path.replace(/\{[^{}]*\}/g, "");
}

/** The same text for two paths that a router cannot tell apart: names in braces and percent-encoding do not count. */
function shapeOf(path: string): string {
  const segments = path
    .replace(/\{[^{}]*\}/g, "{}")
    .replace(/^\//, "")
    .split("/");
  const plain = segments.map((segment) => {
    const text = percentDecoded(segment) ?? "%";
    return /[/%]/.test(text) ? segment : text;
  });
  return plain.join("/");
}

/** The variables of a server's address (OpenAPI 3.1, section 4.8.5). */
function checkServer(server: Located, { diagnostics, documents }: LoadContext): void {
  const { url } = asObject(server.value);
  const names = typeof url === "string" ? parameterNames(url) : [];
  const variables = child(server, "variables");
  const all = variables ? chainFrom(variables, documents) : [];
  const declared = all.flatMap(({ value }) => Object.keys(asObject(value)));
  if (typeof names !== "string") {
    for (const name of names) {
      if (declared.includes(name)) continue;
      const problem = "is not among the server's variables";
      const suggestion = closest(name, declared);
      diagnostics.report("server-variable", below(server.source, "url"), {
        name,
        problem,
        suggestion,
      });
    }
  }
  for (const [name, variable] of entriesOf(variables)) {
    const { default: preset, enum: values } = asObject(variable.value);
    if (!Array.isArray(values) || preset === undefined || values.includes(preset)) continue;
    const problem = "has a default that is not in its enum";
    const source = below(variable.source, "default");
    diagnostics.report("server-variable", source, { name, problem });
  }
}

/** The parts of a `host` of Swagger 2.0, which people write as an address. */
export function hostMeant(host: string): { readonly scheme?: string; readonly rest: string } {
  const [, scheme, rest = host] = /^\s*(?:(\w+):)?\/\/(.*)$/.exec(host) ?? [];
  const parts = rest.trim().split("/");
  while (parts.length > 1 && parts.at(-1) === "") parts.pop();
  return { ...(scheme === undefined ? {} : { scheme }), rest: parts.join("/") };
}

/** OpenAPI 3.1, section 4.3: paths may be missing, but not all that a description can be of. */
function checkContents({ root, walker, diagnostics }: LoadContext): void {
  const { paths, webhooks, components } = asObject(root.value);
  const isLeftOut = walker.leftOut.get(root.value as object)?.has("paths") === true;
  if ((paths ?? webhooks ?? components) !== undefined || isLeftOut) return;
  diagnostics.report("missing-member", root.source, {
    object: "description",
    member: "paths, webhooks or components",
    hint: "Add one of them; as it is, there is nothing to generate.",
  });
}

function checkHost({ root, diagnostics }: LoadContext): void {
  const { host, schemes } = asObject(root.value);
  if (typeof host !== "string") return;
  const { scheme, rest } = hostMeant(host);
  const name = rest.split("/", 1)[0] ?? "";
  if (host === name) return;
  const where = [
    ...(scheme === undefined || schemes !== undefined ? [] : [`${scheme} into schemes`]),
    ...(rest === name ? [] : [`${rest.slice(name.length)} into basePath`]),
  ];
  const also = where.length > 0 ? `, and ${where.join(" and ")}` : "";
  const details = {
    subject: "host",
    value: quote(host),
    allowed: "a name, with a port if need be",
    hint: `Write ${name}${also}; it is read as that.`,
  };
  diagnostics.report("bad-value", below(root.source, "host"), details, "warning");
}

function checkDeclarations(
  path: string,
  names: readonly string[],
  query: PathQuery | undefined,
  place: Located,
  item: Located,
  context: LoadContext,
): void {
  const { diagnostics } = context;
  const inQuery = query
    ? Array.from(query.parts.values(), (part) => "parameter" in part && part.parameter)
    : [];
  const shared = pathParameters(item, context);
  for (const [, operation] of operationsOf(item, context)) {
    const own = pathParameters(operation, context);
    const declared = new Set([...shared, ...own].map(({ name }) => name));
    const missing = names.filter((name) => !declared.has(name));
    const unused = [...declared].filter((name) => !names.includes(name));
    const suggested = new Set<string>();
    for (const { name, written, inline } of [...shared, ...own]) {
      if (names.includes(name) || inQuery.includes(name)) continue;
      const source = inline ? below(written.source, "name") : written.source;
      const meant = meantBy(name, missing, unused);
      const suggestion = meant ?? closest(name, missing);
      if (suggestion !== undefined) suggested.add(suggestion);
      const isTaken = meant !== undefined;
      const details = { path, parameter: name, suggestion, isTaken, place: place.source };
      diagnostics.report("path-parameter-unused", source, details);
    }
    for (const parameter of missing) {
      if (suggested.has(parameter)) continue;
      diagnostics.report("path-parameter-missing", operation.source, { path, parameter });
    }
  }
}

/** The one of `names` that is the same but for capitals and punctuation, or else for a slip that none of `others` has, too. */
export function meantBy(
  name: string,
  names: readonly string[],
  others: readonly string[],
): string | undefined {
  const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  const [only, another] = names.filter((one) => letters(one) === letters(name));
  if (only !== undefined) return another === undefined ? only : undefined;
  const near = closest(name, names);
  return near !== undefined && closest(near, others) === name ? near : undefined;
}

/** By the names that they are going to have: one that is declared with an operator loses it as the path does. */
function pathParameters(
  holder: Located,
  context: LoadContext,
): { readonly name: string; readonly written: Located; readonly inline: boolean }[] {
  return parametersOf(holder, context).flatMap(({ written, parameter }) => {
    const { name, in: place } = asObject(parameter.value);
    if (place !== "path" || typeof name !== "string") return [];
    return [{ name: plainName(name), written, inline: written.value === parameter.value }];
  });
}
