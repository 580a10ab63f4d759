import { type FormField, WRONG_TYPE, hasType, transferEncodingOf } from "../../wire/forms.js";
import { isJson } from "../../wire/http.js";
import { mediaTypeOf, parameterOf, partDecoderOf } from "../../wire/media-types.js";
import type { StreamedPart } from "../../wire/media.js";
import { MOST_HEADER_BYTES, endsDelimiter, nextDelimiter, readHead } from "../../wire/multipart.js";
import { type TransferDecoder, transferDecoder } from "../../wire/transfer-encoding.js";
import { webStream } from "../../wire/streams/web-stream.js";
import { issueAt } from "../../validate/shape.js";
import { pointerTo } from "../../validate/pointer.js";
import type { StreamCodec } from "./body.js";
import { Problem } from "../problem.js";
import type { IncomingRequest } from "../server.js";

/** A binary body that is passed on as a stream. */
export const receiveBytes: StreamCodec = {
  codec: "stream",
  open: (request, limit) => streamOf(limited(request, limit)),
};

/** A multipart body whose parts are passed on in order while they arrive. */
export function receiveParts(fields: readonly FormField[]): StreamCodec {
  return {
    codec: "stream",
    open(request, limit, { fields: most }) {
      const boundary = parameterOf(request.header("content-type") ?? "", "boundary") ?? "";
      if (boundary === "" || boundary.length > 200) throw malformed();
      return partsOf(new PartReader(limited(request, limit), boundary), fields, most);
    },
  };
}

/** The body with a limit in bytes; beyond it, an error is thrown to its reader. */
function limited(request: IncomingRequest, limit: number): AsyncIterator<Uint8Array> {
  if (Number(request.header("content-length") ?? 0) > limit) throw new Problem(413);
  const source = request.chunks()[Symbol.asyncIterator]();
  let length = 0;
  return {
    async next() {
      const result = await source.next();
      if (result.done !== true) length += result.value.length;
      if (length > limit) throw new Problem(413);
      return result;
    },
    return: async () => (await source.return?.()) ?? { done: true, value: undefined },
  };
}

/** Reads nothing before its reader does. */
function streamOf(source: AsyncIterator<Uint8Array>): ReadableStream<Uint8Array> {
  return webStream({ [Symbol.asyncIterator]: () => source }, { highWaterMark: 0 });
}

async function* partsOf(
  reader: PartReader,
  fields: readonly FormField[],
  most: number,
): AsyncGenerator<StreamedPart, void, undefined> {
  const known = new Map(fields.map((field) => [field.name, field]));
  await reader.skip();
  for (let count = 0; await reader.begin(); count++) {
    if (count === most) throw tooMany(most);
    const head = readHead(await reader.head());
    if (head === undefined) throw malformed();
    const field = known.get(head.name);
    if (field && !hasType(head, field)) throw wrongType(head.name, field);
    const first = await reader.next();
    // Browsers send this for a file input without a file.
    if (head.fileName === "" && first.done === true) continue;
    const decoder = transferDecoder(transferEncodingOf(head, fields));
    const sent = reader.from(first);
    const body = decoder ? decoded(sent, decoder) : sent;
    yield {
      ...head,
      body: streamOf(body),
      text: (limit = TEXT_LIMIT) => textOf(body, head, limit),
    };
    await reader.skip();
  }
}

async function* decoded(
  source: AsyncIterator<Uint8Array>,
  decoder: TransferDecoder,
): AsyncGenerator<Uint8Array, void, undefined> {
  const read = (take: () => Uint8Array): Uint8Array => {
    try {
      return take();
    } catch {
      throw malformed();
    }
  };
  for (let one = await source.next(); one.done !== true; one = await source.next()) {
    const { value } = one;
    yield read(() => decoder.push(value));
  }
  yield read(() => decoder.end());
}

const TEXT_LIMIT = 65_536;

async function textOf(
  source: AsyncIterator<Uint8Array>,
  { contentType }: Pick<StreamedPart, "contentType">,
  limit: number,
): Promise<string> {
  let length = 0;
  let text = "";
  try {
    const { encoding, ignoreBOM } = partDecoderOf(contentType, isJson(mediaTypeOf(contentType)));
    const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM });
    for (;;) {
      const { done, value } = await source.next();
      if (done === true) return text + decoder.decode();
      length += value.length;
      if (length > limit) throw new Problem(413);
      text += decoder.decode(value, { stream: true });
    }
  } catch (error) {
    // Of the decoder.
    throw error instanceof TypeError || error instanceof RangeError ? malformed() : error;
  }
}

/** Finds the parts of a body as `readParts` does (RFC 2046, section 5.1.1), with only its last chunks in memory. */
class PartReader implements AsyncIterator<Uint8Array> {
  readonly #source: AsyncIterator<Uint8Array>;
  /** With the line feed in front, before which there may be a carriage return. */
  readonly #delimiter: Uint8Array;
  /** Bytes that are not consumed yet; the first delimiter may be at the very beginning. */
  #bytes: Uint8Array = Uint8Array.of(LF);
  /** What the first delimiter ends with; undefined before it. */
  #isCrlf: boolean | undefined;
  /** Behind the last byte of a part. */
  #isAtEnd = false;

  constructor(source: AsyncIterator<Uint8Array>, boundary: string) {
    this.#source = source;
    this.#delimiter = Uint8Array.from(`\n--${boundary}`, (char) => char.charCodeAt(0));
  }

