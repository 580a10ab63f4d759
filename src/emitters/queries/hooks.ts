import { type Code, code, doc, name, str, use } from "../../emit/code.js";
import { loadTemplate } from "../../emit/template.js";
import { pascalCase } from "../../model/names/naming.js";
import { pagesOf } from "../../model/pages.js";
import type { ApiModel, Operation } from "../../model/types.js";
import type { EmitOptions } from "../emitter.js";
import { apiTitle, operationLine } from "../operation-docs.js";
import { isOptionalRequest } from "../requests.js";
import { templateFile } from "../template-file.js";

const react = (value: string, kind: "type" | "value" = "type"): Code => use(value, "react", kind);
const tanstack = (value: string, kind: "type" | "value" = "type"): Code =>
  use(value, "@tanstack/react-query", kind);
const runtime = (value: string, from = "queries/queries"): Code =>
  use(value, `./runtime/${from}.js`, "type");

/** The words of a hook's name, around that of its operation. */
type Naming = Readonly<Record<HookKind, (operation: string) => string>>;
type HookKind = "plain" | "suspense" | "infinite";

const namings: Readonly<Record<"specsmith" | "orval", Naming>> = {
  specsmith: {
    plain: (operation) => `use${operation}`,
    suspense: (operation) => `useSuspense${operation}`,
    infinite: (operation) => `useInfinite${operation}`,
  },
  orval: {
    plain: (operation) => `use${operation}`,
    suspense: (operation) => `use${operation}Suspense`,
    infinite: (operation) => `use${operation}Infinite`,
  },
};

/** `hooks.ts`: the options of `queries.ts` as hooks of React. */
export function hooksCode(
  model: ApiModel,
  operations: readonly Operation[],
  { hooks, templates }: EmitOptions,
): Code {
  const api = model.name;
  const names = hookNames(operations, namings[hooks === "orval" ? "orval" : "specsmith"], api);
  const title = apiTitle(model);
  const isAny = (is: (operation: Operation) => boolean): boolean => operations.some(is);
  const render = loadTemplate(templateFile("hooks", templates));
  return render({
    pure: code`/* @__PURE__ */ `,
    context: name(`${api}Context`),
    contextDoc: doc(
      `Provides the queries of ${title} to the hooks: \`<${api}Context value={create${api}Queries(client)}>\`.`,
    ),
    useQueries: name(names.queries),
    useQueriesDoc: doc("The queries of the nearest context."),
    missing: str(
      `There is no ${api}Context above this component: give it create${api}Queries(client) as value.`,
    ),
    queries: use(`${api}Queries`, "./queries.js", "type"),
    query: name(`${api}QueryHook`),
    queryDoc: doc("`useQuery` for an operation; with `initialData`, there is always data."),
    suspense: name(`${api}SuspenseHook`),
    suspenseDoc: doc("`useSuspenseQuery` for an operation."),
    infinite: name(`${api}InfiniteHook`),
    infiniteDoc: doc("`useInfiniteQuery` for an operation; each page is a reply body."),
    mutation: name(`${api}MutationHook`),
    mutationDoc: doc("`useMutation` for an operation."),
    hasQueries: isAny(isQuery),
    hasMutations: isAny((operation) => !isQuery(operation)),
    hasPages: isAny((operation) => pagesOf(operation) !== undefined),
    hooks: operations.flatMap((operation) => hooksOf(operation, model, names)),
    lib: {
      AnyReply: runtime("AnyReply", "wire/http"),
      PageChange: runtime("PageChange", "client/pages"),
      QueryData: runtime("QueryData"),
      QueryError: runtime("QueryError"),
    },
    react: {
      Context: react("Context"),
      createContext: react("createContext", "value"),
      useContext: react("useContext", "value"),
    },
    tanstack: {
      ...Object.fromEntries(libraryTypes.map((type) => [type, tanstack(type)])),
      useMutation: tanstack("useMutation", "value"),
      // By its parameter: `UseInfiniteQueryOptions` has one more type argument before 5.80.
      useInfiniteQuery: tanstack("useInfiniteQuery", "value"),
    },
  });
}

const libraryTypes = [
  "DefinedInitialDataOptions",
  "DefinedUseQueryResult",
  "InfiniteData",
  "UseInfiniteQueryResult",
  "UseMutationOptions",
  "UseMutationResult",
  "UseQueryOptions",
  "UseQueryResult",
  "UseSuspenseQueryOptions",
  "UseSuspenseQueryResult",
];

/** A query also where it is a POST with a cursor in its body; what changes something is a mutation. */
function isQuery(operation: Operation): boolean {
  return /^(?:GET|HEAD)$/.test(operation.method) || pagesOf(operation) !== undefined;
}

interface HookNames {
  readonly queries: string;
  of(operation: Operation, kind: HookKind): string;
}

/** The plain ones first: another hook that would be called as one of them has `Query` behind its name. */
function hookNames(operations: readonly Operation[], naming: Naming, api: string): HookNames {
  const taken = new Set(["useOperation", "useOptions"]);
  const given = new Map<string, string>();
  const give = (key: string, wanted: string): string => {
    const free = taken.has(wanted) ? `${wanted}Query` : wanted;
    if (free !== wanted && taken.has(free)) return give(key, free);
    taken.add(free);
    given.set(key, free);
    return free;
  };
  for (const kind of ["plain", "suspense", "infinite"] as const)
    for (const operation of operations) {
      const { method } = operation.names;
      const isThere =
        kind === "plain" || (kind === "infinite" ? pagesOf(operation) : isQuery(operation));
      if (isThere) give(`${kind} ${method}`, naming[kind](pascalCase(method)));
    }
  const queries = give("", `use${api}Queries`);
  return { queries, of: ({ names }, kind) => given.get(`${kind} ${names.method}`) ?? "" };
}

function hooksOf(operation: Operation, model: ApiModel, names: HookNames): readonly object[] {
  const api = model.name;
  const method = name(operation.names.method);
  const request = use(operation.names.request, "./types.js", "type");
  const reply = use(operation.names.reply, "./types.js", "type");
  const isOptional = isOptionalRequest(operation);
  const hook = (kind: HookKind, type: Code, made: Code): object => ({
    doc: operationLine(operation, `${api}Queries`),
    name: name(names.of(operation, kind)),
    type,
    made,
  });
  if (!isQuery(operation)) {
    const variables = isOptional ? code`${request} | void` : request;
    const type = code`${name(`${api}MutationHook`)}<${variables}, ${reply}>`;
    return [hook("plain", type, code`mutationHook((queries) => queries.${method})`)];
  }
  const given = (mayBeSkipped: boolean): Code => {
    const sent = mayBeSkipped ? code`${request} | ${tanstack("SkipToken")}` : request;
    return isOptional ? code`[request?: ${sent}]` : code`[request: ${sent}]`;
  };
  const made = (library: string, of: Code): Code =>
    code`queryHook(${tanstack(library, "value")}, (queries) => ${of})`;
  const plain = code`queries.${method}`;
  const type = (kind: string, mayBeSkipped: boolean): Code =>
    code`${name(`${api}${kind}Hook`)}<${given(mayBeSkipped)}, ${reply}>`;
  const infinite = pagesOf(operation)
    ? [
        hook(
          "infinite",
          type("Infinite", false),
          made("useInfiniteQuery", code`queries.${method}.infinite`),
        ),
      ]
    : [];
  return [
    hook("plain", type("Query", true), made("useQuery", plain)),
    hook("suspense", type("Suspense", false), made("useSuspenseQuery", plain)),
    ...infinite,
  ];
}
