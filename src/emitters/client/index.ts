import { type Code, code, doc, empty, join, name, property, str, use } from "../../emit/code.js";
import { loadTemplate } from "../../emit/template.js";
import { localName } from "../../model/naming.js";
import type { ApiModel, Operation } from "../../model/types.js";
import type { EmitContext, Emitter } from "../emitter.js";
import { apiTitle, operationDoc } from "../operation-docs.js";
import { type RateLimitHeaders, rateLimitHeaders } from "../rate-limits.js";
import { type RequestGroup, isOptionalRequest, placeName, requestGroups } from "../requests.js";
import { templateFile } from "../template-file.js";
import { bodyCode } from "./bodies.js";
import { credentialView, securityCode } from "./credentials.js";
import { cookiePart, headerPart, pathCode, queryPart } from "./parameters.js";
import { headerReaders, rateLimitReader, repliesCode, replyCode, sharedReader } from "./replies.js";
import { defaultAddress, serverView } from "./servers.js";

const runtime = (value: string, kind: "type" | "value" = "value"): Code =>
  use(value, "./runtime/client.js", kind);

/** `client.ts`. */
export const client: Emitter = {
  name: "client",
  purpose: "A function for each operation, and a client that binds them all.",
  needs: ["types", "validators"],
  emit(model, context) {
    const operations = model.operations.filter(({ kind }) => kind === "path");
    for (const operation of operations) warnOf(operation, context);
    const render = loadTemplate(templateFile("client"));
    return [{ path: "client.ts", owner: "generator", code: render(viewOf(model, operations)) }];
  },
};

function viewOf(model: ApiModel, operations: readonly Operation[]): object {
  const api = model.name;
  const limits = rateLimitHeaders(model);
  const url = defaultAddress(model.servers);
  const shared = new Map(
    operations.flatMap((operation) =>
      operation.replies.flatMap((reply) =>
        reply.shared ? [[reply.shared, replyCode(operation, reply, limits)] as const] : [],
      ),
    ),
  );
  const schemes = model.security.filter(({ kind }) => kind !== "mutualTls");
  return {
    servers: model.servers.map(serverView),
    serversName: name(`${localName(api, "api")}Servers`),
    options: name(`${api}ClientOptions`),
    optionsDoc: doc(`Where ${apiTitle(model)} is, and how it is called.`),
    baseUrlDoc: doc(
      url === undefined
        ? "The address of the service, with the path that all operations have in common."
        : `The address of the service; \`${url}\` when left out.`,
    ),
    hasDefaultUrl: url !== undefined,
    defaultUrl: url === undefined ? empty : str(url),
    credentials: schemes.map((scheme) => credentialView(scheme, operations)),
    createSender: name(`create${api}Sender`),
    createClient: name(`create${api}Client`),
    createDoc: doc(`A client for ${apiTitle(model)}.`),
    client: name(`${api}Client`),
    clientDoc: doc(`All operations of ${apiTitle(model)}.`),
    operations: operations.map((operation) => operationView(operation, `${api}Client`, limits)),
    rateLimit: limits
      ? { name: rateLimitReader, readers: headerReaders([...limits.headers.values()]) }
      : undefined,
    sharedReplies: [...shared].map(([reply, reader]) => ({ name: sharedReader(reply), reader })),
    lib: {
      Call: runtime("Call", "type"),
      ClientOptions: runtime("ClientOptions", "type"),
      ReplyReader: runtime("ReplyReader", "type"),
      Sender: runtime("Sender", "type"),
      createSender: runtime("createSender"),
      waitOut: use("waitOut", "./runtime/retry.js"),
    },
  };
}

function operationView(
  operation: Operation,
  owner: string,
  limits: RateLimitHeaders | undefined,
): object {
  const request = use(operation.names.request, "./types.js", "type");
  const isOptional = isOptionalRequest(operation);
  const isUsed = sentGroups(operation).length > 0 || (operation.body?.content.length ?? 0) > 0;
  const callOptions = code`call?: ${runtime("CallOptions", "type")}`;
  return {
    doc: operationDoc(operation),
    memberDoc: operationDoc(operation, owner),
    method: name(operation.names.method),
    reply: use(operation.names.reply, "./types.js", "type"),
    parameters: code`client: ${runtime("Sender", "type")}, ${isUsed ? code`request` : code`_request`}: ${request}${isOptional ? code` = {}` : empty}, ${callOptions}`,
    memberParameters: code`request${isOptional ? code`?` : empty}: ${request}, ${callOptions}`,
    groups: join(groupBindings(operation), ", "),
    outgoing: outgoingCode(operation, limits),
  };
}

/** The groups that have a parameter which the client sends. */
function sentGroups(operation: Operation): readonly RequestGroup[] {
  return requestGroups(operation).filter(({ parameters }) =>
    parameters.some((parameter) => parameter.in !== "querystring"),
  );
}

function groupBindings(operation: Operation): Code[] {
  return sentGroups(operation).map(({ place, required }) =>
    required ? placeName(place) : code`${placeName(place)} = {}`,
  );
}

function outgoingCode(operation: Operation, limits: RateLimitHeaders | undefined): Code {
  const by = (place: string) => operation.parameters.filter((parameter) => parameter.in === place);
  const members: Code[] = [
    code`operation: ${str(operation.id)}`,
    code`method: ${str(operation.method)}`,
    code`path: ${pathCode(operation)}`,
  ];
  const query = by("query").map(queryPart);
  if (query.length > 0) members.push(code`query: [${join(query, ", ")}]`);
  const headers = by("header").map(
    (parameter) => code`${property(parameter.name)}: ${headerPart(parameter)}`,
  );
  if (headers.length > 0) members.push(code`headers: { ${join(headers, ", ")} }`);
  const cookies = by("cookie").map(cookiePart);
  if (cookies.length > 0) members.push(code`cookies: [${join(cookies, ", ")}]`);
  if (operation.body && operation.body.content.length > 0)
    members.push(code`body: ${bodyCode(operation.body)}`);
  const accept = acceptOf(operation);
  if (accept !== "") members.push(code`accept: ${str(accept)}`);
  const security = securityCode(operation.security);
  if (security) members.push(code`security: ${security}`);
  if (operation.deprecation) members.push(code`deprecated: ${deprecatedCode(operation)}`);
  members.push(code`replies: ${repliesCode(operation, limits)}`);
  return code`{\n${join(members, ", ")}\n}`;
}

function acceptOf({ replies }: Operation): string {
  return [...new Set(replies.flatMap(({ content }) => content.map(({ type }) => type)))].join(", ");
}

function deprecatedCode({ deprecation }: Operation): Code {
  return deprecation?.sunset === undefined
    ? code`{}`
    : code`{ sunset: ${str(deprecation.sunset)} }`;
}

/** What the client does not do yet is said once for each place. */
function warnOf(operation: Operation, { diagnostics }: EmitContext): void {
  const report = (what: string, source: Operation["source"]): void =>
    diagnostics.report("operation-not-emitted", source, { what, emitter: "client" });
  for (const parameter of operation.parameters)
    if (parameter.in === "querystring")
      report(`the parameter ${parameter.name} in the whole query string`, parameter.source);
  for (const media of [
    ...(operation.body?.content ?? []),
    ...operation.replies.flatMap(({ content }) => content),
  ])
    if (["events", "json-lines", "json-sequence", "xml"].includes(media.codec))
      diagnostics.report("media-as-text", media.source, { type: media.type });
  for (const callback of operation.callbacks)
    report(`the callback ${callback.name}`, callback.source);
}
