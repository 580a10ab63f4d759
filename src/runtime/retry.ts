import type { Part } from "./client.js";
import { limitTime, systemClock, unlessAborted } from "./clock.js";
import { ConnectionError, type Exchange, TimeoutError } from "./errors.js";
import { type Gate, passGate } from "./gate.js";
import type { CallOptions, RetryOptions } from "./options.js";
import { discard } from "./receive.js";
import { retryAfter } from "./retry-after.js";

/** How many repetitions a client may be ahead of its successes, so that an outage is not made worse. */
const BUDGET = 50;
/** What each success gives back of it. */
const REFUND = 0.2;
/** Statuses that say "not now" rather than "not so". */
const PASSING = [408, 429, 500, 502, 503, 504];
/** Methods that do the same when they are repeated (RFC 9110, section 9.2.2). */
const HARMLESS = /^(GET|HEAD|OPTIONS|PUT|DELETE|TRACE|QUERY)$/;

/**
 * Repeats what is safe to repeat, waits as long as the service asks while the other calls of the
 * client to that origin wait too, and keeps the time limits. It comes first of the parts of a client.
 */
export function waitOut(options: RetryOptions): Part {
  const { maxWait = 60_000, clock = systemClock() } = options;
  const gates = new Map<string, Gate>();
  let budget = BUDGET;

  function gateOf({ url }: Exchange): Gate {
    const origin = /^[^/]*\/\/[^/]*/.exec(url.toLowerCase())?.[0] ?? "";
    const gate = gates.get(origin) ?? { opensAt: 0, waiting: 0 };
    gates.set(origin, gate);
    return gate;
  }

  /** Milliseconds to wait after a try that failed; undefined when it was the last. */
  function nextWait(
    gate: Gate,
    attempt: number,
    retries: number,
    repeatable: boolean,
    status: number | undefined,
    asked: number | undefined,
  ): number | undefined {
    const wait = asked ?? Math.floor(clock.random() * Math.min(8000, 500 * 2 ** attempt));
    if (status === 429 || (status === 503 && asked !== undefined))
      gate.opensAt = Math.max(gate.opensAt, clock.now() + wait);
    if (!repeatable || attempt >= retries || wait > maxWait || budget < 1) return undefined;
    budget -= 1;
    return wait;
  }

  return () => async (attempts) => {
    const { exchange, operation } = attempts;
    const call: CallOptions = attempts.call;
    const { retries = options.retries ?? 2, timeout = options.timeout } = call;
    const gate = gateOf(exchange);
    const harmless = HARMLESS.test(operation.method);
    const key = call.idempotencyKey ?? (harmless ? undefined : options.idempotencyKey?.());
    const limit = (parent: AbortSignal | undefined, time: number | undefined, what: string) =>
      limitTime(parent, time, clock, () => {
        return new TimeoutError(exchange, `took longer than the ${time} ms for ${what}`);
      });
    const whole = limit(call.signal, timeout, "the call");
    let open = false;

    try {
      for (let attempt = 0; ; attempt++) {
        if (gate.opensAt > clock.now())
          await passGate(gate, clock, maxWait, exchange, whole.signal);
        const { signal, end } = limit(whole.signal, options.tryTimeout, "a try");
        let headers: Readonly<Record<string, string>> = {};
        let response: Response | undefined;
        let error: ConnectionError | undefined;
        let wait: number | undefined;
        const send = async (): Promise<Response> => {
          const request = await attempts.prepare(attempt, signal, { "idempotency-key": key });
          headers = request.headers;
          return attempts.send(request);
        };
        // A 429 says that nothing was done; after anything else, repeating must be harmless.
        const isRepeatable = (status?: number): boolean =>
          attempts.repeatable && (status === 429 || harmless || "idempotency-key" in headers);

        try {
          // A credential or a hook may hang, too, and knows nothing of the signal.
          response = await unlessAborted(send(), signal);
          const { status, ok } = response;
          const asked = ok ? undefined : retryAfter(response.headers, clock.now());
          if (PASSING.includes(status))
            wait = nextWait(gate, attempt, retries, isRepeatable(status), status, asked);
          if (wait === undefined) {
            const reply = await attempts.read(response);
            if (ok) budget = Math.min(BUDGET, budget + REFUND);
            open = response.body !== null && !response.bodyUsed;
            return { exchange, response, reply, retryAfter: asked && asked / 1000 };
          }
        } catch (thrown) {
          const cause: unknown = signal?.aborted ? signal.reason : thrown;
          if (!(cause instanceof ConnectionError) || whole.signal?.aborted) throw cause;
          response = undefined;
          error = cause;
          wait = nextWait(gate, attempt, retries, isRepeatable(), undefined, undefined);
          if (wait === undefined) throw cause;
        } finally {
          end(open);
        }

        const status = response?.status;
        options.onRetry?.({ ...exchange, attempt: attempt + 1, wait, status, error });
        if (response) discard(response);
        const closed = gate.opensAt - clock.now();
        if (closed < wait) await clock.sleep(wait, whole.signal);
      }
    } finally {
      whole.end(open);
    }
  };
}
