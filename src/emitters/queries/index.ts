import { type Code, code, doc, join, name, str, use } from "../../emit/code.js";
import type { OutputFile } from "../../emit/file.js";
import { loadTemplate } from "../../emit/template.js";
import { pagesOf } from "../../model/pages.js";
import type { ApiModel, Operation } from "../../model/types.js";
import type { Emitter } from "../emitter.js";
import { type Group, groupsOf } from "../groups.js";
import { apiTitle, operationLine } from "../operation-docs.js";
import { templateFile } from "../template-file.js";
import { hooksCode } from "./hooks.js";

const tanstack = (value: string): Code => use(value, "@tanstack/query-core", "type");
const runtime = (value: string, kind: "type" | "value" = "type"): Code =>
  use(value, "./runtime/queries/queries.js", kind);

/** `queries.ts`. */
export const queries: Emitter = {
  name: "queries",
  purpose: "Keys and options for TanStack Query in any framework.",
  needs: ["types", "client"],
  emit(model, { options }) {
    const operations = model.operations.filter(({ kind }) => kind === "path");
    if (operations.length === 0) return [];
    const render = loadTemplate(templateFile("queries", options.templates));
    const { groups, shortNames } = options.client;
    const view = viewOf(model, operations, groups ? groupsOf(operations, shortNames) : []);
    const files: OutputFile[] = [{ path: "queries.ts", code: render(view) }];
    if (options.hooks !== false)
      files.push({ path: "hooks.ts", code: hooksCode(model, operations, options) });
    return files;
  },
};

function viewOf(
  model: ApiModel,
  operations: readonly Operation[],
  groups: readonly Group[],
): object {
  const api = model.name;
  const title = apiTitle(model);
  const tags = [...new Set(operations.flatMap(({ tags: [tag] }) => tag ?? []))];
  return {
    api: str(api),
    query: name(`${api}Query`),
    queryDoc: doc("Options of a query, for `useQuery`, `prefetchQuery` and similar functions."),
    infinite: name(`${api}InfiniteQuery`),
    infiniteDoc: doc("Options of an infinite query; each page is a reply body."),
    hasPages: operations.some((operation) => pagesOf(operation) !== undefined),
    mutation: name(`${api}Mutation`),
    mutationDoc: doc("Options of a mutation."),
    operation: name(`${api}OperationQueries`),
    operationDoc: doc("Query options of an operation: a function of the request."),
    paged: name(`${api}PagedQueries`),
    pagedDoc: doc("Query options of a paginated operation."),
    queries: name(`${api}Queries`),
    queriesDoc: doc(`The queries of all operations of ${title}.`),
    create: name(`create${api}Queries`),
    createDoc: doc(
      `Creates the query options of ${title} for TanStack Query, which call this client.`,
    ),
    client: use(`${api}Client`, "./client.js", "type"),
    // An operation of that name keeps it.
    hasKey: !operations.some(({ names }) => String(names.method) === "key"),
    tags: tags.length === 0 ? code`undefined` : join(tags.map(str), " | "),
    operations: operations.map((operation) => operationView(operation, model, groups)),
    lib: {
      AnyReply: use("AnyReply", "./runtime/wire/http.js", "type"),
      DataTag: tanstack("DataTag"),
      SkipToken: tanstack("SkipToken"),
      InfiniteData: tanstack("InfiniteData"),
      PageChange: use("PageChange", "./runtime/client/pages.js", "type"),
      QueryData: runtime("QueryData"),
      QueryError: runtime("QueryError"),
      ReplyOf: runtime("ReplyOf"),
      RequestOf: runtime("RequestOf"),
      queriesOf: runtime("queriesOf", "value"),
    },
  };
}

function operationView(operation: Operation, model: ApiModel, groups: readonly Group[]): object {
  const { names, tags, id } = operation;
  const [tag = ""] = tags;
  const way = wayTo(operation, groups);
  const own = way.length === 0 ? [names.method] : way;
  const kind = pagesOf(operation) ? "Paged" : "Operation";
  const client = use(`${model.name}Client`, "./client.js", "type");
  return {
    doc: operationLine(operation, `${model.name}Queries`),
    method: name(names.method),
    queries: name(`${model.name}${kind}Queries`),
    client: code`${client}${own.map((member) => code`[${str(member)}]`)}`,
    plan: join([tag, id, ...way].map(str), ", "),
  };
}

/** The way to an operation in a client with groups: `animals`, `listPets`; none where it is a member of the client. */
function wayTo(operation: Operation, groups: readonly Group[]): readonly string[] {
  const group = groups.find(({ members }) => members.has(operation));
  const member = group?.members.get(operation);
  return group && member !== undefined ? [group.name, member] : [];
}
