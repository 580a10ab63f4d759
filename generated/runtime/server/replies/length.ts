type Body = AsyncIterable<Uint8Array | string>;

/**
 * A stream that fails where it is not `length` bytes long, before it sends more: a client takes what follows for the rest
 * of the reply, or for the next one.
 */
export function ofLength(body: Body, length: number): Body {
  return {
    [Symbol.asyncIterator]() {
      const source = body[Symbol.asyncIterator]();
      const end = async (): Promise<IteratorReturnResult<undefined>> => {
        await source.return?.();
        return { done: true, value: undefined };
      };
      let left = length;
      return {
        async next() {
          const result = await source.next();
          if (result.done !== true) left -= sizeOf(result.value);
          if (left < 0 || (result.done === true && left > 0)) {
            await end();
            throw new RangeError(
              `The body does not have the ${length} bytes of its Content-Length.`,
            );
          }
          return result;
        },
        return: end,
      };
    },
  };
}

export function sizeOf(body: string | Uint8Array): number {
  return typeof body === "string" ? new TextEncoder().encode(body).length : body.length;
}
