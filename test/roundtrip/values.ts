import fc from "fast-check";
import { isStream } from "../../src/model/walks/items.js";
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
import { isOpenForm, partForm } from "../../src/emitters/wire/parts.js";
import { requestGroups } from "../../src/emitters/requests.js";
import { needsType } from "../../src/model/walks/implied-media.js";
import { Judged } from "../sampler/judged.js";
import { type SampleOptions, type Values, sampleOf } from "../sampler/sample.js";
import type { Members } from "./service.js";
import { filledByFetch, ownFields } from "./fields.js";
import type { Reason } from "./reasons.js";
import { whyNotValue } from "./why-not-value.js";

export interface PlannedReply {
  /** Undefined where the operation declares none that it could be. */
  readonly declared: Reply | undefined;
  readonly media: Media | undefined;
  readonly reply: Members;
}

/** Requests and replies of operations, as callers and handlers give them. */
export class Messages {
  readonly #options: SampleOptions;

  constructor(options: SampleOptions) {
    this.#options = options;
  }

  requests(operation: Operation): fc.Arbitrary<Members> {
    const groups = requestGroups(operation).map(({ place, required, parameters, whole }) => {
      const values = whole
        ? this.#parameter(whole)
        : membersOf(parameters, (one) => this.#parameter(one));
      const isThere =
        required || parameters.some(({ name }) => filledByFetch.has(name.toLowerCase()));
      return [place, isThere ? values : fc.option(values, { nil: undefined })] as const;
    });
    const record = fc.record(Object.fromEntries(groups)) as fc.Arbitrary<Members>;
    return fc
      .tuple(record, this.#bodies(operation.body))
      .map(([others, body]) => dropped({ ...others, ...body }));
  }

  /** Of every status, range and media type that is declared. */
  replies({ replies, method }: Operation): fc.Arbitrary<PlannedReply> {
    const all = replies.flatMap((declared) => this.#repliesOf(declared, method));
    return all.length > 0
      ? fc.oneof(...all)
      : fc.constant({ declared: undefined, media: undefined, reply: { status: 200 } });
  }

  #repliesOf(declared: Reply, method: string): readonly fc.Arbitrary<PlannedReply>[] {
    const statuses = declared.statuses.filter((status) => status >= 200 && !(status in unseen));
    if (statuses.length === 0) return [];
    const filled = statuses.filter((status) => !bodiless.includes(status));
    // RFC 9110, section 9.3.2: a reply to HEAD has no content.
    const hasContent = filled.length > 0 && declared.content.length > 0 && method !== "HEAD";
    return (hasContent ? declared.content : [undefined]).map((media) => {
      const several = declared.content.length > 1;
      const type = media && (several || media.type.includes("*")) ? concrete(media) : undefined;
      const status = fc.constantFrom(...(hasContent ? filled : statuses));
      const headers = membersOf(declared.headers, (one) => this.#header(one));
      const body = media ? this.#media(media, true) : fc.constant(undefined);
      return fc.tuple(status, headers, body).map(([status, fields, value]) => ({
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
  }

  #bodies(body: Body | undefined): fc.Arbitrary<Members> {
    if (!body || body.content.length === 0) return fc.constant({});
    const several = body.content.length > 1;
    const choices = body.content.map((media) =>
      this.#media(media).map((value): Members => {
        const isTyped = several || needsType(media);
        return isTyped ? { contentType: concrete(media), body: value } : { body: value };
      }),
    );
    return fc.oneof(...choices, ...(body.required ? [] : [fc.constant<Members>({})]));
  }

  /** What a handler or a caller gives for a body; bytes in every form that is allowed. */
  #media(media: Media, isReply = false): Values {
    if (isStream(media)) {
      const items = media.itemSchema
        ? this.#made(media.itemSchema, letter, isReply)
        : fc.constantFrom(...anyItems(media));
      return fc.array(items, { maxLength: 4 });
    }
    const { schema, parts } = media;
    switch (media.codec) {
      case "json":
      case "scalar":
        return schema ? this.#made(schema, letter, isReply) : fc.jsonValue().map(asWritten);
      case "form":
        return isOpenForm(media) ? open : schema ? this.#made(schema) : fc.constant({});
      case "multipart":
        return isOpenForm(media) ? open : membersOf(parts, (part) => this.#part(part, media));
      case "binary":
        return bytes;
      default:
        return text;
    }
  }

  #part(part: Part, media: Media): Values {
    const form = partForm(part, media);
    if (form.kind === "style") {
      const place = media.codec === "form" ? "query" : "part";
      return writable(this.#made(part.schema), (one) =>
        whyNotValue(one, form.encoding, place, part.schema),
      );
    }
    // Where the description says which types, a file has one of them.
    const types = (part.contentType ?? "*/*").split(",").map((one) => one.trim());
    const files = types.includes("*/*")
      ? blob
      : fc
          .tuple(blob, fc.constantFrom(...types))
          .map(([one, type]) => retyped(one, type.replace("*", "png")));
    const value = form.kind === "file" ? files : this.#made(form.schema);
    const headers = membersOf(part.headers, (one) => this.#header(one));
    const one =
      part.headers.length > 0
        ? fc.record({ headers, body: value }).map((both) => both as unknown)
        : value;
    if (form.repeated === "either")
      return form.kind === "file"
        ? fc.oneof(one, fc.array(one, { minLength: 2, maxLength: 3 }))
        : one;
    return form.repeated ? fc.array(one, { minLength: 1, maxLength: 3 }) : one;
  }

  #parameter({ schema, encoding, in: place }: Parameter): Values {
    if (encoding.kind === "content") return this.#made(encoding.media.schema ?? schema);
    const isField = place === "header" || encoding.style === "cookie";
    const values = isField ? this.#field(schema) : this.#made(schema);
    const where = place === "querystring" ? "query" : place;
    return writable(values, (one) => whyNotValue(one, encoding, where, schema));
  }

  #header({ schema, encoding }: Header): Values {
    if (encoding.kind === "content") return this.#made(encoding.media.schema ?? schema);
    return writable(this.#field(schema), (one) => whyNotValue(one, encoding, "header", schema));
  }

  /** Values without empty texts, which a field can have, but not tell from none. */
  #field(schema: Schema): Values {
    const filled = (value: unknown): unknown => {
      if (value === "") return "-";
      if (Array.isArray(value)) return value.map(filled);
      if (typeof value !== "object" || value === null || value instanceof Date) return value;
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filled(one)]));
    };
    return this.#made(schema, fieldLetter).map(filled);
  }

