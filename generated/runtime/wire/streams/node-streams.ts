/** For streams of Node, whose own iterator ends them only once reading has begun. */
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
          // A file that cannot be opened emits `error` later, which ends a process that has no listener for it.
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
