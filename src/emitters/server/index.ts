import { withoutDotSegments } from "../../common/dot-segments.js";
import type { Diagnostics } from "../../diagnostics/diagnostics.js";
import {
  array,
  type Code,
  code,
  doc,
  empty,
  exportsOf,
  join,
  json,
  key,
  name,
  object,
  property,
  str,
  use,
  variable,
} from "../../emit/code.js";
import type { OutputFile } from "../../emit/file.js";
import { loadTemplate } from "../../emit/template.js";
import { constantName } from "../../model/names/naming.js";
import { withCallbacks } from "../../model/operations.js";
import type { ApiModel, Operation, Parameter, SecurityScheme } from "../../model/types.js";
import { addressIn, ownAddress, receivedName, usualSecurity } from "../requests.js";
import type { Emitter } from "../emitter.js";
import { apiTitle, handlerLine } from "../operation-docs.js";
import {
  type RateLimitHeaders,
  planLimits,
  rateLimitHeaders,
  rateLimitNames,
} from "../rate-limits.js";
import { SharedData, namedReplies, namesCode } from "../names.js";
import { templateFile } from "../template-file.js";
import { bodyData, checkData, listedParameter } from "./requests.js";
import { ReplyProjections } from "./projections.js";
import { problemView } from "./problem.js";
import { headerChecksData, headersData, repliesData, replyDataOf } from "./replies.js";
import { schemeCode, schemeType } from "./security.js";
const runtime = exportsOf("./runtime/server/server.js");

/** `server.ts`. */
export const server: Emitter = {
  name: "server",
  purpose:
    "The handlers that an implementation provides, and a server that routes, checks and authenticates.",
  needs: ["types", "validators"],
  runtime: ({ adapters }) =>
    adapters
      .flatMap((name) => (name === "node" ? [name, "serve"] : [name]))
      .map((name) => `server/adapters/${name}`),
  emit(model, { options, diagnostics }) {
    const render = loadTemplate(templateFile("server", options.templates));
    const fileOf = (path: string, view: object): OutputFile => ({ path, code: render(view) });
    const hasWebhooks = receivedOperations(model).length > 0;
    const sent =
      options.undeclared === "send" ? undefined : new ReplyProjections(model, diagnostics);
    const making = { sent };
    return [
      fileOf("server.ts", serverView(model, making, diagnostics)),
      ...(hasWebhooks ? [fileOf("webhooks.ts", webhooksView(model, making))] : []),
      ...(sent?.file() ?? []),
    ];
  },
};

/** Shared by all views of one file. */
interface Making {
  /** Undefined: all that handlers give is sent. */
  readonly sent: ReplyProjections | undefined;
}

function serverView(model: ApiModel, making: Making, diagnostics: Diagnostics): object {
  const api = model.name;
  const title = apiTitle(model);
  const limits = rateLimitHeaders(model);
  const problem = problemView(model, diagnostics);
  const operations = model.operations.filter(({ kind }) => kind === "path");
  const handlers = `${api}Handlers`;
  const answers = limits && `${api}Answer`;
  return {
    ...viewOf(model, operations, { handlers, answers, ...making }),
    plans: model.plans.map((plan) => ({ key: property(plan.key), limits: planLimits(plan) })),
    plansName: name(`${constantName(model)}Plans`),
    plansDoc: doc(
      "The rate limits of each plan, from the description; `undefined`: agreed with each customer.",
    ),
    answer: answers === undefined ? empty : name(answers),
    answerDoc: doc("A reply as a handler returns it; the server adds the rate-limit headers."),
    serverHeaders: limits ? code`keyof ${use(limits.name, "./types.js", "type")}` : empty,
    handlersDoc: doc(`Handlers of ${title}, one for each operation.`),
    verifying: undefined,
    verifyDoc: empty,
    options: name(`${api}ServerOptions`),
    optionsDoc: doc(`Options of a server for ${title}.`),
    needsLimits: limits?.required === true,
    limitsDoc: doc("Rate-limit policy; its headers are added to every response."),
    problem,
    create: name(`create${api}Server`),
    createDoc: doc(
      `A server for ${title}, for any platform with Fetch; \`nodeListener\` adapts it to \`http.createServer\`.`,
    ),
    settings: settingsCode({
      basePath: pathOfAddress(addressIn(model.servers)),
      describe: problem?.name,
      security: usualSecurity(model, operations),
      limits,
    }),
  };
}

