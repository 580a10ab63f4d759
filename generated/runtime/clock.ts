import type { Clock } from "./options.js";

/** The platform's time. */
export function systemClock(): Clock {
  return { now: () => Date.now(), sleep, random: () => Math.random() };
}

function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(
      () => {
        signal?.removeEventListener("abort", stop);
        resolve();
      },
      // A longer one would overflow, and end at once.
      Math.min(milliseconds, 2 ** 31 - 1),
    );
    signal?.addEventListener("abort", stop, { once: true });
  });
}

/** A signal that follows another one, and is aborted after some time as well. */
export interface TimeLimit {
  readonly signal: AbortSignal | undefined;
  /** Stops the time; with `follow` the signal still follows the other one, for a body that is not read yet. */
  end(follow: boolean): void;
}

/** Without a time it is the parent signal itself. `late` makes the reason of the abort. */
export function limitTime(
  parent: AbortSignal | undefined,
  milliseconds: number | undefined,
  clock: Clock,
  late: () => Error,
): TimeLimit {
  if (milliseconds === undefined) return { signal: parent, end: () => undefined };
  const limited = new AbortController();
  const timer = new AbortController();
  const follow = (): void => limited.abort(parent?.reason);
  if (parent?.aborted) follow();
  parent?.addEventListener("abort", follow, { once: true });
  clock.sleep(milliseconds, timer.signal).then(
    () => limited.abort(late()),
    () => undefined,
  );
  return {
    signal: limited.signal,
    end(following) {
      timer.abort();
      if (!following) parent?.removeEventListener("abort", follow);
    },
  };
}

/** Settles as the promise does, but rejects at once when the signal is aborted before. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    const settle = (): void => signal.removeEventListener("abort", stop);
    promise.then(resolve, reject).then(settle, settle);
  });
}
