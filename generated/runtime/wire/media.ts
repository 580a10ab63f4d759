/** Types in which bytes can be sent. A call with a `ReadableStream` is never retried. */
export type Bytes = Blob | ArrayBuffer | Uint8Array | ReadableStream<Uint8Array>;

/** Sources of a stream. A call is retried only with a list. */
export type Items<T> = AsyncIterable<T> | readonly T[];

/** One event of `text/event-stream` (HTML, section "server-sent events"), with the fields that it has. */
export interface ServerSentEvent {
  /** `message` by default. */
  readonly event?: string;
  readonly data: string;
  /** The position to resume from after a lost connection; an event without one keeps the last. */
  readonly id?: string;
  /** Milliseconds to wait before a new connection. */
  readonly retry?: number;
}

/** A part of a multipart body that is handed on while it comes in. */
export interface StreamedPart {
  readonly name: string;
  readonly fileName: string | undefined;
  readonly contentType: string | undefined;
  /** By lower-case name. */
  readonly headers: ReadonlyMap<string, string>;
  /** The rest of it is skipped when the next part is read. */
  readonly body: ReadableStream<Uint8Array>;
  /** The whole of it in its charset, by default UTF-8, for fields; `Problem` 413 when it is longer than so many bytes, 64 KiB when left out. */
  text(limit?: number): Promise<string>;
}

/**
 * The type that may be sent where `T` is received: an object of which nothing is known may be an interface, which has no
 * index signature.
 */
export type Sent<T> = T extends Date
  ? T
  : T extends object
    ? string extends keyof T
      ? Record<string, unknown> extends T
        ? object
        : { [K in keyof T]: Sent<T[K]> }
      : { [K in keyof T]: Sent<T[K]> }
    : T;
