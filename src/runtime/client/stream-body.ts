import type { ItemWriter } from "../wire/item-writers.js";
import type { Items } from "../wire/media.js";
import type { OutgoingBody } from "./operation.js";
import { fetchStream } from "./platform.js";

/** A body of items. A list goes as a whole; all else goes as it comes, and only once. */
export function streamBody(items: Items<unknown>, type: string, write: ItemWriter): OutgoingBody {
  if (Array.isArray(items)) return { type, body: items.map(write).join("") };
  const source = (items as AsyncIterable<unknown>)[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await source.next();
      if (done === true) return controller.close();
      try {
        controller.enqueue(encoder.encode(write(value)));
      } catch (error) {
        await source.return?.();
        throw error;
      }
    },
    async cancel() {
      await source.return?.();
    },
  });
  return { type, body: stream, duplex: "half", fetchHere: fetchStream };
}
