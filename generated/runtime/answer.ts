import type { Bytes } from "./media.js";

/** A reply whose handler may leave out the headers that the server sets itself. */
export type Answer<Reply, Set extends string> = Reply extends { headers: infer Headers }
  ? Omit<Reply, "headers"> & HeadersLeft<Headers, Set>
  : Reply;

type HeadersLeft<Headers, Set extends string> =
  Exclude<keyof Headers, Set> extends never
    ? { headers?: Partial<Headers> }
    : { headers: Omit<Headers, Set> & Partial<Pick<Headers, Extract<keyof Headers, Set>>> };

/** A reply whose bytes a handler may also give as a `Blob` or in pieces, which are sent as they come. */
export type BinaryAnswer<Reply> = Reply extends { body: Uint8Array }
  ? Omit<Reply, "body"> & { body: Bytes | AsyncIterable<Uint8Array> }
  : Reply;
