import type { Awaitable } from "./http.js";
import type { Issue } from "./issue.js";
import type { FetchOptions, HeaderFields } from "./options.js";

/** One request, and how its replies are read: what a generated operation hands to its sender. */
export interface Outgoing {
  /** The operation's id in the description, for messages and hooks. */
  readonly operation: string;
  readonly method: string;
  /** Encoded, with a slash in front. */
  readonly path: string;
  /** In place of the client's base address. */
  readonly baseUrl?: string | undefined;
  /** Encoded `name=value` texts; absent parameters are undefined. */
  readonly query?: readonly (string | undefined)[];
  readonly headers?: HeaderFields;
  /** Encoded `name=value` texts; absent parameters are undefined. */
  readonly cookies?: readonly (string | undefined)[];
  /** The media types that the replies are declared with. */
  readonly accept?: string;
  readonly body?: OutgoingBody | undefined;
  /** Any of these combinations of credentials will do; an empty one stands for none. */
  readonly security?: readonly (readonly string[])[];
  readonly deprecated?: { readonly sunset?: string };
  /** By status, by range (`4XX`), or `default`, which covers errors only where a success is declared. */
  readonly replies: Readonly<Record<string, ReplyReader>>;
}

/** A body as `fetch` takes it. */
export interface OutgoingBody {
  /** Undefined: `fetch` says it, as it must for multipart bodies. */
  readonly type: string | undefined;
  readonly data: FetchOptions["body"];
  /** Set for a stream, which can be sent only once. */
  readonly once?: true;
}

/** How one reply of an operation is read. */
export interface ReplyReader {
  readonly headers?: Readonly<Record<string, HeaderReader>>;
  /** By media type as declared; left out: the reply has no body. */
  readonly content?: Readonly<Record<string, BodyReader>>;
}

/** Reads a header, undefined when it is absent; what is wrong goes onto `issues` with this path. */
export type HeaderReader<T = unknown> = (
  value: string | undefined,
  issues: Issue[],
  path: string,
) => T;

/**
 * Reads a body; what is wrong goes onto `issues`, which is undefined when nobody wants to know.
 * `report` is for what turns up after the reply was handed on: a wrong item of a stream.
 */
export type BodyReader<T = unknown> = (
  response: Response,
  issues: Issue[] | undefined,
  report: (issues: readonly Issue[], item: unknown) => void,
) => Awaitable<T>;

/** A request that a credential is put into. */
export interface Signing {
  url: string;
  /** Names in lower case. What is there already was set by hand, and stays. */
  readonly headers: Record<string, string>;
  /** `manual` keeps a secret from being taken along to another origin. */
  redirect: "follow" | "manual";
}

/** Puts a credential into a request. */
export type Signer = (request: Signing) => Awaitable<void>;
