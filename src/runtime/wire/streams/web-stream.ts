/** A stream of the platform, from a body that may be a stream of Node, as node-fetch has it. */
export function webStream(
  body: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>,
  strategy?: { readonly highWaterMark: number },
): ReadableStream<Uint8Array> {
  if ("getReader" in body) return body;
  const source = body[Symbol.asyncIterator]();
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await source.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        // The iterator of a stream of Node waits for what is about to come, and ends none that was not read.
        (body as { destroy?(): void }).destroy?.();
        await source.return?.();
      },
    },
    strategy,
  );
}
