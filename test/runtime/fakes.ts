import { setMaxListeners } from "node:events";
import type { Clock, Fetch } from "../../src/runtime/client/options.js";

interface Timer {
  readonly at: number;
  readonly fire: () => void;
}

/** Time that passes only when nothing else is left to do; `random()` gives what `chance` is set to. */
export class FakeClock implements Clock {
  time: number;
  chance = 1;
  /** How long each sleep was asked to be, time limits too. */
  readonly sleeps: number[] = [];
  #timers: Timer[] = [];

  constructor(time = 1_000_000) {
    this.time = time;
  }

  now(): number {
    return this.time;
  }

  random(): number {
    return this.chance;
  }

  sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
    this.sleeps.push(milliseconds);
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error);
      const timer = { at: this.time + milliseconds, fire: resolve };
      this.#timers.push(timer);
      // Many sleeps may have one signal, as of the system's clock, which shares a listener among them.
      if (signal) setMaxListeners(0, signal);
      signal?.addEventListener("abort", () => {
        this.#timers = this.#timers.filter((other) => other !== timer);
        reject(signal.reason as Error);
      });
    });
  }

  get pending(): number {
    return this.#timers.length;
  }

  /** Lets everything run that needs no time. */
  async settle(): Promise<void> {
    for (let round = 0; round < 5; round++) await new Promise((resolve) => setImmediate(resolve));
  }

  /** Lets time pass, up to a moment. */
  async advanceTo(end: number): Promise<void> {
    await this.settle();
    for (;;) {
      const next = this.#timers.toSorted((a, b) => a.at - b.at)[0];
      if (next === undefined || next.at > end) break;
      this.#timers = this.#timers.filter((other) => other !== next);
      this.time = Math.max(this.time, next.at);
      next.fire();
      await this.settle();
    }
    this.time = Math.max(this.time, end);
  }

  /** Lets as much time pass as the promise needs. */
  async run<T>(promise: Promise<T>): Promise<T> {
    let done = false;
    promise.then(
      () => (done = true),
      () => (done = true),
    );
    await this.settle();
    while (!done) {
      const next = Math.min(...this.#timers.map(({ at }) => at));
      if (next === Infinity) throw new Error("nothing is left that could settle the promise");
      await this.advanceTo(next);
    }
    return promise;
  }
}

export interface Sent {
  readonly at: number;
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly signal: AbortSignal | null | undefined;
  readonly redirect: string | undefined;
}

/** What a scripted service does with one request: answers, fails, or takes it as far as it likes. */
export type Step = Response | Error | ((sent: Sent) => Response | Promise<Response>);

export interface FakeService {
  readonly fetch: Fetch;
  readonly sent: Sent[];
}

/** Answers the first request with the first step, and so on; the last step answers all further ones. */
export function fakeService(clock: Clock, ...steps: readonly Step[]): FakeService {
  const sent: Sent[] = [];
  const fetch: Fetch = async (url, options) => {
    const { method = "GET", headers, body, signal, redirect } = options;
    const request: Sent = {
      at: clock.now(),
      url,
      method,
      headers: headers as Record<string, string>,
      body,
      signal,
      redirect,
    };
    const step = steps[Math.min(sent.length, steps.length - 1)];
    sent.push(request);
    signal?.throwIfAborted();
    if (step instanceof Error) throw step;
    if (step === undefined) throw new Error("the script is empty");
    return typeof step === "function" ? step(request) : step.clone();
  };
  return { fetch, sent };
}

/** Rejects only when the request is given up. As Node's `fetch`, it may have many listeners at one signal. */
export const never: Step = ({ signal }) =>
  new Promise((_, reject) => {
    if (signal) setMaxListeners(0, signal);
    signal?.addEventListener("abort", () => reject(signal.reason as Error));
  });

export function reply(
  status: number,
  body?: unknown,
  headers: Record<string, string> = {},
): Response {
  const json = body === undefined ? {} : { "content-type": "application/json" };
  return new Response(body === undefined ? null : JSON.stringify(body), {
    status,
    headers: { ...json, ...headers },
  });
}

/** As `fetch` fails when the connection does. */
export const dropped = (): Error =>
  new TypeError("fetch failed", { cause: new Error("read ECONNRESET") });
