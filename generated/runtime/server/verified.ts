import type { Awaitable } from "../wire/http.js";
import { READ_BEFORE } from "./adapters/mount.js";
import { Problem } from "./problem.js";
import type { IncomingRequest } from "./server.js";

/** The signed bytes as they were received, and the headers. */
export interface SignedMessage {
  readonly bytes: Uint8Array;
  /** By lower-case name. */
  header(name: string): string | undefined;
}

/** Verifies the signature of a message; any result except `true` is a 401, and the handler is not called. */
export type Verify = (message: SignedMessage) => Awaitable<boolean>;

/** Reads the whole body and verifies its signature; returns the request with that body. Throws `Problem` 401. */
export async function verified(
  request: IncomingRequest,
  verify: Verify,
  limit: number,
  onError: (error: Error) => void,
): Promise<IncomingRequest> {
  const bytes = request.hasBody ? await request.read(limit) : new Uint8Array();
  const header = (name: string): string | undefined => request.header(name);
  if ((await verify({ bytes, header })) !== true) {
    // After a body parser, the bytes may not be those that were signed.
    if (request.isRewritten === true) onError(new Error(READ_BEFORE));
    throw new Problem(401, { message: "The signature is not valid." });
  }
  return new VerifiedRequest(request, bytes);
}

/** A request whose body has been read and can be read again. */
class VerifiedRequest implements IncomingRequest {
  readonly method: string;
  readonly target: string;
  readonly remoteAddress: string | undefined;
  readonly hasBody: boolean;
  readonly raw: unknown;
  readonly host: unknown;
  readonly #request: IncomingRequest;
  readonly #bytes: Uint8Array;

  constructor(request: IncomingRequest, bytes: Uint8Array) {
    ({
      method: this.method,
      target: this.target,
      remoteAddress: this.remoteAddress,
      hasBody: this.hasBody,
      raw: this.raw,
      host: this.host,
    } = request);
    this.#request = request;
    this.#bytes = bytes;
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }

  header(name: string): string | undefined {
    return this.#request.header(name);
  }

  headers(): Iterable<[name: string, value: string]> {
    return this.#request.headers();
  }

  read(): Uint8Array {
    return this.#bytes;
  }

  async *chunks(): AsyncIterable<Uint8Array> {
    yield this.#bytes;
  }
}
