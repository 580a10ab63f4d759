import { type Code, code, doc, empty, join, local, name, property, use } from "../../emit/code.js";
import type { OutputFile } from "../../emit/file.js";
import { partPath, sharedPart } from "../../emit/split.js";
import { loadTemplate } from "../../emit/template.js";
import { camelCase, pascalCase } from "../../model/names/naming.js";
import type { ApiModel, NamedReply, Operation } from "../../model/types.js";
import type { EmitOptions } from "../emitter.js";
import { groupsOf } from "../groups.js";
import { tagPartsOf } from "../parts.js";
import { templateFile } from "../template-file.js";
import type { ClientContext } from "./operations.js";
import { pagedFunction } from "./pages.js";
import {
  type ReadingView,
  hasLimitsOnly,
  membersOf,
  rateLimitReader,
  replyCode,
  sharedWord,
} from "./replies.js";
import { operationNames } from "../../model/operations.js";

const file = "client.ts";

/** The type of a reply that operations share. */
export const replyReader: Code = use("ReplyReader", "./runtime/client/operation.js", "type");

/** An operation as templates get it. */
export interface View {
  readonly operation: Operation;
  readonly reading: ReadingView;
  readonly view: object;
}

/** Local names in the functions of operations. */
export const partNames: Readonly<Record<"paged" | "Sender" | "call" | "request" | "sender", Code>> =
  {
    paged: pagedFunction,
    Sender: use("Sender", "./runtime/client/client.js", "type"),
    call: local("call"),
    request: local("request"),
    sender: local("sender"),
  };

/** A constant that the parts of a client share. */
export function sharedConstant(word: string): Code {
  return use(word, moduleOf(sharedPart));
}

/** True with replies whose headers are the figures of the rate limit and no more. */
export function usesRateLimit(views: readonly View[], { limits }: ClientContext): boolean {
  return views.some(
    ({ reading }) =>
      reading.isLimited || reading.replies.some((reply) => hasLimitsOnly(reply, limits)),
  );
}

/** The constants for replies that several operations share, each once. */
export function sharedReplies(
  views: readonly View[],
  context: ClientContext,
): readonly { readonly name: Code; readonly reader: Code }[] {
  const found = new Map<NamedReply, { readonly name: Code; readonly reader: Code }>();
  for (const { operation, reading } of views)
    for (const reply of reading.replies)
      if (reply.shared && !found.has(reply.shared))
        found.set(reply.shared, {
          name: context.constant(sharedWord(reply.shared)),
          reader: replyCode(operation, reply, context),
        });
  return [...found.values()];
}

interface ClientPart {
  readonly type: Code;
  readonly bind: Code;
  readonly operations: readonly Operation[];
  readonly file: OutputFile;
}

/** The operations of each tag in a file of their own, and what `client.ts` has instead of them. */
export function clientParts(
  views: readonly View[],
  context: ClientContext,
  options: EmitOptions,
): {
  readonly view: object;
  readonly exports: NonNullable<OutputFile["exports"]>;
  readonly files: readonly OutputFile[];
} {
  const { groups, shortNames } = context.parts;
  const all = groups
    ? groupsOf(
        views.map(({ operation }) => operation),
        shortNames,
      )
    : [];
  const members = new Map(all.flatMap((group) => [...group.members]));
  const parts = partsOf(views, members, context, options);
  const grouped = all.map((group) => {
    const own = parts.filter(({ operations }) => operations.some((one) => group.members.has(one)));
    const bound = own.map(({ bind }) => code`${bind}(${partNames.sender})`);
    return {
      parts: own,
      doc: doc(`Operations with the tag \`${group.tag}\`.`),
      name: property(group.name),
      type: join(
        own.map(({ type }) => type),
        " & ",
      ),
      value:
        bound.length === 1
          ? bound
          : code`{ ${join(
              bound.map((one) => code`...${one}`),
              ", ",
            )} }`,
    };
  });
  const ungrouped = groups
    ? parts.filter(({ operations }) => operations.every(({ tags }) => tags.length === 0))
    : parts;
  const bases = ungrouped.map(({ type }) => type);
  return {
    view: {
      heritage: bases.length > 0 ? code` extends ${join(bases, ", ")}` : empty,
      groups: grouped,
      parts: ungrouped,
      operations: [],
      ungrouped: [],
      rateLimit: undefined,
      sharedReplies: [],
    },
    exports: parts.map((part) => ({
      from: `./${part.file.path.replace(/\.ts$/, ".js")}`,
      names: part.operations.map(({ names }) => name(names.method)),
    })),
    files: [...sharedFile(views, context), ...parts.map((part) => part.file)],
  };
}

