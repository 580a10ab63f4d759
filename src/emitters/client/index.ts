import {
  type Code,
  code,
  doc,
  empty,
  join,
  name,
  property,
  sealed,
  str,
  use,
} from "../../emit/code.js";
import { loadTemplate } from "../../emit/template.js";
import { localName } from "../../model/naming.js";
import type { ApiModel, Operation } from "../../model/types.js";
import type { ClientParts, EmitContext, Emitter } from "../emitter.js";
import { apiTitle, operationDoc } from "../operation-docs.js";
import { type Memory, remembering } from "../memory.js";
import { limitsAsKnown, rateLimitHeaders } from "../rate-limits.js";
import { isOptionalRequest, placeName, requestGroups } from "../requests.js";
import { templateFile } from "../template-file.js";
import { bodyCode } from "./bodies.js";
import { credentialView, onlyScheme, securityCode, signerCode } from "./credentials.js";
import { headersCode, urlCode } from "./parameters.js";
import {
  type ReplyContext,
  headerReaders,
  hasLimitsOnly,
  rateLimitReader,
  canStream,
  repliesCode,
  replyCode,
  sharedReader,
} from "./replies.js";
import { defaultAddress, serverView } from "./servers.js";
import { tokenViews } from "./tokens.js";

const runtime = (value: string, kind: "type" | "value" = "value"): Code =>
  use(value, "./runtime/client.js", kind);

const everyPart: ClientParts = { retries: true, checks: true, hooks: true, groups: false };

/** What all operations of a client have in common. */
interface ClientContext extends ReplyContext {
  readonly model: ApiModel;
  readonly parts: ClientParts;
  /** Whether each operation needs the same one credential, so that none has to say which. */
  readonly isSignedAlike: boolean;
}

/** `client.ts`. */
export const client: Emitter = {
  name: "client",
  purpose: "A function for each operation, and a client that binds them all.",
  needs: ["types", "validators"],
  emit(model, context) {
    const operations = model.operations.filter(({ kind }) => kind === "path");
    for (const operation of operations) warnOf(operation, context);
    const render = loadTemplate(templateFile("client", context.options.templates));
    const parts = { ...everyPart, ...context.options.client };
    const view = viewOf(model, operations, parts, context.memory);
    return [{ path: "client.ts", owner: "generator", code: render(view) }];
  },
};

function viewOf(
  model: ApiModel,
  operations: readonly Operation[],
  parts: ClientParts,
  memory: Memory | undefined,
): object {
  const api = model.name;
  const limits = rateLimitHeaders(model);
  const url = defaultAddress(model.servers);
  const schemes = model.security.filter(({ kind }) => kind !== "mutualTls");
  const context: ClientContext = {
    model,
    parts,
    limits,
    checks: parts.checks,
    isSignedAlike: onlyScheme(operations) !== undefined,
  };
  const shared = new Map(
    operations.flatMap((operation) =>
      operation.replies.flatMap((reply) =>
        reply.shared ? [[reply.shared, replyCode(operation, reply, context)] as const] : [],
      ),
    ),
  );
  const owner = parts.groups ? undefined : `${api}Client`;
  const viewFor = remembering(
    memory,
    "client's view of an operation",
    [owner, context.isSignedAlike, JSON.stringify(parts), model.servers, ...limitsAsKnown(limits)],
    (operation: Operation) => operationView(operation, owner, context),
  );
  const views = operations.map((operation) => ({ operation, view: viewFor(operation) }));
  return {
    servers: model.servers.map(serverView),
    serversName: name(`${localName(api, "api")}Servers`),
    options: name(`${api}ClientOptions`),
    optionsDoc: doc(`Where ${apiTitle(model)} is, and how it is called.`),
    clientOptions: optionTypes(parts),
    baseUrlDoc: doc(
      url === undefined
        ? "The address of the service, with the path that all operations have in common."
        : `The address of the service; \`${url}\` when left out.`,
    ),
    hasDefaultUrl: url !== undefined,
    defaultUrl: url === undefined ? empty : str(url),
    credentials: schemes.map((scheme) => credentialView(scheme, operations)),
    signer: signerCode(schemes, operations),
    parts: partCalls(parts),
    tokens: tokenViews(schemes),
    tokensName: name(`${localName(api, "api")}Tokens`),
    createSender: name(`create${api}Sender`),
    createClient: name(`create${api}Client`),
    createDoc: doc(`A client for ${apiTitle(model)}.`),
    client: name(`${api}Client`),
    clientDoc: doc(`All operations of ${apiTitle(model)}.`),
    operations: views.map(({ view }) => view),
    ...(parts.groups
      ? groupViews(views)
      : { groups: [], ungrouped: views.map(({ view }) => view) }),
    rateLimit: operations.some(({ replies }) =>
      replies.some((reply) => hasLimitsOnly(reply, limits)),
    )
      ? {
          name: rateLimitReader,
          readers: headerReaders([...(limits?.headers.values() ?? [])], context),
        }
      : undefined,
    sharedReplies: [...shared].map(([reply, reader]) => ({ name: sharedReader(reply), reader })),
    lib: {
      Call: runtime("Call", "type"),
      ClientOperation: runtime("ClientOperation", "type"),
      ReplyReader: runtime("ReplyReader", "type"),
      Sender: runtime("Sender", "type"),
      BodyReader: use("BodyReader", "./runtime/operation.js", "type"),
      binary: use("binary", "./runtime/binary.js"),
      createSender: runtime("createSender"),
    },
  };
}

