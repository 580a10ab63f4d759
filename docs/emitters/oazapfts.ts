import { type Code, type Operation, code, defineEmitter } from "specsmith";
import { identifier, join, name, property, requestName, str, use } from "specsmith";

/** True for `argumentStyle: "object"`; else what is required stands in a row, and the rest in an object. */
const inObject = false as boolean;

/** `oazapfts.ts`: functions with the names and arguments that they have with oazapfts, and its `defaults`. */
export default defineEmitter({
  name: "oazapfts",
  needs: ["client"],
  emit({ operations: all }) {
    const operations = all.filter(({ kind }) => kind === "path"); // without webhooks
    const first = operations.some((one) => fileOf(one) !== undefined) ? [head, blobOf] : [head];
    return [{ path: "oazapfts.ts", code: join([...first, ...operations.map(callOf)], "\n\n") }];
  },
});

const callOptions = use("CallOptions", "./runtime/client/options.js", "type");

const head = code`/** They may be changed at any time, and apply to all calls. */
export const defaults: {
  baseUrl?: string | undefined;
  headers?: Record<string, string>;
  fetch?: typeof globalThis.fetch;
} = {};

function optionsOf(call: ${callOptions} = {}): ${callOptions} {
  return { ...defaults, ...call, headers: { ...defaults.headers, ...call.headers } };
}`;

const blobOf = code`async function blobOf(bytes: PromiseLike<Uint8Array>, type: string): Promise<Blob> {
  return new Blob([(await bytes) as BlobPart], { type });
}`;

/** The media type of a success that has bytes. */
function fileOf({ replies }: Operation): string | undefined {
  const all = replies.filter(({ match }) => match.kind === "exact" && match.status < 300);
  const content = all.flatMap((one) => one.content);
  return content.every(({ codec }) => codec === "binary") ? content[0]?.type : undefined;
}

interface Argument {
  readonly place: string;
  /** The member of the request's part; undefined for the body. */
  readonly of: string | undefined;
  readonly called: string;
  readonly type: Code;
  readonly isNeeded: boolean;
}

/** `getPet(petId, { fields } = {}, call)`. */
function callOf(operation: Operation): Code {
  const { names, parameters } = operation;
  const request = use(names.request, "./types.js", "type");
  const places = { path: "path", query: "query", header: "headers", cookie: "cookies" } as const;
  const given = parameters.flatMap((one): Argument[] => {
    if (one.in === "querystring") return [];
    const place = places[one.in];
    const of = requestName(operation, place, one.name);
    const type = code`NonNullable<${request}[${str(place)}]>[${str(of)}]`;
    return [{ place, of, called: argument(one.name), type, isNeeded: one.required }];
  });
  const body = bodyOf(operation, request);
  const optional = given.filter((one) => !one.isNeeded);
  const row = [...given.filter((one) => one.isNeeded), ...body];
  const taken = inObject
    ? [objectOf([...given, ...body])]
    : [...row.map(typed), objectOf(optional)];
  const all = [...given, ...body];
  const sent = [...new Set(all.map(({ place }) => place))].map((place) => {
    const own = all.filter((one) => one.place === place);
    const members = own.map(({ of, called }) => code`${property(of ?? "")}: ${name(called)}`);
    const [whole] = own;
    return whole?.of === undefined
      ? code`body: ${name(whole?.called ?? place)}`
      : code`${property(place)}: { ${join(members, ", ")} }`;
  });
  const parts = sent.length > 0 ? code`{ ${join(sent, ", ")} } as ${request}` : code`undefined`;
  const args = [...taken.filter((one) => one !== undefined), code`call?: ${callOptions}`];
  const called = code`${use("client", "../client.js")}[${str(names.method)}](${parts}, optionsOf(call))`;
  const file = fileOf(operation);
  return code`export function ${name(names.method)}(${join(args, ", ")}) {
  return ${file === undefined ? called : code`blobOf(${called}, ${str(file)})`};
}`;
}

/** Its name is that of the schema, if that has one of its own. */
function bodyOf({ body }: Operation, request: Code): Argument[] {
  const [media] = body?.content ?? [];
  if (!body || !media) return [];
  const called = argument(media.schema?.name ?? "body");
  const type = code`NonNullable<${request}["body"]>`;
  return [{ place: "body", of: undefined, called, type, isNeeded: body.required }];
}

function typed({ called, type, isNeeded }: Argument): Code {
  return code`${name(called)}${isNeeded ? code`` : code`?`}: ${type}`;
}

function objectOf(all: readonly Argument[]): Code | undefined {
  if (all.length === 0) return undefined;
  const names = all.map(({ called }) => name(called));
  const initial = inObject ? code`` : code` = {}`;
  return code`{ ${join(names, ", ")} }: { ${join(all.map(typed), "; ")} }${initial}`;
}

/** Words of TypeScript that may be names, but get a `$` too. */
const words = new Set(
  "abstract any as async await boolean declare from get global is module namespace number object of out override readonly require set string symbol type unique unknown using".split(
    " ",
  ),
);

/** In camelCase: `pageSize`, `$type`. */
function argument(text: string): string {
  const [first = "", ...others] = text.match(/[A-Za-z\d$]+/g) ?? [];
  const upper = others.map((one) => one.charAt(0).toUpperCase() + one.slice(1));
  const called = first.charAt(0).toLowerCase() + first.slice(1) + upper.join("");
  if (words.has(called)) return `$${called}`;
  try {
    return identifier(called);
  } catch {
    return `$${called}`;
  }
}
