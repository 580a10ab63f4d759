/** A body as it comes in or goes out. */
export type Chunks = AsyncIterable<Uint8Array>;

/**
 * Not every platform lets a `ReadableStream` be iterated, and a generator could not stop one that stands still. `fail` throws
 * in the place of the stream.
 */
export function chunksOf(
  stream: ReadableStream<Uint8Array>,
  fail?: (error: unknown) => never,
): Chunks {
  return {
    [Symbol.asyncIterator]() {
      const reader = stream.getReader();
      return {
        async next() {
          const { done, value } = await reader.read().catch(fail);
          return done ? { done: true, value: undefined } : { done: false, value };
        },
        async return() {
          await reader.cancel();
          return { done: true, value: undefined };
        },
      };
    },
  };
}
