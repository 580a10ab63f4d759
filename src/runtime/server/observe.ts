import { statusOf } from "./problem.js";
import type { IncomingRequest, OutgoingReply } from "./server.js";

/** A request as it is made into JSON: no header, and nothing of its query, which may have secrets. */
export interface LoggedRequest {
  readonly method: string;
  readonly path: string;
  readonly remoteAddress: string | undefined;
}

export function loggedRequest({ method, target, remoteAddress }: IncomingRequest): LoggedRequest {
  return { method, path: target.replace(/\?[^]*/, ""), remoteAddress };
}

/** A request of which the work begins. */
export interface RequestEvent {
  readonly requestId: string;
  /** `undefined` when there is no operation for it. */
  readonly operation: string | undefined;
  /** Of the operation, as the description has it: `/pets/{petId}`. */
  readonly path: string | undefined;
  /** The same behind the `basePath`: `/v1/pets/{petId}`. */
  readonly route: string | undefined;
  readonly request: IncomingRequest;
}

/** A request to which the reply is made; a body that comes in parts is still to be sent. */
export interface ReplyEvent extends RequestEvent {
  readonly status: number;
  /** The time that the server took, without the sending. */
  readonly milliseconds: number;
}

/** For logs, metrics and traces. What a hook throws goes to `onError` and never touches the reply. */
export interface ObservationHooks {
  readonly onReply?: ((event: ReplyEvent) => void) | undefined;
  /**
   * Runs the work inside of something: a span, an `AsyncLocalStorage`. `run` has to be called before
   * this returns, else the server does; its promise never rejects.
   */
  readonly trace?: ((event: RequestEvent, run: () => Promise<ReplyEvent>) => unknown) | undefined;
}

/** Does the work and calls the hooks for it; rejects only when `work` does. */
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

/** Identifies a request in logs, and to its client. */
export interface RequestIdOptions {
  /** The header that carries it, in requests and replies; `X-Request-Id` by default. */
  readonly header?: string | undefined;
  /** Takes the id that a request brings; true by default, if it is a short text without spaces. */
  readonly accept?: boolean | undefined;
  /** Makes one; `crypto.randomUUID` by default. */
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
