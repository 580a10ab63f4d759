import { groupBy } from "../../common/collections.js";
import {
  type Code,
  code,
  doc,
  empty,
  exportsOf,
  join,
  local,
  name,
  property,
  sealed,
  str,
  use,
  variable,
} from "../../emit/code.js";
import { loadTemplate } from "../../emit/template.js";
import { isJsonText, mayStream } from "../../model/media.js";
import { isStream } from "../../model/walks/items.js";
import { constantName } from "../../model/names/naming.js";
import type { ApiModel, Media, Operation, SecurityScheme } from "../../model/types.js";
import { isOptionalRequest, ownAddress, usualSecurity } from "../requests.js";
import type { Emitter, EmitOptions } from "../emitter.js";
import { groupsOf } from "../groups.js";
import { apiTitle, operationDoc, operationLine } from "../operation-docs.js";
import { rateLimitHeaders } from "../rate-limits.js";
import { templateFile } from "../template-file.js";
import { Expectations, type OwnedCheck, replyBody } from "../validators/index.js";
import { bodyCode } from "./bodies.js";
import { credentialView, isBearer, onlyScheme, securityCode, signerCode } from "./credentials.js";
import {
  type View,
  clientParts,
  indexFile,
  partNames,
  replyReader,
  sharedConstant,
  sharedReplies,
  usesRateLimit,
} from "./parts.js";
import { pagedView } from "./pages.js";
import { bindingsOf, headersCode, isChosen, outgoingFunction, urlCode } from "./parameters.js";
import {
  type ReadingView,
  type ReplyContext,
  canStream,
  figureReaders,
  membersOf,
  rateLimitReader,
  readingView,
  usualReader,
} from "./replies.js";
import { defaultAddress, serverView } from "./servers.js";
import { tokenViews } from "./tokens.js";
import { webhooksFile } from "./webhooks.js";

const runtime = exportsOf("./runtime/client/client.js");

const option = (type: string): Code => use(type, "./runtime/client/options.js", "type");

/** The parts of a client beyond sending a request once and reading its reply, and how it is laid out. */
type ClientParts = EmitOptions["client"];

export interface ClientContext extends ReplyContext {
  readonly model: ApiModel;
  readonly parts: ClientParts;
  /** True where each operation needs the same one credential, so that none has to say which. */
  readonly isSignedAlike: boolean;
  /** What operations need that do not say it. */
  readonly usualSecurity: Operation["security"];
}

/** `client.ts`. */
export const client: Emitter = {
  name: "client",
  purpose: "A function for each operation, and a client that binds them all.",
  needs: ["types", "validators"],
  emit(model, context) {
    const operations = model.operations.filter(({ kind }) => kind === "path");
    const render = loadTemplate(templateFile("client", context.options.templates));
    const parts = context.options.client;
    const bodies = parts.checks ? jsonBodies(operations) : [];
    const expectations = parts.checks
      ? new Expectations(model, bodies, context.options.formats)
      : undefined;
    const isSplit = context.options.split === "tags";
    const common = contextOf(model, operations, parts, expectations, isSplit);
    const owner = isSplit || parts.groups ? undefined : `${model.name}Client`;
    const views = operations.map((operation): View => {
      const reading = readingView(operation, common);
      return { operation, reading, view: operationView(operation, reading, owner, common) };
    });
    const view = viewOf(views, common);
    const inParts = isSplit ? clientParts(views, common, context.options) : undefined;
    const entry = { ...view, ...(inParts?.view ?? wholeView(views, common)) };
    return [
      {
        path: "client.ts",
        code: render(entry),
        ...(inParts && { exports: inParts.exports }),
      },
      ...(inParts?.files ?? []),
      indexFile(model),
      ...webhooksFile(model),
      ...(expectations?.file(bodies) ?? []),
    ];
  },
};

/** The bodies of replies that are JSON, or a stream of it. */
function jsonBodies(operations: readonly Operation[]): readonly OwnedCheck[] {
  return operations.flatMap((operation) =>
    operation.replies.flatMap((reply) =>
      reply.content.flatMap((media) => {
        const isJson = isStream(media) || isJsonText(media.codec);
        const body = isJson ? replyBody(operation, reply, media) : undefined;
        return body ? [{ ...body, owner: operation.names.request }] : [];
      }),
    ),
  );
}