/** Requests that the API sends: its webhooks, and the callbacks of its operations. */
function receivedOperations({ operations }: ApiModel): readonly Operation[] {
  return withCallbacks(operations).filter(({ kind }) => kind !== "path");
}

/** The same for what the API calls its users with: they have the server then. */
function webhooksView(model: ApiModel, making: Making): object {
  const api = model.name;
  const operations = receivedOperations(model);
  const title = `the ${calls(operations)} of ${apiTitle(model)}`;
  const problem = problemView(model) && `describe${api}Problem`;
  return {
    ...viewOf(model, operations, {
      handlers: `${api}WebhookHandlers`,
      answers: undefined,
      ...making,
    }),
    plans: [],
    answer: empty,
    needsLimits: false,
    problem: undefined,
    handlersDoc: doc(`Handlers of ${title}, one for each.`),
    verifying: use("Verifying", "./runtime/server/signatures.js", "type"),
    verifyDoc: doc(
      "Verifies signatures before a handler is called: `standardWebhooks`, `hmacSha256`, or a function.",
    ),
    options: name(`${api}WebhookServerOptions`),
    optionsDoc: doc(`Options of a receiver of ${title}.`),
    create: name(`create${api}WebhookServer`),
    createDoc: doc(`A server that receives ${title}, each at its name below \`basePath\`.`),
    settings: settingsCode({
      basePath: "",
      describe: problem === undefined ? undefined : use(problem, "./server.js"),
      security: usualSecurity(model, operations),
      limits: undefined,
    }),
  };
}

function calls(operations: readonly Operation[]): string {
  const kinds = new Set(operations.map(({ kind }) => `${kind}s`));
  return ["webhooks", "callbacks"].filter((kind) => kinds.has(kind)).join(" and ");
}

interface ViewContext extends Making {
  /** The name of the interface of all handlers. */
  readonly handlers: string;
  /** That of what they give, where the server puts something in. */
  readonly answers: string | undefined;
}

function viewOf(
  model: ApiModel,
  operations: readonly Operation[],
  { handlers, answers, sent }: ViewContext,
): object {
  const used = new Set(
    operations.flatMap(({ security }) => security.flat().map(({ scheme }) => scheme)),
  );
  const usual = usualSecurity(model, operations);
  const drafts = operations.map((operation) => ({
    operation,
    parameters: operation.parameters.flatMap((one) => listedParameter(afterDot(one, operation))),
    replies: replyDataOf(operation, sent),
  }));
  const shared = new SharedData(
    drafts.flatMap(({ parameters, replies }) => [...parameters, ...replies.values()]),
  );
  return {
    handlers: name(handlers),
    schemes: model.security.filter((scheme) => used.has(scheme)).map(schemeView),
    constants: shared.constants,
    operations: drafts.map(({ operation, parameters, replies }) => ({
      ...operationView(operation, handlers, answers),
      parameters: parameters.map((one) => shared.codeOf(one)),
      replies: repliesData(replies, shared),
      security: operation.security === usual ? empty : ownSecurity(operation, usual),
      basePath: basePathData(operation, model),
    })),
    lib: {
      Answer: use("Answer", "./runtime/server/answer.js", "type"),
      Awaitable: use("Awaitable", "./runtime/wire/http.js", "type"),
      Context: runtime("Context", "type"),
      Problem: use("Problem", "./runtime/server/problem.js", "type"),
      ProblemDescription: use("ProblemDescription", "./runtime/server/problem.js", "type"),
      RateLimiting: runtime("RateLimiting", "type"),
      Server: runtime("Server", "type"),
      ServerOptions: runtime("ServerOptions", "type"),
      createServer: runtime("createServer"),
      inNames: use("inNames", "./runtime/server/names.js"),
    },
  };
}

interface Settings {
  readonly basePath: string;
  readonly describe: Code | undefined;
  readonly security: Operation["security"];
  readonly limits: RateLimitHeaders | undefined;
}

function settingsCode({ basePath, describe, security, limits }: Settings): Code {
  const members = [
    ...(basePath === "" ? [] : [code`basePath: options.basePath ?? ${str(basePath)}`]),
    ...(describe ? [code`describe: options.describe ?? ${describe}`] : []),
    ...(security.length > 0 ? [code`security: ${securityData(security)}`] : []),
    ...(limits ? [code`rateLimitHeaders: ${rateLimitNames(limits)}`] : []),
  ];
  return members.length === 0 ? code`options` : code`{ ...options, ${join(members, ", ")} }`;
}

