import { type CallInfo, TimeoutError } from "../errors.js";
import type { Clock } from "../options.js";

/** The platform's time. */
export const systemClock: Clock = {
  now: Date.now,
  random: Math.random,
  sleep(milliseconds, signal) {
    let timer: ReturnType<typeof setTimeout>;
    const slept = new Promise<void>((resolve) => {
      // A longer one would overflow, and end at once.
      timer = setTimeout(resolve, Math.min(milliseconds, 2e9));
    });
    return unlessAborted(slept, signal).finally(() => clearTimeout(timer));
  },
};

/**
 * Runs something with a signal that follows another one, and is aborted after some time as well, with
 * `TimeoutError`. Rejects at once when it is.
 */
export function limited<T>(
  clock: Clock,
  call: CallInfo,
  parent: AbortSignal | undefined,
  milliseconds: number | undefined,
  run: (signal: AbortSignal | undefined) => Promise<T>,
): Promise<T> {
  if (milliseconds === undefined) return run(parent);
  const limit = new AbortController();
  const timer = new AbortController();
  clock.sleep(milliseconds, timer.signal).then(
    () => limit.abort(new TimeoutError(call, `took longer than ${milliseconds} ms`)),
    () => undefined,
  );
  // Not stopped with the timer: a body that is not read yet still follows the parent.
  const signal = combined.any(parent ? [parent, limit.signal] : [limit.signal]);
  return unlessAborted(run(signal), signal).finally(() => timer.abort());
}

/** Members of the platform that older versions of TypeScript do not know. */
const combined = AbortSignal as typeof AbortSignal & {
  any(signals: readonly AbortSignal[]): AbortSignal;
};

/** Settles as the promise does, but rejects at once when the signal is aborted before. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop);
    promise.then(resolve, reject).then(() => signal.removeEventListener("abort", stop));
  });
}
