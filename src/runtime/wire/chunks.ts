/** A body as it comes in or goes out. */
export type Chunks = AsyncIterable<Uint8Array>;

/** For streams of Node, whose own iterator ends them only if somebody has begun to read. */
export function endable<Item>(source: AsyncIterable<Item>): AsyncIterable<Item> {
  if (!isNodeStream(source)) return source;
  return {
    [Symbol.asyncIterator]() {
      const iterator = source[Symbol.asyncIterator]();
      let hasEnded = false;
      const end = (): IteratorResult<Item, undefined> => ({ done: true, value: undefined });
      return {
        async next() {
          try {
            return await iterator.next();
          } catch (error) {
            if (hasEnded) return end();
            throw error;
          }
        },
        async return() {
          hasEnded = true;
          // A file that cannot be opened says so later, and would end the process if nobody listened.
          source.on("error", () => undefined);
          source.destroy();
          return end();
        },
      };
    },
  };
}

interface NodeStream {
  destroy(): unknown;
  on(event: "error", listener: () => void): unknown;
}

function isNodeStream<Item>(
  source: AsyncIterable<Item>,
): source is AsyncIterable<Item> & NodeStream {
  const { destroy, on } = source as Partial<NodeStream>;
  return typeof destroy === "function" && typeof on === "function";
}

/** A stream of the platform, of what may be one of Node: so `fetch` of node-fetch has it. */
export function webStream(body: ReadableStream<Uint8Array> | Chunks): ReadableStream<Uint8Array> {
  if ("getReader" in body) return body;
  const source = endable(body)[Symbol.asyncIterator]();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await source.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await source.return?.();
    },
  });
}

/** Not every platform lets a `ReadableStream` be iterated, and a generator could not stop one that stands still. */
export function chunksOf(stream: ReadableStream<Uint8Array>): Chunks {
  return {
    [Symbol.asyncIterator]() {
      const reader = stream.getReader();
      return {
        async next() {
          const { done, value } = await reader.read();
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

/**
 * The same body once its first part is there, or its end, so that one that fails before that can still become another reply:
 * what it throws then is thrown here. Waits no longer than `most` milliseconds, nor when nobody waits for the reply.
 */
export async function begun<Part>(
  source: AsyncIterable<Part>,
  signal: AbortSignal,
  most: number,
): Promise<AsyncIterable<Part>> {
  const iterator = source[Symbol.asyncIterator]();
  let first: Promise<IteratorResult<Part>> | undefined = iterator.next();
  const rest: AsyncIterator<Part> = {
    next: () => {
      const result = first ?? iterator.next();
      first = undefined;
      return result;
    },
    return: async () => (await iterator.return?.()) ?? { done: true, value: undefined },
  };
  let stop: () => void = () => undefined;
  const stopped = new Promise<void>((resolve) => (stop = resolve));
  const timer = Number.isFinite(most) ? setTimeout(stop, most) : undefined;
  const leave = (): void => {
    stop();
    iterator.return?.()?.catch(() => undefined);
  };
  signal.addEventListener("abort", leave);
  if (signal.aborted) leave();
  try {
    await Promise.race([first, stopped]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", leave);
  }
  // Nobody may ever ask for it any more.
  first?.catch(() => undefined);
  return { [Symbol.asyncIterator]: () => rest };
}
