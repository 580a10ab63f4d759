import type { StreamCodec } from "./requests/body.js";
import { endable } from "../wire/streams/node-streams.js";
import { issuesOf } from "../validate/enough.js";
import type { Judge, Issue } from "../validate/issue.js";
import {
  FrameError,
  type ItemReader,
  type ReadItem,
  type Refuse,
} from "../wire/streams/item-readers.js";
import type { ItemWriter } from "../wire/streams/item-writers.js";
import { isTooDeep } from "../wire/limits.js";
import type { ProjectedBody } from "./replies/projection.js";
import { Problem } from "./problem.js";
import type { StreamedItems } from "./replies/reply.js";
import { issueAt } from "../validate/shape.js";

/** Reads a stream of items from a request. */
export function receiveItems(read: ItemReader, check?: Judge): StreamCodec {
  return {
    codec: "stream",
    open: (request, limit, { depth }) =>
      received(read(request.chunks(), limit, tooDeepFor(depth)), check),
  };
}

function tooDeepFor(depth: number): Refuse {
  const fault = `must not be nested deeper than ${depth}`;
  return (text) => (isTooDeep(text, depth) ? fault : undefined);
}

async function* received(
  items: AsyncIterable<ReadItem>,
  check: Judge | undefined,
): AsyncGenerator<unknown, void, undefined> {
  let index = 0;
  try {
    for await (const { value, fault } of items) {
      const path = `/body/${index++}`;
      const issues =
        fault === undefined ? faultsOf(check, value, path) : [issueAt(path, "json", fault)];
      if (issues.length > 0) throw new Problem(400, { issues });
      yield value;
    }
  } catch (error) {
    if (!(error instanceof FrameError)) throw error;
    if (error.reason === "length") throw new Problem(413);
    throw new Problem(400, { issues: [issueAt("/body", error.reason, error.message)] });
  }
}

/** Issues of an item, by its place in the stream. */
function faultsOf(check: Judge | undefined, item: unknown, path: string): readonly Issue[] {
  return check === undefined ? [] : issuesOf(check, item, path);
}

/** Writes the stream of items that a handler returns. Bytes among the items are sent unchanged, so that a serialized stream can be passed on. */
export function sendItems(write: ItemWriter, rule?: Judge | ProjectedBody): StreamedItems {
  const check = typeof rule === "object" ? rule.check : rule;
  const take = typeof rule === "object" ? rule.take : undefined;
  return {
    items(body, onFault) {
      const source = iteratorOf(body);
      if (source === undefined) return undefined;
      let index = 0;
      return mapped(source, (item) => {
        if (item instanceof Uint8Array) return item;
        const path = `/${index++}`;
        const issues = onFault ? faultsOf(check, item, path) : [];
        if (issues.length > 0) onFault?.(issues);
        return write(take ? take(item) : item);
      });
    },
  };
}

type AnyIterator = AsyncIterator<unknown> | Iterator<unknown>;

function iteratorOf(body: unknown): (() => AnyIterator) | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  if (Symbol.asyncIterator in body)
    return () => endable(body as AsyncIterable<unknown>)[Symbol.asyncIterator]();
  if (Symbol.iterator in body) return () => (body as Iterable<unknown>)[Symbol.iterator]();
  return "getReader" in body ? () => readerOf(body as ReadableStream<unknown>) : undefined;
}

/** For platforms whose `ReadableStream` is not async iterable. */
function readerOf(stream: ReadableStream<unknown>): AsyncIterator<unknown> {
  const reader = stream.getReader();
  return {
    next: async () => (await reader.read()) as IteratorResult<unknown>,
    return: async () => {
      await reader.cancel();
      return { done: true, value: undefined };
    },
  };
}

/** Not a generator, which could not cancel a source while it waits for it. */
function mapped(
  open: () => AnyIterator,
  change: (item: unknown) => Uint8Array | string,
): AsyncIterable<Uint8Array | string> {
  return {
    [Symbol.asyncIterator]() {
      const source = open();
      const end = async (): Promise<IteratorReturnResult<undefined>> => {
        await source.return?.();
        return { done: true, value: undefined };
      };
      return {
        async next() {
          const { done, value } = await source.next();
          if (done === true) return { done, value: undefined };
          try {
            return { done: false, value: change(value) };
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
