import type { AnyReply } from "../../wire/http.js";
import type { BodyReader, Outgoing } from "../operation.js";
import { bytes } from "./readers.js";
import { stream } from "./body-readers.js";

/** Options for a call whose reply may be bytes. */
export interface BinaryOptions {
  /** Returns the bytes as a `ReadableStream` instead of buffering them. */
  readonly stream?: boolean | undefined;
}

/** A reply whose bytes have the type that the call asks for. */
export type BinaryReply<R extends AnyReply, Options> = Options extends { readonly stream: true }
  ? Streamed<R>
  : R;

type Streamed<R> = R extends { readonly body: Uint8Array }
  ? Omit<R, "body"> & { readonly body: ReadableStream<Uint8Array> }
  : R;

/** A body as bytes or as a stream, depending on the call. */
export const binary: BodyReader = (reply) => {
  const { stream: asStream }: Outgoing & BinaryOptions = reply.outgoing;
  return asStream === true ? stream(reply) : bytes(reply);
};
