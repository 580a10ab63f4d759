import { type Code, type Operation, type RequestPart, code, defineEmitter } from "specsmith";
import { freeName, join, name, requestOf, requestParts, str, use } from "specsmith";

/** True for `argumentStyle: "object"`; else what is required stands in a row, and the rest in an object. */
const inObject = false as boolean;

/** True for `--optimistic`: a call gives the body, and throws for other statuses; else it gives `{ status, data, headers }`. */
const isOptimistic = true as boolean;

/** `oazapfts.ts`: functions with the names and arguments that they have with oazapfts, and its `defaults`. */
export default defineEmitter({
  name: "oazapfts",
  needs: ["client"],
  emit({ operations: all }) {
    const operations = all.filter(({ kind }) => kind === "path"); // without webhooks
    if (operations.length === 0) return [];
    const hasFile = operations.some((one) => fileOf(one) !== undefined);
    const first = isOptimistic ? (hasFile ? [head, blobOf] : [head]) : [head, resultOf];
    const taken = new Set(["defaults", "optionsOf", "blobOf", "resultOf"]);
    const unique = (plain: string) => {
      let called = plain;
      for (let count = 2; taken.has(called); count++) called = `${plain}${count}`;
      taken.add(called);
      return name(called);
    };
    const calls = operations.flatMap((operation) => {
      const id = operation.isNamed ? operation.id : "";
      const byPath = nameByPath(operation);
      const own = unique(isName(camel(id)) ? camel(id) : byPath);
      // Before version 7, an operation was called by its path if its id was more than words.
      const old = /[^\w\s]/.test(id) ? [code`export const ${unique(byPath)} = ${own};`] : [];
      return [callOf(operation, own), ...old];
    });
    return [{ path: "oazapfts.ts", code: join([...first, ...calls], "\n\n") }];
  },
});

function isName(text: string): boolean {
  return text !== "" && text === String(freeName(text, new Set()));
}

/** `getPetsByPetIdAndPhotoId`. */
function nameByPath({ method, template }: Operation): string {
  const path = template.replace(/\{(.+?)\}/, "by $1").replace(/\{(.+?)\}/, "and $1");
  return camel(`${method.toLowerCase()} ${path}`);
}

/** `getApiKeys` for `get_api-keys` and `getAPIKeys`. */
function camel(text: string): string {
  const words = text.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? [];
  const [first = "", ...others] = words.map((word) => word.toLowerCase());
  return first + others.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

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

const http = (one: string) => use(one, "./runtime/wire/http.js", "type");

const resultOf = code`type Result<R> = R extends ${http("AnyReply")}
  ? { status: R["status"]; data: ${http("BodyOf")}<R> extends Uint8Array ? Blob : ${http("BodyOf")}<R>; headers: Headers }
  : never;

async function resultOf<R extends ${http("AnyReply")}>(call: ${use("Call", "./runtime/client/client.js", "type")}<R, any>, type = "") {
  const { status, body, headers } = await call.reply();
  const data = body instanceof Uint8Array ? new Blob([body as BlobPart], { type }) : body;
  return { status, data, headers: new Headers(headers as Record<string, string>) } as Result<R>;
}`;

/** The media type of a success that has bytes. */
function fileOf({ replies }: Operation): string | undefined {
  const all = replies.filter(({ match }) => match.kind === "exact" && match.status < 300);
  const isFile = all.every(({ content: [media, ...others] }) => {
    return media?.codec === "binary" && others.length === 0;
  });
  return isFile ? all[0]?.content[0]?.type : undefined;
}

interface Argument {
  readonly part: RequestPart;
  readonly called: Code;
}

/** `getPet(petId, { fields } = {}, call)`. The argument of a body has the name of the schema, if that has one of its own. */
function callOf(operation: Operation, own: Code): Code {
  const { names, body } = operation;
  const taken = new Set(["call"]);
  const all = requestParts(operation).map((part): Argument => {
    const text = part.in === "body" ? (body?.content[0]?.schema?.name ?? "body") : part.name;
    return { part, called: name(argument(text, taken)) };
  });
  const row = [
    ...all.filter(({ part }) => part.in !== "body" && part.required),
    ...all.filter(({ part }) => part.in === "body"),
  ];
  const others = all.filter((one) => !row.includes(one));
  const taking = inObject ? [objectOf(all)] : [...row.map(typed), objectOf(others)];
  const options = code`call?: ${callOptions}`;
  const args = [...taking.filter((one) => one !== undefined), options];
  const request = requestOf(
    operation,
    all.map(({ part, called }) => [part, called] as const),
  );
  const called = code`${use("client", "../client.js")}[${str(names.method)}](${request}, optionsOf(call))`;
  const file = fileOf(operation);
  const given = file === undefined ? called : code`${called}, ${str(file)}`;
  const of = isOptimistic ? (file === undefined ? undefined : code`blobOf`) : code`resultOf`;
  return code`export function ${own}(${join(args, ", ")}) {
  return ${of ? code`${of}(${given})` : called};
}`;
}

function typed({ called, part }: Argument): Code {
  return code`${called}${part.required ? code`` : code`?`}: ${part.type}`;
}

function objectOf(all: readonly Argument[]): Code | undefined {
  if (all.length === 0) return undefined;
  const names = all.map(({ called }) => called);
  const initial = inObject ? code`` : code` = {}`;
  return code`{ ${join(names, ", ")} }: { ${join(all.map(typed), "; ")} }${initial}`;
}

/** Words of TypeScript that may be names, but get a `$` too. */
const words = new Set(
  "abstract any as async await boolean declare from get global is module namespace number object of out override readonly require set string symbol type unique unknown using".split(
    " ",
  ),
);

/** In camelCase, and as no other argument is called: `pageSize`, `$type`. */
function argument(text: string, taken: Set<string>): string {
  const called = camel(text);
  return freeName(words.has(called) ? `$${called}` : called, taken, "$");
}
