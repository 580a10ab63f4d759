import fc from "fast-check";
import { isStream } from "../../src/model/items.js";
import type {
  Body,
  Header,
  Media,
  Operation,
  Parameter,
  Part,
  Reply,
  Schema,
} from "../../src/model/types.js";
import { isOpenForm, partForm } from "../../src/emitters/parts.js";
import { needsType, requestGroups } from "../../src/emitters/requests.js";
import { valuesOf } from "../emitters/agreement-values.js";
import type { Members } from "./service.js";

type Values = fc.Arbitrary<unknown>;

/** Requests of an operation, as a caller gives them. */
export function requestsOf(operation: Operation): fc.Arbitrary<Members> {
  const groups = requestGroups(operation).map(({ place, required, parameters, whole }) => {
    const values = whole ? parameterValues(whole) : membersOf(parameters, parameterValues);
    return [place, required ? values : fc.option(values, { nil: undefined })] as const;
  });
  const record = fc.record(Object.fromEntries(groups)) as fc.Arbitrary<Members>;
  return fc
    .tuple(record, bodiesOf(operation.body))
    .map(([others, body]) => dropped({ ...others, ...body }));
}

export interface PlannedReply {
  readonly declared: Reply;
  readonly media: Media | undefined;
  readonly reply: Members;
}

/** Replies as a handler gives them, of every status, range and media type that is declared. */
export function repliesOf({ replies }: Operation): fc.Arbitrary<PlannedReply> {
  const all = replies.flatMap((declared) => {
    const [status] = declared.statuses;
    if (status === undefined) return [];
    const isBodiless = [204, 205, 304].includes(status) || declared.content.length === 0;
    const content = isBodiless ? [undefined] : declared.content;
    return content.map((media): fc.Arbitrary<PlannedReply> => {
      const several = declared.content.length > 1;
      const type =
        media && (several || media.type.includes("*")) ? concrete(media.type) : undefined;
      const headers = membersOf(declared.headers, headerValues);
      const body = media ? mediaValues(media, true) : fc.constant(undefined);
      return fc.tuple(headers, body).map(([fields, value]) => ({
        declared,
        media,
        reply: dropped({
          status,
          headers: declared.headers.length > 0 ? fields : undefined,
          contentType: type,
          body: value,
        }),
      }));
    });
  });
  return all.length > 0
    ? fc.oneof(...all)
    : fc.constant({ declared: none, media: undefined, reply: { status: 200 } });
}

const none = { headers: [], content: [] } as unknown as Reply;

function concrete(type: string): string {
  return type.replace(/\*$/, "png").replace(/^\*/, "image");
}

function bodiesOf(body: Body | undefined): fc.Arbitrary<Members> {
  if (!body || body.content.length === 0) return fc.constant({});
  const several = body.content.length > 1;
  const choices = body.content.map((media) =>
    mediaValues(media).map((value): Members => {
      const isTyped = several || needsType(media);
      return isTyped ? { contentType: concrete(media.type), body: value } : { body: value };
    }),
  );
  return fc.oneof(...choices, ...(body.required ? [] : [fc.constant<Members>({})]));
}

/** What a handler or a caller gives for a body; bytes in every form that is allowed. */
function mediaValues(media: Media, isReply = false): Values {
  if (isStream(media)) {
    const items = media.itemSchema
      ? made(media.itemSchema, letter, isReply)
      : fc.constantFrom(...anyItems(media));
    return fc.array(items, { maxLength: 4 });
  }
  switch (media.codec) {
    case "json":
      return media.schema ? made(media.schema, letter, isReply) : fc.jsonValue();
    case "form":
      return isOpenForm(media) ? open : media.schema ? made(media.schema) : fc.constant({});
    case "multipart":
      return isOpenForm(media) ? open : membersOf(media.parts, (part) => partValues(part, media));
    case "binary":
      return bytes;
    default:
      return text;
  }
}

function anyItems({ events }: Media): readonly unknown[] {
  return events
    ? [{ data: "a" }, { data: "" }, { event: "x", data: "two\nlines", id: "7", retry: 10 }]
    : [1, "a", null, { a: [true] }];
}

const text = fc.constantFrom("", "plain", "two\r\nlines", "é, 日本, 😀");
const bytes = fc.uint8Array({ maxLength: 40 });
const blob = fc
  .tuple(
    bytes,
    fc.constantFrom("image/png", "text/plain;x=y", ""),
    fc.constantFrom("a.png", 'q"uo te.txt', "日本.bin", undefined),
  )
  .map(([content, type, name]) =>
    name === undefined ? new Blob([content], { type }) : new File([content], name, { type }),
  );
const open = fc.dictionary(fc.constantFrom("a", "b c", "é"), fc.constantFrom("x", "a&b=c", ""), {
  noNullPrototype: true,
});

function partValues(part: Part, media: Media): Values {
  const form = partForm(part, media);
  if (form.kind === "style") return made(part.schema);
  const value = form.kind === "file" ? blob : made(form.schema);
  const headers = membersOf(part.headers, headerValues);
  const one =
    part.headers.length > 0
      ? fc.record({ headers, body: value }).map((both) => both as unknown)
      : value;
  return form.repeated ? fc.array(one, { minLength: 1, maxLength: 3 }) : one;
}

function parameterValues({ schema, encoding, in: place }: Parameter): Values {
  const isField = place === "header" || (encoding.kind === "style" && encoding.style === "cookie");
  return encoding.kind === "content"
    ? made(encoding.media.schema ?? schema)
    : isField
      ? fieldValues(schema)
      : made(schema);
}

function headerValues({ schema, encoding }: Header): Values {
  return encoding.kind === "content" ? made(encoding.media.schema ?? schema) : fieldValues(schema);
}

interface Named {
  readonly name: string;
  readonly required: boolean;
}

function membersOf<T extends Named>(
  all: readonly T[],
  values: (one: T) => Values,
): fc.Arbitrary<Members> {
  const required = all.filter((one) => one.required).map(({ name }) => name);
  return fc.record(Object.fromEntries(all.map((one) => [one.name, values(one)])), {
    requiredKeys: required,
    noNullPrototype: true,
  }) as fc.Arbitrary<Members>;
}

/** Letters that mean something on the way, and some that take several bytes. */
const letter = fc.constantFrom(
  ...[..."aZ0&=+/?#%,;|:@ .'\"\\<>`{}[]~!*()-_\n\té日😀", "e\u0301", "\u2028", "\u{10ffff}"],
);

/** Few of those that headers and raw cookies cannot have. */
const fieldLetter = fc.oneof(
  { weight: 200, arbitrary: fc.constantFrom(..."aZ0:%/+*()'<>[]{}") },
  { weight: 1, arbitrary: fc.constantFrom(..." ,;=é") },
);

/** Values without empty texts, which a field can have, but not tell from none. */
function fieldValues(schema: Schema): Values {
  const filled = (value: unknown): unknown => {
    if (value === "") return "-";
    if (Array.isArray(value)) return value.map(filled);
    if (typeof value !== "object" || value === null || value instanceof Date) return value;
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filled(one)]));
  };
  return made(schema, fieldLetter).map(filled);
}

function made(schema: Schema, unit = letter, isReply = false): Values {
  return valuesOf(schema, unit, isReply).map(withoutMinusZero);
}

/** JSON and all texts of numbers have no -0. */
function withoutMinusZero(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMinusZero);
  if (value instanceof Date) return value;
  if (typeof value !== "object" || value === null) return Object.is(value, -0) ? 0 : value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, withoutMinusZero(one)]),
  );
}

function dropped(members: Members): Members {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