/** Of an operation that the description has served elsewhere. */
function basePathData(operation: Operation, model: ApiModel): Code {
  const own = operation.kind === "path" ? ownAddress(operation, model) : undefined;
  return own === undefined ? empty : str(pathOfAddress(own));
}

function pathOfAddress(address: string): string {
  const path = address.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#]*/i, "").replace(/[?#][^]*/, "");
  const resolved = withoutDotSegments(path);
  return resolved.replace(/(?<!\/)\/+$/, "").replace(/^(?!\/)(?=.)/, "/");
}

function schemeView(scheme: SecurityScheme): object {
  return {
    doc: doc(
      scheme.prose.description === ""
        ? `Verifies credentials for \`${scheme.key}\`.`
        : `Verifies credentials for \`${scheme.key}\`: ${scheme.prose.description}`,
    ),
    key: property(scheme.key),
    name: key(scheme.name),
    type: schemeType(scheme),
    scheme: schemeCode(scheme),
  };
}

function operationView(
  operation: Operation,
  handlers: string,
  answers: string | undefined,
): object {
  const reply = use(operation.names.reply, "./types.js", "type");
  const answer =
    answers === undefined ? use("Answer", "./runtime/server/answer.js", "type") : name(answers);
  const isOpen =
    operation.security.length === 0 || operation.security.some((uses) => uses.length === 0);
  return {
    doc: handlerLine(operation, handlers),
    id: operation.id === operation.names.method ? empty : str(operation.id),
    handler: property(operation.names.method),
    method: variable(operation.names.method),
    verb: str(operation.method),
    path: str(operation.kind === "path" ? routeOf(operation) : pathOf(operation.template)),
    received: use(receivedName(operation), "./types.js", "type"),
    answer: code`${answer}<${reply}>`,
    caller: isOpen ? code`Caller | undefined` : code`Caller`,
    body:
      operation.body && operation.body.content.length > 0
        ? bodyData(operation, operation.body)
        : empty,
    check: checkData(operation),
    headers: headersData(operation),
    headerChecks: headerChecksData(operation),
    deprecated: deprecatedData(operation),
    named: namedData(operation),
  };
}

/**
 * The template, but with the dot of a `{format}` in `style: label` right behind another parameter: there it says where
 * that one ends.
 */
function routeOf(operation: Operation): string {
  return operation.path
    .map((part) => {
      if (typeof part === "string") return part;
      return `${afterDot(part, operation) === part ? "" : "."}{${part.name}}`;
    })
    .join("");
}

/** The parameter as what stands behind that dot. */
function afterDot(parameter: Parameter, { path }: Operation): Parameter {
  const { encoding } = parameter;
  const isLabel =
    encoding.kind === "style" && encoding.style === "label" && encoding.shape === "scalar";
  const before = path[path.indexOf(parameter) - 1];
  if (!isLabel || before === undefined || typeof before === "string") return parameter;
  return { ...parameter, encoding: { ...encoding, style: "simple", explode: false } };
}

/** The name of a webhook or callback as a path that has no parameters. */
function pathOf(webhook: string): string {
  const name = webhook.replace(/\p{Surrogate}/gu, "\ufffd");
  return `/${name.split("/").map(encodeURIComponent).join("/")}`;
}

function ownSecurity({ security }: Operation, usual: Operation["security"]): Code {
  return security.length > 0 || usual.length > 0 ? securityData(security) : empty;
}

function securityData(security: Operation["security"]): Code {
  return array(
    security.map((uses) =>
      object(uses.map(({ scheme, scopes }) => [scheme.key, json(scopes)] as const)),
    ),
  );
}

/** The names of the request and the replies of an operation in code; empty where they are those of the wire. */
function namedData(operation: Operation): Code {
  const [request, replies] = [namesCode(operation), namedReplies(operation)];
  if (!request && !replies) return empty;
  return code`${request ?? code`undefined`}, ${replies ?? code`{}`}`;
}

function deprecatedData({ deprecation }: Operation): Code {
  const { since, sunset } = deprecation ?? {};
  return since === undefined && sunset === undefined ? empty : json({ since, sunset });
}
