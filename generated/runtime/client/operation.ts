import type { AnyReply, Awaitable } from "../wire/http.js";
import type { Issue } from "../validate/issue.js";
import type { Fetch, FetchOptions, HeaderFields } from "./options.js";

/**
 * A request of an operation and the readers for its replies. It refers to functions, so that the bundle of an app
 * contains only those that its operations use.
 */
export interface Draft extends OutgoingBody {
  /** The operation's id in the description, for messages and hooks. */
  readonly operation: string;
  readonly method: string;
  /** The part of the URL after the base URL, encoded, with the query. */
  readonly path?: string;
  /** The whole URL of an operation with a server of its own. */
  readonly url?: string;
  /** The parameters that are headers. */
  readonly fields?: HeaderFields;
  /** The declared media types of the replies. */
  readonly accept?: string;
  /** The first of these combinations of credentials that is configured is used, `[]` needs none; defaults to those of the client. */
  readonly security?: readonly (readonly string[])[];
  readonly deprecated?: { readonly sunset?: string };
  /** `manual` if a redirect is the reply; `follow` if one is declared beside a success. */
  readonly redirect?: "manual" | "follow";
  /** For readers that depend on the status. */
  readonly replies?: Replies;
  /** For readers that read all replies in the same way. */
  readonly replyHeaders?: HeaderReaders;
  /** Defaults to the reader of the client. */
  readonly read?: Reader;
}

/** The same with the base URL of the client. */
export interface Outgoing extends Draft {
  readonly url: string;
  readonly read: Reader;
}

/** The platform's `fetch` for a request; throws a `TypeError` if the platform cannot send that. */
export type FetchFor = (request: Pick<Signing, "operation" | "url" | "headers" | "body">) => Fetch;

/** A body for `fetch`. */
export interface OutgoingBody {
  readonly fetchHere?: FetchFor;
  /** Undefined: set by `fetch`, as multipart bodies require. */
  readonly type?: string | undefined;
  readonly body?: FetchOptions["body"];
  /** For a stream, which can be sent only once; Node and Chromium require it. */
  readonly duplex?: "half";
}

/** Reads the response to an operation as a reply. */
export type Reader = (
  outgoing: Outgoing,
  response: Response,
  broken: Broken,
) => Awaitable<AnyReply>;

/** Throws the error of a call whose body broke off. */
export type Broken = (cause: unknown) => never;

/** By status, range (`4XX`) or `default`, which covers only errors if a success is declared. */
export type Replies = Readonly<Record<string, ReplyReader>>;

export type HeaderReaders = Readonly<Record<string, HeaderReader>>;

/** Readers for one reply of an operation. */
export interface ReplyReader {
  readonly headers?: HeaderReaders;
  /** Names of headers that may be absent. */
  readonly optional?: readonly string[];
  /** Left out if the reply has no body. */
  readonly body?: BodyReader;
  /** For a reader that validates. */
  readonly expected?: object;
}

/** A header to read, and the list for its issues, if there is one. */
export interface Field {
  /** All headers of the reply. */
  readonly headers: Headers;
  /** For issues: `/headers/X-Trace`. */
  readonly path?: string;
  readonly issues?: Issue[] | undefined;
}

/** Parses the text of a header. */
export type HeaderReader<T = unknown> = (text: string, field: Field) => T;

/** A reply whose body is being read. */
export interface Incoming {
  readonly outgoing: Outgoing;
  readonly response: Response;
  readonly broken: Broken;
  /** `expected` of its `ReplyReader`. */
  readonly expected?: object | undefined;
  /** Receives the issues that are found; undefined if they are not needed. */
  readonly issues?: Issue[] | undefined;
  /**
   * Reports a reply that does not conform before it is complete: for an invalid item of a stream, and an undeclared
   * media type. Throws, unless `unexpected` lets such replies pass.
   */
  readonly raise?:
    ((issues: readonly Issue[], body: unknown, problem?: string) => void) | undefined;
  /** The unfinished reply; a reader that depends on the media type sets `contentType`. */
  readonly reply: { -readonly [Name in keyof AnyReply]: AnyReply[Name] };
}

export type BodyReader<T = unknown> = (reply: Incoming) => Awaitable<T>;

/** A request to which a credential is added. */
export interface Signing extends Outgoing {
  url: string;
  /** Names in lower case, without a prototype. Headers that the caller has set are kept. */
  headers: Record<string, string>;
  /** `manual` keeps a secret from being sent to another origin. */
  redirect?: "manual" | "follow";
  fetchHere?: FetchFor;
  /** Refreshes the credential that was added; true if the request should be sent again. */
  renew?: () => Promise<boolean>;
  /** 0 or left out for the first attempt. */
  readonly attempt?: number;
}

/** Adds a credential to a request. */
export type Signer = (request: Signing) => Awaitable<void>;