function contextOf(
  model: ApiModel,
  operations: readonly Operation[],
  parts: ClientParts,
  expectations: Expectations | undefined,
  isSplit: boolean,
): ClientContext {
  const limits = rateLimitHeaders(model);
  return {
    model,
    parts,
    limits,
    figures: figureReaders(model, limits, parts.checks),
    checks: parts.checks,
    constant: isSplit ? sharedConstant : local,
    expectations,
    isSignedAlike: onlyScheme(operations) !== undefined,
    usualSecurity: usualSecurity(model, operations),
  };
}

/** Holds in either layout: operations in this file, or in parts. */
function viewOf(views: readonly View[], context: ClientContext): object {
  const { model, parts } = context;
  const api = model.name;
  const operations = views.map(({ operation }) => operation);
  const url = defaultAddress(model.servers);
  const schemes = model.security.filter(({ kind }) => kind !== "mutualTls");
  const credentials = schemes.map((scheme) => credentialView(scheme, operations, parts.hooks));
  const canBeLeftOut = url !== undefined && credentials.every(({ optional }) => optional);
  return {
    servers: model.servers.map(serverView),
    serversName: name(`${constantName(model)}Servers`),
    options: name(`${api}ClientOptions`),
    usualOptions: canBeLeftOut ? code` = {}` : empty,
    optionsDoc: doc(`Options of a client for ${apiTitle(model)}.`),
    clientOptions: optionTypes(parts, url !== undefined),
    baseUrlDoc:
      url === undefined ? empty : doc(`The address of the service; \`${url}\` when left out.`),
    hasDefaultUrl: url !== undefined,
    defaultUrl: url === undefined ? empty : str(url),
    credentials,
    signer: signerCode(schemes, operations, context.usualSecurity, parts.hooks),
    read: usualReader(parts),
    extension: extensionOf(parts, schemes),
    tokens: tokenViews(schemes),
    tokensName: name(`${constantName(model)}Tokens`),
    createSender: name(`create${api}Sender`),
    createClient: name(`create${api}Client`),
    createDoc: doc(`A client for ${apiTitle(model)}.`),
    client: name(`${api}Client`),
    clientDoc: doc(`All operations of ${apiTitle(model)}.`),
    repliesOf: repliesById(operations),
    repliesName: name(`${api}Replies`),
    repliesDoc: doc(`The replies of each operation of ${apiTitle(model)}, by its id.`),
    lib: {
      ...partNames,
      ErrorOf: use("ErrorOf", "./runtime/client/errors.js", "type"),
      isDeclaredError: use("isDeclaredError", "./runtime/client/errors.js"),
      ReplyReader: replyReader,
      createSender: runtime("createSender"),
      isErrorOf: local("isErrorOf"),
      options: local("options"),
    },
  };
}

/** The operations, where they stand in the file. */
function wholeView(views: readonly View[], context: ClientContext): object {
  const { groups, shortNames } = context.parts;
  return {
    heritage: empty,
    parts: [],
    operations: views.map(({ view }) => view),
    rateLimit: usesRateLimit(views, context)
      ? { name: rateLimitReader(context), readers: membersOf(context.figures) }
      : undefined,
    sharedReplies: sharedReplies(views, context),
    ...(groups
      ? groupViews(views, shortNames)
      : { groups: [], ungrouped: views.map(({ view }) => view) }),
  };
}

/** `ClientOptions`, or the options of the parts that the client has; and the address, if it has to be given. */
function optionTypes({ retries, checks, hooks }: ClientParts, hasDefaultUrl: boolean): Code {
  const types =
    retries && checks && hooks
      ? ["ClientOptions"]
      : [
          "PlainClientOptions",
          ...(retries ? ["RetryOptions"] : []),
          ...(checks ? ["CheckOptions"] : []),
          ...(hooks ? ["HookOptions"] : []),
        ];
  return join([...types, ...(hasDefaultUrl ? [] : ["BaseUrl"])].map(option), ", ");
}

/** The same for one call. */
function callOptionTypes({ retries, hooks }: ClientParts): Code {
  if (retries && hooks) return option("CallOptions");
  const types = [
    option("PlainCallOptions"),
    ...(retries ? [option("RetryCallOptions")] : []),
    ...(hooks ? [option("HookCallOptions")] : []),
  ];
  return join(types, " & ");
}