  async #more(): Promise<void> {
    const { done, value } = await this.#source.next();
    if (done === true) throw malformed();
    const all = new Uint8Array(this.#bytes.length + value.length);
    all.set(this.#bytes);
    all.set(value, this.#bytes.length);
    this.#bytes = this.#bytes.length === 0 ? value : all;
  }

  #take(length: number): Uint8Array {
    const taken = this.#bytes.subarray(0, length);
    this.#bytes = this.#bytes.subarray(length);
    return taken;
  }

  /** The next piece of the part. */
  async next(): Promise<IteratorResult<Uint8Array>> {
    while (!this.#isAtEnd) {
      const at = this.#find();
      if (at === 0) {
        this.#take(this.#delimiter.length + (this.#bytes[0] === CR ? 1 : 0));
        this.#isAtEnd = true;
      } else if (at !== undefined && at > 0) return { done: false, value: this.#take(at) };
      else await this.#more();
    }
    return { done: true, value: undefined };
  }

  /** The position of the next delimiter, or of its possible beginning; undefined if more bytes are needed. */
  #find(): number | undefined {
    const bytes = this.#bytes;
    const delimiter = this.#delimiter;
    for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) {
      const start = bytes[at - 1] === CR ? at - 1 : at;
      if (this.#isCrlf === true && start === at) continue;
      let same = 1;
      while (same < delimiter.length && bytes[at + same] === delimiter[same]) same++;
      const behind = at + same;
      if (same === delimiter.length) {
        const last = bytes[behind] === DASH ? behind + 1 : behind;
        if (last >= bytes.length) return start > 0 ? start : undefined;
        if (endsDelimiter(bytes, behind)) return start;
      } else if (behind === bytes.length) return start > 0 ? start : undefined;
    }
    const sure = bytes[bytes.length - 1] === CR ? bytes.length - 1 : bytes.length;
    return sure > 0 ? sure : undefined;
  }

  async skip(): Promise<void> {
    while ((await this.next()).done !== true);
  }

  /** Continues after a delimiter; false after the last one. */
  async begin(): Promise<boolean> {
    while (this.#bytes.length < 2) await this.#more();
    if (this.#bytes[0] === DASH && this.#bytes[1] === DASH) return false;
    for (let at = 0; ; at++) {
      while (this.#bytes.length < at + 2) await this.#more();
      const isCrlf = this.#bytes[at] === CR && this.#bytes[at + 1] === LF;
      if (isCrlf || this.#bytes[at] === LF) {
        this.#isCrlf ??= isCrlf;
        this.#take(at + (isCrlf ? 2 : 1));
        this.#isAtEnd = false;
        return true;
      }
      if ((this.#bytes[at] !== SPACE && this.#bytes[at] !== TAB) || at > MOST_HEADER_BYTES)
        throw malformed();
    }
  }

  /** The headers of a part, without the empty line behind them. */
  async head(): Promise<Uint8Array> {
    for (let from = 0; ;) {
      const at = this.#bytes.indexOf(LF, from);
      const end = at + (this.#bytes[at + 1] === CR ? 3 : 2);
      if (at < 0 || this.#bytes.length < end) {
        if (this.#bytes.length > MOST_HEADER_BYTES) throw malformed();
        from = at < 0 ? this.#bytes.length : at;
        await this.#more();
      } else if (this.#bytes[end - 1] === LF) {
        const lines = this.#take(at + 1);
        this.#take(end - at - 1);
        // A part ends at a delimiter, also before its headers do.
        if (
          at > MOST_HEADER_BYTES ||
          nextDelimiter(lines, this.#delimiter.subarray(1), 0, this.#isCrlf) !== undefined
        )
          throw malformed();
        const isLine = this.#isCrlf !== true || end === at + 3;
        if (isLine && (await this.#isDelimiter())) throw malformed();
        return lines.subarray(0, at);
      } else from = at + 1;
    }
  }

  /** True if a delimiter comes next, without a line of its own in front. */
  async #isDelimiter(): Promise<boolean> {
    for (let at = 0; at < this.#delimiter.length - 1; at++) {
      if (this.#bytes.length === at) await this.#more();
      if (this.#bytes[at] !== this.#delimiter[at + 1]) return false;
    }
    while (this.#bytes.length < this.#delimiter.length + 1) await this.#more();
    return endsDelimiter(this.#bytes, this.#delimiter.length - 1);
  }

  /** The same part with a chunk in front that has been read already. */
  from(first: IteratorResult<Uint8Array>): AsyncIterator<Uint8Array> {
    let waiting: IteratorResult<Uint8Array> | undefined = first;
    return {
      next: async () => {
        const result = waiting ?? (await this.next());
        waiting = undefined;
        return result;
      },
    };
  }
}

const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const DASH = 0x2d;

function malformed(): Problem {
  return new Problem(400, { issues: [issueAt("/body", "multipart", "must be multipart data")] });
}

function tooMany(most: number): Problem {
  const fault = `must not have more than ${most} parts`;
  return new Problem(400, { issues: [issueAt("/body", "maxProperties", fault)] });
}

function wrongType(name: string, { types }: FormField): Problem {
  const fault = `must have the type ${types?.join(" or ")}`;
  return new Problem(415, { issues: [issueAt(pointerTo("/body", name), WRONG_TYPE, fault)] });
}
