import { type Code, code, empty, json, use } from "../../emit/code.js";
import { type Pages, pagesOf } from "../../model/pages.js";
import { namingOf } from "../../model/passes/camel-case.js";
import { inCode } from "../../model/passes/renamed-model.js";
import type { Operation } from "../../model/types.js";
import { isOptionalRequest } from "../requests.js";

const runtime = "./runtime/client/pages.js";

/** Pagination of an operation. */
export const pagedFunction: Code = use("paged", runtime);

/** The type of an operation with pages, and how they go on; empty where it has none. */
export function pagedView(
  described: Operation,
  options: Code,
  success: Code | undefined,
): { readonly paged: Code; readonly plan: Code; readonly note: string } {
  const operation = inCode(described);
  const pages = pagesOf(operation);
  if (!pages) return { paged: empty, plan: empty, note: "" };
  const request = use(operation.names.request, "./types.js", "type");
  const reply = use(operation.names.reply, "./types.js", "type");
  const optional = isOptionalRequest(operation) ? code`?` : empty;
  const type = use("Paged", runtime, "type");
  return {
    paged: code`${type}<[request${optional}: ${request}], ${reply}, ${json(pages.items)}, ${options}${success ? code`, ${success}` : empty}>`,
    plan: planCode(pages, described),
    note: pagesNote(pages),
  };
}

function planCode(pages: Pages, operation: Operation): Code {
  const { kind, items, parameter, place, next, header, more, first, total } = pages;
  const { parameters = [] } = pagesOf(operation) ?? {};
  const names = namingOf(operation)?.inside.get("query")?.names ?? new Map<string, string>();
  const renamed = parameters.filter((name) => names.has(name));
  const follows = kind === "cursor" || kind === "link";
  return json({
    kind,
    items,
    parameter,
    next: kind === "cursor" ? next : undefined,
    header: kind === "cursor" && !next ? header : undefined,
    more,
    total: kind === "offset" ? total : undefined,
    place: place === "body" ? place : undefined,
    first: kind === "page" || kind === "offset" ? first : undefined,
    parameters: follows && place === "query" ? parameters : undefined,
    names:
      follows && place === "query" && renamed.length > 0
        ? Object.fromEntries(renamed.map((name) => [name, names.get(name)]))
        : undefined,
  });
}

/** Description of the pagination, for comments. */
function pagesNote({ kind, parameter = "its address" }: Pages): string {
  if (kind === "link") return "Pages by the header `Link`.";
  return `Pages by \`${parameter}\`${kind === "last-id" ? ", the id of the last item" : ""}.`;
}