/** `(perform) => waitOut(options, callHooks(options, perform))`: a try with all that the client can do, outermost first. */
function extensionOf({ retries, hooks }: ClientParts, schemes: readonly SecurityScheme[]): Code {
  const hasQueryKey = schemes.some((scheme) => scheme.kind === "apiKey" && scheme.in === "query");
  const renews = hooks && schemes.some(isBearer);
  const wrappers = [
    [hasQueryKey, "hideKeys", "auth/hide-keys", empty],
    [renews, "sendRenewed", "auth/renew", empty],
    [hooks, "callHooks", "hooks", code`options, `],
    [retries, "waitOut", "retries/retry", code`options, `],
  ] as const;
  const used = wrappers.filter(([isUsed]) => isUsed);
  if (used.length === 0) return empty;
  const wrapped = used.reduce(
    (inner, [, wrapper, file, options]) =>
      code`${use(wrapper, `./runtime/client/${file}.js`)}(${options}${inner})`,
    code`perform`,
  );
  return code`(perform) => ${wrapped}`;
}

/** Operations by their first tag. */
function groupViews(views: readonly View[], isShort: boolean): object {
  const byOperation = new Map(views.map(({ operation, view }) => [operation, view]));
  const groups = groupsOf([...byOperation.keys()], isShort);
  return {
    groups: groups.map((group) => ({
      parts: undefined,
      doc: doc(`Operations with the tag \`${group.tag}\`.`),
      name: property(group.name),
      operations: [...group.members].map(([operation, member]) => ({
        ...byOperation.get(operation),
        member: property(member),
      })),
    })),
    ungrouped: views.filter(({ operation }) => operation.tags.length === 0).map(({ view }) => view),
  };
}

/** By operationId; one that is derived may be that of another operation, too. */
function repliesById(operations: readonly Operation[]): readonly object[] {
  return [...groupBy(operations, ({ id }) => id)].map(([id, same]) => ({
    id: property(id),
    reply: join(
      same.map(({ names }) => use(names.reply, "./types.js", "type")),
      " | ",
    ),
  }));
}

function operationView(
  operation: Operation,
  reading: ReadingView,
  owner: string | undefined,
  context: ClientContext,
): object {
  const request = use(operation.names.request, "./types.js", "type");
  const isOptional = isOptionalRequest(operation);
  const options = callOptionTypes(context.parts);
  const isBinary = canStream(operation);
  const callOptions = code`call?: ${isBinary ? code`Options` : options}`;
  const reply = use(operation.names.reply, "./types.js", "type");
  const taken = bindingsOf(operation);
  const bindings = isChosen(operation) ? code`request` : code`{ ${join(taken, ", ")} }`;
  const isRead = isChosen(operation) || taken.length > 0;
  const requestParameter = isRead
    ? code`${bindings}: ${request}${isOptional ? code` = {}` : empty}`
    : code`_request?: ${request}`;
  const binary = (value: string): Code => use(value, "./runtime/client/replies/binary.js", "type");
  const { note, ...pages } = pagedView(operation, options, successCode(operation));
  const replyArguments = replyArgumentsOf(
    operation,
    isBinary ? code`${binary("BinaryReply")}<${reply}, Options>` : reply,
  );
  return {
    ...pages,
    doc: operationLine(operation),
    memberDoc: operationDoc(operation, owner, note),
    method: name(operation.names.method),
    member: variable(operation.names.method),
    generics: isBinary ? code`<Options extends ${options} & ${binary("BinaryOptions")}>` : empty,
    reply,
    call: code`${runtime("Call", "type")}${replyArguments}`,
    replyArguments,
    parameters: code`client: ${runtime("Sender", "type")}, ${requestParameter}, ${callOptions}`,
    memberParameters: code`request${isOptional ? code`?` : empty}: ${request}, ${callOptions}`,
    outgoing: sealed(outgoingCode(operation, reading, context)),
  };
}

/** `<GetPetReply>`: of the type of the call, and of what sends it, for which TypeScript is slow to infer it. */
function replyArgumentsOf(operation: Operation, reply: Code): Code {
  const success = successCode(operation);
  return code`<${reply}${success ? code`, ${success}` : empty}>`;
}

/** The statuses of a success, where these are others than usual. */
function successCode(operation: Operation): Code | undefined {
  if (!endsInRedirect(operation)) return undefined;
  const status = (kind: string, file: string): Code =>
    use(kind, `./runtime/wire/${file}.js`, "type");
  return code`${status("SuccessStatus", "http")} | ${status("RedirectStatus", "statuses")}`;
}

