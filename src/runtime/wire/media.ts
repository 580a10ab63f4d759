/** What bytes can be sent as. A `ReadableStream` is sent once, so that such a call is never repeated. */
export type Bytes = Blob | ArrayBuffer | Uint8Array | ReadableStream<Uint8Array>;

/** What a stream can be sent from. Only a list can be sent again, so only such a call is ever repeated. */
export type Items<T> = AsyncIterable<T> | readonly T[];

/** One event of `text/event-stream` (HTML, section "server-sent events"), with the fields that it has. */
export interface ServerSentEvent {
  /** `message` is meant when it is left out. */
  readonly event?: string;
  readonly data: string;
  /** Where to go on after a lost connection; an event without one leaves the last as it is. */
  readonly id?: string;
  /** Milliseconds to wait before a new connection. */
  readonly retry?: number;
}
