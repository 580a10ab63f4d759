import { chunksOf } from "../../wire/streams/chunks.js";
import { webStream } from "../../wire/streams/web-stream.js";
import { issuesOf } from "../../validate/enough.js";
import type { Judge } from "../../validate/issue.js";
import type { ItemReader } from "../../wire/streams/item-readers.js";
import type { Incoming } from "../operation.js";
import { issueAt } from "../../validate/shape.js";

/**
 * The items of a stream, each validated when it arrives. Leaving the loop closes the connection; a stream that breaks
 * off rejects with `ConnectionError`.
 */
export async function* items(
  { response, issues, raise, broken }: Incoming,
  read: ItemReader,
  check?: Judge,
): AsyncGenerator<unknown, void, undefined> {
  const body = webStream(response.body ?? new Blob([]).stream());
  let index = 0;
  for await (const { value, fault } of read(guarded(chunksOf(body), broken))) {
    const path = `/body/${index++}`;
    const found = issues && check && fault === undefined ? issuesOf(check, value, path) : [];
    if (fault !== undefined) raise?.([issueAt(path, "json", fault)], value);
    else if (found.length > 0) raise?.(found, value);
    yield value;
  }
}

type Chunks = ReturnType<typeof chunksOf>;

/** Not a generator, which could not cancel a body while it waits for it. */
function guarded(chunks: Chunks, broken: Incoming["broken"]): Chunks {
  return {
    [Symbol.asyncIterator]() {
      const source = chunks[Symbol.asyncIterator]();
      return {
        next: () => source.next().catch((cause: unknown) => broken(cause)),
        return: async () => (await source.return?.()) ?? { done: true, value: undefined },
      };
    },
  };
}
