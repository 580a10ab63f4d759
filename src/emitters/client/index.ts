import { code, doc, empty, local, name, property, str, use } from "../../emit/code.js";
import { loadTemplate } from "../../emit/template.js";
import { isJsonText } from "../../model/media.js";
import { isStream } from "../../model/walks/items.js";
import { constantName } from "../../model/names/naming.js";
import type { ApiModel, Operation } from "../../model/types.js";
import { usualSecurity } from "../requests.js";
import type { Emitter } from "../emitter.js";
import { groupsOf } from "../groups.js";
import { apiTitle } from "../operation-docs.js";
import { rateLimitHeaders } from "../rate-limits.js";
import { templateFile } from "../template-file.js";
import { Expectations, type OwnedCheck, replyBody } from "../validators/index.js";
import { credentialView, onlyScheme, signerCode } from "./credentials.js";
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
import { figureReaders, membersOf, rateLimitReader, readingView, usualReader } from "./replies.js";
import { defaultAddress, serverView } from "./servers.js";
import { tokenViews } from "./tokens.js";
import { webhooksFile } from "./webhooks.js";
import { type ClientParts, extensionOf, optionTypes, runtime } from "./options.js";
import { type ClientContext, operationView, repliesById } from "./operations.js";

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
