import { endable } from "./node-streams.js";

/** The source of a stream. */
export type AnyItems = AsyncIterable<unknown> | Iterable<unknown>;

/** A stream with each of its items changed as it comes. No generator: that could not stop a source which it waits for. */
export function mappedItems(
  items: AnyItems,
  change: (item: unknown) => unknown,
): AsyncIterable<unknown> {
  return {
    [Symbol.asyncIterator]() {
      const source =
        Symbol.asyncIterator in items
          ? endable(items)[Symbol.asyncIterator]()
          : items[Symbol.iterator]();
      const end = async (): Promise<IteratorReturnResult<undefined>> => {
        await source.return?.();
        return { done: true, value: undefined };
      };
      return {
        async next() {
          const result = await source.next();
          if (result.done === true) return { done: true, value: undefined };
          try {
            return { done: false, value: change(result.value) };
          } catch (error) {
            await end();
            throw error;
          }
        },
        return: end,
      };
    },
  };
}