function partsOf(
  views: readonly View[],
  members: ReadonlyMap<Operation, string>,
  { model }: ClientContext,
  { templates }: EmitOptions,
): readonly ClientPart[] {
  const render = loadTemplate(templateFile("client-part", templates));
  const known = new Map(views.map((one) => [one.operation, one.view]));
  const taken = new Set(views.map(({ operation: { names } }) => String(names.method)));
  const free = (word: string): string => {
    if (taken.has(word)) return free(`${word}_`);
    taken.add(word);
    return word;
  };
  return tagPartsOf(model.operations).flatMap((part): readonly ClientPart[] => {
    const operations = part.operations.filter((one) => known.has(one));
    if (operations.length === 0) return [];
    const bind = free(`${camelCase(part.file)}Operations`);
    const type = free(`${pascalCase(part.file)}Operations`);
    const about = part.tag === undefined ? "without a tag" : `with the tag \`${part.tag}\``;
    const written = render({
      operations: operations.map((one) => {
        const member = members.get(one);
        return { ...known.get(one), ...(member !== undefined && { member: property(member) }) };
      }),
      doc: doc(`The operations ${about}.`),
      type: name(type),
      bind: name(bind),
      lib: partNames,
    });
    const from = moduleOf(part.file);
    return [
      {
        type: use(type, from, "type"),
        bind: use(bind, from),
        operations,
        file: partFile(part.file, written),
      },
    ];
  });
}

/** `client/shared.ts`; not there when operations have no constants in common. */
function sharedFile(views: readonly View[], context: ClientContext): readonly OutputFile[] {
  const own = { ...context, constant: name };
  const readers = use("HeaderReaders", "./runtime/client/operation.js", "type");
  const constants = [
    ...(usesRateLimit(views, context)
      ? [
          code`export const ${rateLimitReader(own)}: ${readers} = { ${membersOf(context.figures)} };`,
        ]
      : []),
    ...sharedReplies(views, own).map(
      (one) => code`export const ${one.name}: ${replyReader} = ${one.reader};`,
    ),
  ];
  return constants.length > 0 ? [partFile(sharedPart, join(constants, "\n\n"))] : [];
}

function partFile(part: string, written: Code): OutputFile {
  return { path: partPath(file, part), code: written, locate: (from) => from };
}

function moduleOf(part: string): string {
  return `./${partPath(file, part).replace(/\.ts$/, ".js")}`;
}

const errors = "ApiError ConnectionError RateLimitError TimeoutError UnexpectedResponse";

/** `index.ts`: what apps import. Not validators and the server, which an editor would load for every app. */
export function indexFile(model: ApiModel): OutputFile {
  const taken = new Set<string>([
    ...model.schemas.map((schema) => schema.name),
    ...model.replies.map((reply) => reply.name),
    ...model.operations.flatMap(({ names }) => operationNames(names)),
  ]);
  /** A name of the description's stays, and that of the runtime gets the API's in front. */
  const exported = (of: string, isType = false): Code => {
    const own = taken.has(of) ? code` as ${name(`${model.name}${of}`)}` : empty;
    return code`${isType ? code`type ` : empty}${name(of)}${own}`;
  };
  return {
    path: "index.ts",
    code: empty,
    exports: [
      { from: "./client.js" },
      {
        from: "./runtime/client/errors.js",
        names: [
          ...errors.split(" ").map((one) => exported(one)),
          exported("CallError", true),
          exported("ErrorOf", true),
        ],
      },
      { from: "./runtime/client/client.js", names: [exported("Call", true)] },
      { from: "./runtime/client/options.js", names: [exported("CallOptions", true)] },
      { from: "./types.js" },
    ],
  };
}
