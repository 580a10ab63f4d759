/**
 * Waits for the first part of a body or its end, and rethrows an error before that, so that another reply can still be
 * sent. Returns the same body. Waits at most `most` milliseconds, and stops when `signal` is aborted.
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
  // It may never be read.
  first?.catch(() => undefined);
  return { [Symbol.asyncIterator]: () => rest };
}
