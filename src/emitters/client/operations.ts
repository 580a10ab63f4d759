import { groupBy } from "../../common/collections.js";
import {
  type Code,
  code,
  empty,
  join,
  name,
  property,
  sealed,
  str,
  use,
  variable,
} from "../../emit/code.js";
import { mayStream } from "../../model/media.js";
import { isStream } from "../../model/walks/items.js";
import type { ApiModel, Media, Operation } from "../../model/types.js";
import { isOptionalRequest, ownAddress } from "../requests.js";
import { operationDoc, operationLine } from "../operation-docs.js";
import { bodyCode } from "./bodies.js";
import { securityCode } from "./credentials.js";
import { pagedView } from "./pages.js";
import {
  bindingsOf,
  headersCode,
  isChosen,
  outgoingFunction,
  sendsCookies,
  urlCode,
} from "./parameters.js";
import { type ReadingView, type ReplyContext, canStream } from "./replies.js";
import { defaultAddress } from "./servers.js";
import { callOptionTypes, type ClientParts, runtime } from "./options.js";

export interface ClientContext extends ReplyContext {
  readonly model: ApiModel;
  readonly parts: ClientParts;
  /** True where each operation needs the same one credential, so that none has to say which. */
  readonly isSignedAlike: boolean;
  /** What operations need that do not say it. */
  readonly usualSecurity: Operation["security"];
}

/** By operationId; one that is derived may be that of another operation, too. */
export function repliesById(operations: readonly Operation[]): readonly object[] {
  return [...groupBy(operations, ({ id }) => id)].map(([id, same]) => ({
    id: property(id),
    reply: join(
      same.map(({ names }) => use(names.reply, "./types.js", "type")),
      " | ",
    ),
  }));
}

export function operationView(
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
  // Before the body, whose own choice of a `fetch` refuses cookies, too.
  if (sendsCookies(operation) && !endsInRedirect(operation))
    members.push(fetchHere("fetchWithCookies"));
  if (body && body.content.length > 0) members.push(bodyCode(body));
  if (endsInRedirect(operation)) members.push(code`redirect: "manual"`, fetchHere("fetchRedirect"));
  else if (sendsFile(operation) && declaresRedirect(operation))
    members.push(code`redirect: "follow"`);
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
function fetchHere(platform: string): Code {
  return code`fetchHere: ${use(platform, "./runtime/client/platform.js")}`;
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
