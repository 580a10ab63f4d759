import { percentDecoded } from "../../common/pointers.js";

/** The query that is written in a path, and the path before it. */
export interface PathQuery {
  readonly path: string;
  /** By their names in the query. */
  readonly parts: ReadonlyMap<string, QueryPart>;
}

/** A part has the value of a parameter, or always the same text. */
export type QueryPart =
  | { readonly parameter: string; readonly required: boolean }
  | { readonly text: string; readonly written: string };

/**
 * Meaning of `/upload?id={id}&as=file` and `/pets{?limit,status}` (RFC 6570, section 3.2.8), for each path with a
 * query. Texts stay in the path where only they tell it from another one. Without those of which nothing can be made: names
 * that are parameters, and paths that are declared a second time without their query.
 */
export function pathQueries(paths: readonly string[]): ReadonlyMap<string, PathQuery> {
  const found = new Map(
    paths.flatMap((path) => {
      const query = queryIn(path);
      return query ? [[path, query] as const] : [];
    }),
  );
  const settle = (change: (path: string, query: PathQuery) => void): void => {
    const plain = paths.map((path) => found.get(path)?.path ?? path);
    const counts = new Map<string, number>();
    for (const path of plain) counts.set(path, (counts.get(path) ?? 0) + 1);
    for (const [path, query] of found) if (counts.get(query.path) !== 1) change(path, query);
  };
  settle((path, query) => found.set(path, withTexts(query)));
  settle((path) => found.delete(path));
  return found;
}

function withTexts({ path, parts }: PathQuery): PathQuery {
  const texts = Array.from(parts.values()).flatMap((part) => ("text" in part ? part.written : []));
  return {
    path: [path, texts.join("&")].filter((text) => text !== "").join("?"),
    parts: new Map([...parts].filter(([, part]) => "parameter" in part)),
  };
}

function queryIn(path: string): PathQuery | undefined {
  const [, plain, templates = "", pairs = ""] =
    /^((?:[^{}?#]|\{[^{}?&#]+\})*)((?:\{[?&][^{}]*\})*)((?:\?[^?#]*)?)$/.exec(path) ?? [];
  if (plain === undefined || templates + pairs === "") return undefined;
  const parts = new Map<string, QueryPart>();
  const add = (name: string, part: QueryPart): boolean => {
    if (name === "" || /[{}]/.test(name) || parts.has(name)) return false;
    parts.set(name, part);
    return true;
  };
  for (const [, names = ""] of templates.matchAll(/\{.([^{}]*)\}/g))
    for (const name of names.split(",")) {
      const parameter = name.trim().replace(/\*$/, "");
      if (!add(parameter, { parameter, required: false })) return undefined;
    }
  for (const pair of pairs.slice(1).split("&")) {
    if (pair === "") continue;
    const [name = "", value = ""] = pair.split(/=(.*)/s);
    const parameter = /^\{([^{}]+)\}$/.exec(value)?.[1];
    const text = decoded(value);
    const key = decoded(name);
    if (key === undefined || text === undefined) return undefined;
    if (parameter === undefined && /[{}]/.test(value)) return undefined;
    if (
      !add(key, parameter === undefined ? { text, written: pair } : { parameter, required: true })
    )
      return undefined;
  }
  return { path: plain, parts };
}

function decoded(text: string): string | undefined {
  return percentDecoded(text.replaceAll("+", " "));
}
