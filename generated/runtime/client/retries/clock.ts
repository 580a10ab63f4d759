import { type CallInfo, TimeoutError } from "../errors.js";
import type { Clock } from "../options.js";

/** The platform's time. */
export const systemClock: Clock = {
  now: Date.now,
  random: Math.random,
  sleep(milliseconds, signal) {
    let timer: ReturnType<typeof setTimeout>;
    const slept = new Promise<void>((resolve) => {
      // A longer timeout would overflow and expire immediately.
      timer = setTimeout(resolve, Math.min(milliseconds, 2e9));
    });
    return unlessAborted(slept, signal).finally(() => clearTimeout(timer));
  },
};

/**
 * Runs a function with a signal that is aborted with its parent, and after a time limit with a
 * `TimeoutError`. Rejects as soon as the signal is aborted.
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
  // Not removed with the timer: the parent can still abort the reading of the body.
  const signal = combined.any(parent ? [parent, limit.signal] : [limit.signal]);
  return unlessAborted(run(signal), signal).finally(() => timer.abort());
}

/** Platform features that older versions of TypeScript do not declare. */
const combined = AbortSignal as typeof AbortSignal & {
  any(signals: readonly AbortSignal[]): AbortSignal;
};

/** Settles like the promise, but rejects as soon as the signal is aborted. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    if (signal.aborted) stop();
    const stops = waiting.get(signal) ?? new Set();
    if (!waiting.has(signal)) signal.addEventListener("abort", () => stops.forEach((one) => one()));
    waiting.set(signal, stops.add(stop));
    promise.then(resolve, reject).then(() => stops.delete(stop));
  });
}

/** Called by one listener for each signal: Node warns of a leak if a signal has more than ten. */
const waiting = new WeakMap<AbortSignal, Set<() => void>>();
