import { type CallInfo, TimeoutError, type Wait } from "../errors.js";
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
 * Runs a function with a signal that is aborted with its parent, and after a time limit, if there is one, with a
 * `TimeoutError`. Rejects as soon as the signal is aborted: a credential function or a hook may hang, and does not get it.
 * `waiting` tells the wait that the call is in when the time is over.
 */
export function limited<T>(
  clock: Clock,
  call: CallInfo,
  parent: AbortSignal | undefined,
  milliseconds: number | undefined,
  run: (signal: AbortSignal | undefined) => Promise<T>,
  waiting?: () => Wait | undefined,
): Promise<T> {
  if (milliseconds === undefined) return unlessAborted(run(parent), parent);
  const limit = new AbortController();
  const timer = new AbortController();
  clock.sleep(milliseconds, timer.signal).then(
    () => {
      const wait = waiting?.();
      const where =
        wait && `, in a wait of ${wait.milliseconds} ms after ${wait.status ?? "no reply"}`;
      limit.abort(
        new TimeoutError(call, `took longer than ${milliseconds} ms${where ?? ""}`, { wait }),
      );
    },
    () => undefined,
  );
  // Not removed with the timer: the parent can still abort the reading of the body.
  const signal = parent ? combined.any([parent, limit.signal]) : limit.signal;
  return unlessAborted(run(signal), signal).finally(() => timer.abort());
}

/** Platform features that older versions of TypeScript do not declare. */
const combined = AbortSignal as typeof AbortSignal & {
  any(signals: readonly AbortSignal[]): AbortSignal;
};

/** Settles like the promise, but rejects as soon as the signal is aborted. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    if (signal.aborted) reject(signal.reason);
    const all = waiting.get(signal) ?? new Set();
    waiting.set(signal, all.add(reject));
    signal.addEventListener("abort", rejectAll);
    promise.then(resolve, reject).then(() => {
      all.delete(reject);
      if (all.size === 0) signal.removeEventListener("abort", rejectAll);
    });
  });
}

const waiting = new WeakMap<EventTarget, Set<(reason: unknown) => void>>();

/** A signal has this listener once for all calls, since Node warns of a leak if it has more than ten. */
function rejectAll({ target }: Event): void {
  const signal = target as AbortSignal;
  waiting.get(signal)?.forEach((reject) => reject(signal.reason));
}
