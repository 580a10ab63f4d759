import { statusOf } from "./problem.js";
import { endOfPath } from "./requests/target.js";
import type { IncomingRequest, OutgoingReply } from "./server.js";

/** The JSON of a request, without headers and query, which may contain secrets. */
export interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  readonly remoteAddress: string | undefined;
}

export function loggedRequest({ method, target, remoteAddress }: IncomingRequest): LoggedRequest {
  return { method, path: target.slice(0, endOfPath(target)), remoteAddress };
}

/** A request that is about to be processed. */
export interface RequestEvent {
  readonly requestId: string;
  /** `undefined` if it matches no operation. */
  readonly operation: string | undefined;
  /** The path template of the operation: `/pets/{petId}`. */
  readonly path: string | undefined;
  /** The path template with the `basePath`: `/v1/pets/{petId}`. */
  readonly route: string | undefined;
  readonly request: IncomingRequest;
}

/** A request whose reply is complete, except for a streamed body. */
export interface ReplyEvent extends RequestEvent {
  readonly status: number;
  /** The processing time, without sending the reply. */
  readonly milliseconds: number;
}

/** Hooks for logs, metrics and traces. An exception in a hook is passed to `onError` and does not affect the reply. */
export interface ObservationHooks {
  readonly onReply?: ((event: ReplyEvent) => void) | undefined;
  /**
   * Runs the work inside a span or an `AsyncLocalStorage`. It has to call `run` before it returns, else the
   * server does; the promise of `run` never rejects.
   */
  readonly trace?: ((event: RequestEvent, run: () => Promise<ReplyEvent>) => unknown) | undefined;
}

/** Runs `work` and calls the hooks; rejects only if `work` does. */
export async function observe(
  { onReply, trace }: ObservationHooks,
  event: RequestEvent,
  work: () => Promise<OutgoingReply>,
  onError: (error: unknown) => void,
): Promise<OutgoingReply> {
  const start = performance.now();
  let reply: Promise<OutgoingReply> | undefined;
  const begin = (): Promise<OutgoingReply> => (reply ??= work());
  const ended = (status: number): ReplyEvent => ({
    ...event,
    status,
    milliseconds: performance.now() - start,
  });
  const run = (): Promise<ReplyEvent> =>
    begin().then(
      ({ status }) => ended(status),
      (error: unknown) => ended(statusOf(error)),
    );
  const tell = (status: number): void => {
    if (onReply !== undefined) guarded(() => onReply(ended(status)), onError);
  };

  if (trace !== undefined) guarded(() => trace(event, run), onError);
  try {
    const made = await begin();
    tell(made.status);
    return made;
  } catch (error) {
    tell(statusOf(error));
    throw error;
  }
}

function guarded(hook: () => unknown, onError: (error: unknown) => void): void {
  try {
    const result = hook();
    if (result instanceof Promise) result.catch(onError);
  } catch (error) {
    onError(error);
  }
}

/** True for what work that waits by `context.signal` throws when the client has gone away: nothing has failed. */
export function isDeparture(error: unknown, { signal }: IncomingRequest): boolean {
  const { name } = (error ?? {}) as { name?: unknown };
  return signal.aborted && (name === "AbortError" || error === signal.reason);
}

/** Identifies a request in logs, and to its client. */
export interface RequestIdOptions {
  /** The header of requests and replies; `X-Request-Id` by default. */
  readonly header?: string | undefined;
  /** Accepts the id of a request, if it is short and has no spaces; true by default. */
  readonly accept?: boolean | undefined;
  /** Creates an id; `crypto.randomUUID` by default. */
  readonly create?: (() => string) | undefined;
}

export interface RequestIds {
  readonly header: string;
  of(request: IncomingRequest): string;
}

export function requestIds(options: RequestIdOptions): RequestIds {
  const { header = "X-Request-Id", accept = true, create = newId } = options;
  const field = header.toLowerCase();
  return {
    header,
    of(request) {
      const given = accept ? request.header(field) : undefined;
      return given !== undefined && /^[\w.:;=@/+-]{1,128}$/.test(given) ? given : create();
    },
  };
}

function newId(): string {
  return crypto.randomUUID();
}
