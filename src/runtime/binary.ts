import type { AnyReply } from "./http.js";
import type { BodyReader } from "./operation.js";

/** What can be set for a call that may be answered with bytes. */
export interface BinaryOptions {
  /** The bytes are handed on as they come, as a `ReadableStream`, and not collected first. */
  readonly stream?: boolean | undefined;
}

/** A reply, with its bytes in the form that the call asks for. */
export type BinaryReply<R extends AnyReply, Options> = Options extends { readonly stream: true }
  ? Streamed<R>
  : R;

type Streamed<R> = R extends { readonly body: Uint8Array }
  ? Omit<R, "body"> & { readonly body: ReadableStream<Uint8Array> }
  : R;

/** A body as bytes, or as it comes in. */
export function binary(options: BinaryOptions | undefined): BodyReader {
  return async ({ response }) =>
    options?.stream === true
      ? (response.body ?? new Blob([]).stream())
      : new Uint8Array(await response.arrayBuffer());
}
