import {
  type Code,
  code,
  doc,
  empty,
  exportsOf,
  join,
  name,
  object,
  str,
  use,
} from "../../emit/code.js";
import type { OutputFile } from "../../emit/file.js";
import { escapeToken, parsePointer } from "../../common/pointers.js";
import { withCallbacks } from "../../model/operations.js";
import { type Naming, namingOf, parameterName } from "../../model/passes/camel-case.js";
import { wayInCode } from "../../model/passes/renamed-model.js";
import { isSuccess } from "../../model/replies.js";
import type { ApiModel, Callback, Operation } from "../../model/types.js";
import { apiTitle, operationDoc } from "../operation-docs.js";
import { namedReplies, namesCode, statusKey } from "../names.js";
import { isOptionalRequest, receivedName } from "../requests.js";
import { bodyCode } from "./bodies.js";
import { bindingsOf, headersCode, isChosen, outgoingFunction, searchCode } from "./parameters.js";

const runtime = exportsOf("./runtime/client/webhooks/webhooks.js");

interface Sent {
  readonly operation: Operation;
  /** The operation that a callback belongs to, and where it says that the callback goes. */
  readonly from: { readonly operation: Operation; readonly callback: Callback } | undefined;
}

/** `webhook-sender.ts`: a function for each webhook and callback of the API, which calls its users with them. */
export function webhooksFile(model: ApiModel): readonly OutputFile[] {
  const sent = sentOperations(model);
  if (sent.length === 0) return [];
  const api = model.name;
  const sender = name(`${api}Webhooks`);
  const options = runtime("WebhookOptions", "type");
  const members = sent.map(
    (one) => code`${operationDoc(one.operation, `${api}Webhooks`)}${memberType(one)};`,
  );
  return [
    {
      path: "webhook-sender.ts",
      code: code`${doc(`Sends the webhooks and callbacks of ${apiTitle(model)} to their subscribers.`)}export interface ${sender} {
${join(members, "\n\n")}
}

${doc("Signs each message according to Standard Webhooks, and retries it with the same id.")}export function ${name(`create${api}Webhooks`)}(options: ${options}): ${sender} {
const sender = ${runtime("createWebhookSender")}(options);
return {
${join(sent.map(memberCode), "\n")}
};
}`,
    },
  ];
}

function sentOperations({ operations }: ApiModel): readonly Sent[] {
  const webhooks = operations.filter(({ kind }) => kind === "webhook");
  const callbacks = withCallbacks(operations).flatMap((operation) =>
    operation.callbacks.flatMap((callback) =>
      callback.operations.map((one) => ({ operation: one, from: { operation, callback } })),
    ),
  );
  return [...webhooks.map((operation) => ({ operation, from: undefined })), ...callbacks];
}

function memberType({ operation, from }: Sent): Code {
  const { request, reply, method } = operation.names;
  const call = use("Call", "./runtime/client/client.js", "type");
  const parameters = [
    ...(from ? [code`call: ${calledType(from.operation)}`] : []),
    code`request${isOptionalRequest(operation) ? code`?` : empty}: ${use(request, "./types.js", "type")}`,
    code`options?: ${use("CallOptions", "./runtime/client/options.js", "type")}`,
  ];
  return code`${name(method)}(${join(parameters, ", ")}): ${call}<${use(reply, "./types.js", "type")}>`;
}

/** The call that a callback belongs to: its request, and what was replied where the address is in that. */
function calledType(operation: Operation): Code {
  const called = use("CalledBack", "./runtime/client/webhooks/callback-address.js", "type");
  return code`${called} & { readonly request: ${use(receivedName(operation), "./types.js", "type")} }`;
}

function memberCode({ operation, from }: Sent): Code {
  const taken = bindingsOf(operation);
  const optional = isOptionalRequest(operation) ? code` = {}` : empty;
  const request = isChosen(operation)
    ? code`request${optional}`
    : taken.length > 0
      ? code`{ ${join(taken, ", ")} }${optional}`
      : code`_request`;
  const address = from
    ? code`() => ${use("callbackAddress", "./runtime/client/webhooks/callback-address.js")}(${str(inNames(from.callback.expression, from.operation))}, call)`
    : code`undefined`;
  const bound = outgoingFunction(operation, code`url`, outgoingCode(operation));
  return code`${name(operation.names.method)}: (${from ? code`call, ` : empty}${request}, options) => sender.send(${str(operation.id)}, ${address}, ${bound}, options),`;
}

/** Replies are read as JSON, and not checked. */
function readingOf(operation: Operation): readonly Code[] {
  if (!namedReplies(operation)) return [];
  const receive = (word: string): Code => use(word, "./runtime/client/replies/receive.js");
  const naming = use("naming", "./runtime/client/replies/names.js");
  const replies = operation.replies.map((reply) => {
    const names = namesCode(reply);
    const read = receive("jsonOrText");
    const body = names ? code`(reply) => ${naming}(reply, ${names}, ${read})` : read;
    return [statusKey(reply), code`{ headers: {}, body: ${body} }`] as const;
  });
  return [code`replies: ${object(replies)}`, code`read: ${receive("readReply")}`];
}

/** The expression for the address of a callback, by what the request and the reply have in code. */
function inNames(expression: string, operation: Operation): string {
  const whole = expression.startsWith("$") ? `{${expression}}` : expression;
  const called = whole.replace(
    /\{\$(request|response)\.(body#|header\.|query\.|path\.)([^{}]*)\}/g,
    (_, side: string, place: string, name: string) =>
      `{$${side}.${place}${side === "request" ? sentName(operation, place, name) : givenName(operation, place, name)}}`,
  );
  return called === whole ? expression : called;
}

function sentName(operation: Operation, place: string, name: string): string {
  if (place === "body#") return pointerInCode(name, namingOf(operation)?.inside.get("body"));
  const parameter = operation.parameters.find(
    (one) =>
      one.in === place.slice(0, -1) &&
      (one.name === name || (one.in === "header" && one.name.toLowerCase() === name.toLowerCase())),
  );
  return parameter ? parameterName(operation, parameter) : name;
}

/** Of replies, the first good one is meant. */
function givenName({ replies }: Operation, place: string, name: string): string {
  const reply = replies.find(({ match }) => isSuccess(match));
  return place === "body#" && reply ? pointerInCode(name, namingOf(reply)) : name;
}

function pointerInCode(pointer: string, naming: Naming | undefined): string {
  const called = wayInCode(parsePointer(pointer) ?? [], naming);
  return called.map((name) => `/${escapeToken(name)}`).join("");
}

function outgoingCode(operation: Operation): Code {
  const { body } = operation;
  const search = searchCode(operation);
  const fields = headersCode(operation);
  const members = [
    code`operation: ${str(operation.id)}`,
    code`method: ${str(operation.method)}`,
    search.length > 0 ? code`url: ${runtime("withQuery")}(url, ${join(search, " + ")})` : code`url`,
    ...(fields ? [code`fields: ${fields}`] : []),
    ...(body && body.content.length > 0 ? [bodyCode(body)] : []),
    ...readingOf(operation),
  ];
  return code`{\n${join(members, ", ")}\n}`;
}