  #made(schema: Schema, unit = letter, isReply = false): Values {
    return sampleOf(schema, { ...this.#options, unit, isReply }).map(asWritten);
  }
}

/** Mostly values that can arrive as they are; others now and then, since they have to be refused well. */
function writable(values: Values, whyNot: (value: unknown) => Reason | undefined): Values {
  const written = new Judged(values, [any], (_, one) => whyNot(one) === undefined, new Map());
  return fc.oneof({ weight: 5, arbitrary: written }, { weight: 1, arbitrary: values });
}

const any: Schema = { source: { file: "", pointer: "" }, name: undefined, keywords: {} };

function retyped(file: Blob, type: string): Blob {
  return file instanceof File ? new File([file], file.name, { type }) : new Blob([file], { type });
}

/** RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5: no content. */
const bodiless: readonly number[] = [204, 205, 304];

/** Statuses that `fetch` does not hand on. */
const unseen: Readonly<Record<number, string>> = {
  407: "the Fetch standard, section 4.6: a network error, where there is no window to ask for credentials",
};

function concrete({ type, codec }: Media): string {
  if (type === "*/*" && codec === "json") return "application/json";
  return type.replace(/\*$/, "png").replace(/^\*/, "image");
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

interface Named {
  readonly name: string;
  readonly required: boolean;
}

function membersOf<T extends Named>(
  all: readonly T[],
  values: (one: T) => Values,
): fc.Arbitrary<Members> {
  const known = all.filter((one) => one.required || !ownFields.has(one.name.toLowerCase()));
  const required = known
    .filter((one) => one.required || filledByFetch.has(one.name.toLowerCase()))
    .map(({ name }) => name);
  return fc.record(Object.fromEntries(known.map((one) => [one.name, values(one)])), {
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

/** JSON and all texts of numbers have no -0. */
function asWritten(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asWritten);
  if (value instanceof Date) return value;
  if (typeof value !== "object" || value === null) return Object.is(value, -0) ? 0 : value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, asWritten(one)]));
}

function dropped(members: Members): Members {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