function outgoingCode(operation: Operation, reading: ReadingView, context: ClientContext): Code {
  const address = addressOf(operation, context.model);
  const base = address.every((part) => typeof part === "string") ? empty : code`base`;
  const { body } = operation;
  const members: Code[] = [
    code`operation: ${str(operation.id)}`,
    code`method: ${str(operation.method)}`,
    code`${address.length === 0 ? code`path` : code`url`}: ${urlCode(operation, address)}`,
  ];
  const fields = headersCode(operation);
  if (fields) members.push(code`fields: ${fields}`);
  if (body && body.content.length > 0) members.push(bodyCode(body));
  if (endsInRedirect(operation)) members.push(code`redirect: "manual"`);
  else if (sendsFile(operation) && declaresRedirect(operation))
    members.push(code`redirect: "follow"`);
  const platform = platformOf(operation);
  if (platform) members.push(code`fetchHere: ${use(platform, "./runtime/client/platform.js")}`);
  const accept = acceptOf(operation);
  if (accept !== "") members.push(code`accept: ${str(accept)}`);
  const security = context.isSignedAlike
    ? undefined
    : securityCode(operation, context.usualSecurity);
  if (security) members.push(code`security: ${security}`);
  if (operation.deprecation && context.parts.hooks)
    members.push(code`deprecated: ${deprecatedCode(operation)}`);
  for (const one of reading.members) members.push(one);
  return outgoingFunction(operation, base, code`{\n${join(members, ", ")}\n}`);
}

/**
 * The server of an operation that has one of its own. A user who gives the client another address
 * than the usual one, for a test or staging, means the hosts of all operations: none is to get real requests and secrets then.
 */
function addressOf(operation: Operation, model: ApiModel): readonly (Code | string)[] {
  const address = ownAddress(operation, model);
  if (address === undefined) return [];
  const [host = ""] = /^https?:\/\/[^/]*/i.exec(address) ?? [];
  const path = address.slice(host.length);
  const usual = defaultAddress(model.servers)?.replace(/(?<!\/)\/+$/, "");
  const given = code`${use("originOf", "./runtime/wire/parameters/serialize.js")}(base)`;
  return host === "" || usual === undefined
    ? [given, path]
    : [code`base === ${str(usual)} ? ${str(host)} : ${given}`, path];
}

/** True where its one declared success is a redirect. One beside other successes is followed. */
function endsInRedirect(operation: Operation): boolean {
  return declaresRedirect(operation) && !statusesOf(operation).some((status) => status < 300);
}

/** True for a body that may be a stream or a file, sent once only: its redirects are not followed unless they are declared. */
function sendsFile({ body }: Operation): boolean {
  return body?.content.some((media) => mayStream(media.codec) || isStream(media)) === true;
}

function declaresRedirect(operation: Operation): boolean {
  return statusesOf(operation).some((status) => [301, 302, 303, 307, 308].includes(status));
}

function statusesOf({ replies }: Operation): readonly number[] {
  const declared = replies.filter(({ match }) => match.kind !== "default");
  return declared.flatMap((reply) => reply.statuses);
}

/** The `fetch` that fails at once where browsers cannot send a request, or show its reply. */
function platformOf(operation: Operation): string | undefined {
  if (endsInRedirect(operation)) return "fetchRedirect";
  return operation.parameters.some((one) => one.in === "cookie") ? "fetchWithCookies" : undefined;
}

/**
 * XML, which is handed over as text, is only wanted where there is no JSON. Where only files or texts are declared, anything
 * is better than a 406: in Django REST framework only the view knows of them, which is called after the negotiation.
 */
function acceptOf({ replies }: Operation): string {
  const content = replies.flatMap((reply) => reply.content);
  const hasJson = content.some(({ codec }) => codec === "json");
  const isOther = content.length > 0 && !hasJson && !content.some(isStream);
  const isLast = ({ codec }: Media): boolean => codec === "xml" && hasJson;
  const types = content.filter((media) => !isLast(media)).map(({ type }) => type);
  const last = content.filter(isLast).map(({ type }) => `${type};q=0.5`);
  const any = isOther && !types.includes("*/*") ? ["*/*;q=0.1"] : [];
  // A service that sends lines of JSON as JSON, as Kubernetes does, answers 406 where only their own type is accepted.
  const hasLines = !hasJson && content.some(({ codec }) => codec === "json-lines");
  const asJson = hasLines ? ["application/json;q=0.1"] : [];
  return [...new Set([...types, ...last, ...any, ...asJson])].join(", ");
}

function deprecatedCode({ deprecation }: Operation): Code {
  return deprecation?.sunset === undefined
    ? code`{}`
    : code`{ sunset: ${str(deprecation.sunset)} }`;
}