/** `ClientOptions`, or the options of the parts that the client has. */
function optionTypes({ retries, checks, hooks }: ClientParts): Code {
  if (retries && checks && hooks) return runtime("ClientOptions", "type");
  const option = (type: string): Code => use(type, "./runtime/options.js", "type");
  return join(
    [
      option("PlainClientOptions"),
      ...(retries ? [option("RetryOptions")] : []),
      ...(checks ? [option("CheckOptions")] : []),
      ...(hooks ? [option("HookOptions")] : []),
    ],
    ", ",
  );
}

function partCalls({ retries, checks, hooks }: ClientParts): readonly { readonly part: Code }[] {
  return [
    ...(retries ? [use("waitOut", "./runtime/retry.js")] : []),
    ...(checks ? [use("checkReplies", "./runtime/checks.js")] : []),
    ...(hooks ? [use("callHooks", "./runtime/hooks.js")] : []),
  ].map((part) => ({ part: code`${part}(options)` }));
}

interface View {
  readonly operation: Operation;
  readonly view: object;
}

/** Operations by their first tag; tags of one name in code are one group. */
function groupViews(views: readonly View[]): object {
  const ungrouped = views.filter(({ operation }) => operation.tags.length === 0);
  const taken = new Set(ungrouped.map(({ operation }) => String(operation.names.method)));
  const groups = new Map<
    string,
    { readonly tag: string; readonly operations: readonly object[] }
  >();
  for (const { operation, view } of views) {
    const [tag] = operation.tags;
    if (tag === undefined) continue;
    const plain = localName(tag, "others");
    const group = taken.has(plain) ? `${plain}Operations` : plain;
    const known = groups.get(group)?.operations ?? [];
    groups.set(group, { tag, operations: [...known, view] });
  }
  return {
    groups: [...groups].map(([group, { tag, operations }]) => ({
      doc: doc(`The operations with the tag \`${tag}\`.`),
      name: property(group),
      operations,
    })),
    ungrouped: ungrouped.map(({ view }) => view),
  };
}

function operationView(
  operation: Operation,
  owner: string | undefined,
  context: ClientContext,
): object {
  const request = use(operation.names.request, "./types.js", "type");
  const isOptional = isOptionalRequest(operation);
  const type = context.parts.retries ? "CallOptions" : "PlainCallOptions";
  const isBinary = canStream(operation);
  const callOptions = code`call?: ${isBinary ? code`Options` : runtime(type, "type")}`;
  const reply = use(operation.names.reply, "./types.js", "type");
  const binary = (value: string): Code => use(value, "./runtime/binary.js", "type");
  return {
    doc: operationDoc(operation),
    memberDoc: operationDoc(operation, owner),
    method: name(operation.names.method),
    operation: name(`${operation.names.method}Operation`),
    request,
    isBinary,
    generics: isBinary
      ? code`<Options extends ${runtime(type, "type")} & ${binary("BinaryOptions")}>`
      : empty,
    reply: isBinary ? code`${binary("BinaryReply")}<${reply}, Options>` : reply,
    parameters: code`client: ${runtime("Sender", "type")}, request: ${request}${isOptional ? code` = {}` : empty}, ${callOptions}`,
    memberParameters: code`request${isOptional ? code`?` : empty}: ${request}, ${callOptions}`,
    description: sealed(descriptionCode(operation, context)),
  };
}

function descriptionCode(operation: Operation, context: ClientContext): Code {
  const own = ownAddress(operation, context.model);
  const base = own === undefined ? code`base` : code`_base`;
  const request = pattern(operation, ["path", "query"]);
  const parameters = request ? code`${base}, ${request}` : own === undefined ? base : empty;
  const members: Code[] = [
    code`id: ${str(operation.id)}`,
    code`method: ${str(operation.method)}`,
    code`url: (${parameters}) => ${urlCode(operation, own ?? base)}`,
  ];
  const headers = headersCode(operation);
  if (headers)
    members.push(
      code`headers: (${pattern(operation, ["headers", "cookies"]) ?? empty}) => (${headers})`,
    );
  if (operation.body && operation.body.content.length > 0)
    members.push(code`body: ${bodyCode(operation.body)}`);
  const accept = acceptOf(operation);
  if (accept !== "") members.push(code`accept: ${str(accept)}`);
  const security = context.isSignedAlike ? undefined : securityCode(operation.security);
  if (security) members.push(code`security: ${security}`);
  if (operation.deprecation && context.parts.hooks)
    members.push(code`deprecated: ${deprecatedCode(operation)}`);
  members.push(code`replies: ${repliesCode(operation, context)}`);
  return code`{\n${join(members, ", ")}\n}`;
}

/** `{ path, query = {} }`: the groups of a request that have a parameter which is sent. */
function pattern(operation: Operation, places: readonly string[]): Code | undefined {
  const groups = requestGroups(operation).filter(({ place }) => places.includes(place));
  const bindings = groups.map(({ place, required, whole }) =>
    required || whole ? placeName(place) : code`${placeName(place)} = {}`,
  );
  return bindings.length > 0 ? code`{ ${join(bindings, ", ")} }` : undefined;
}

/** The address of an operation that is served elsewhere than the others. */
function ownAddress({ servers }: Operation, model: ApiModel): string | undefined {
  return servers === model.servers ? undefined : defaultAddress(servers)?.replace(/\/+$/, "");
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
  for (const media of [
    ...(operation.body?.content ?? []),
    ...operation.replies.flatMap(({ content }) => content),
  ])
    if (media.codec === "xml")
      diagnostics.report("media-as-text", media.source, { type: media.type });
  for (const callback of operation.callbacks)
    report(`the callback ${callback.name}`, callback.source);
}
