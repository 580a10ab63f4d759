import type { ItemWriter } from "../../wire/streams/item-writers.js";
import type { Items } from "../../wire/media.js";
import type { OutgoingBody } from "../operation.js";
import { fetchStream } from "../platform.js";
import { inUtf8 } from "../../wire/media-types.js";

/** A body of items. A list is sent as a whole; any other source is streamed, and cannot be sent twice. */
export function streamBody(
  items: Items<unknown>,
  declared: string,
  write: ItemWriter,
): OutgoingBody {
  const type = inUtf8(declared);
  if (Array.isArray(items)) return { type, body: joined(items, write) };
  const source = (items as AsyncIterable<unknown>)[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  let next: Promise<IteratorResult<unknown>> | undefined;
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      let text = "";
      let timer: ReturnType<typeof setTimeout> | undefined;
      // Small items are sent together, but only those that are ready before the platform's next turn.
      let turn: Promise<undefined> | undefined;
      try {
        while (text.length < MOST) {
          next ??= source.next();
          const result = await (turn ? Promise.race([next, turn]) : next);
          if (result === undefined) break;
          next = undefined;
          if (result.done === true) {
            if (text !== "") controller.enqueue(encoder.encode(text));
            return controller.close();
          }
          try {
            text += write(result.value);
          } catch (error) {
            await source.return?.();
            throw error;
          }
          turn ??= new Promise((resolve) => (timer = setTimeout(resolve, 0, undefined)));
        }
      } finally {
        clearTimeout(timer);
      }
      controller.enqueue(encoder.encode(text));
    },
    async cancel() {
      await source.return?.();
    },
  });
  return { type, body: stream, duplex: "half", fetchHere: fetchStream };
}

/** Maximum number of characters in a chunk. */
const MOST = 16_384;

/** In chunks: a million strings of one item each take more memory than the items. */
function joined(items: readonly unknown[], write: ItemWriter): string {
  const pieces: string[] = [];
  for (let start = 0; start < items.length; start += 1000)
    pieces.push(
      items
        .slice(start, start + 1000)
        .map(write)
        .join(""),
    );
  return pieces.join("");
}
