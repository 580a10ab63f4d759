/**
 * The same body once its first part is there, or its end, so that one that fails before that can still become another reply:
 * what it throws then is thrown here. Waits at most `most` milliseconds, and no longer once `signal` is aborted.
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
