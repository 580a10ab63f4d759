import type { AnyReply, Awaitable } from "../wire/http.js";
import type { Issue } from "../validate/issue.js";
import type { Fetch, FetchOptions, HeaderFields } from "./options.js";

/**
 * A request of an operation as it is made, and how its replies are read. What it needs comes in as functions, so
 * that an app ships only what its operations use.
 */
export interface Draft extends OutgoingBody {
  /** The operation's id in the description, for messages and hooks. */
  readonly operation: string;
  readonly method: string;
  /** The part of the URL behind the address of the client, encoded, and with the query. */
  readonly path?: string;
  /** The whole URL, of an operation that has an address of its own. */
  readonly url?: string;
  /** The parameters that are headers. */
  readonly fields?: HeaderFields;
  /** The media types that the replies are declared with. */
  readonly accept?: string;
  /** The first of these combinations of credentials that is given is used; `[]` asks for none. */
  readonly security?: readonly (readonly string[])[];
  readonly deprecated?: { readonly sunset?: string };
  /** `manual` where a redirect is the reply, and not to be followed; `follow` where one is declared beside a success. */
  readonly redirect?: "manual" | "follow";
  /** For readers that go by the status. */
  readonly replies?: Replies;
  /** For readers that take all replies alike. */
  readonly replyHeaders?: HeaderReaders;
  /** Left out where it is that of all operations of the client. */
  readonly read?: Reader;
}

/** The same with the address of the client. */
export interface Outgoing extends Draft {
  readonly url: string;
  readonly read: Reader;
}

/** A body as `fetch` takes it. */
export interface OutgoingBody {
  /** In place of the platform's `fetch`: says at once what that cannot do. */
  readonly fetchHere?: Fetch;
  /** Undefined: `fetch` says it, as it must for multipart bodies. */
  readonly type?: string | undefined;
  readonly body?: FetchOptions["body"];
  /** For a stream, which can be sent only once; Node and Chromium want it said. */
  readonly duplex?: "half";
}

/** Makes a reply of a response to an operation. */
export type Reader = (
  outgoing: Outgoing,
  response: Response,
  broken: Broken,
) => Awaitable<AnyReply>;

/** Says that a body broke off: throws what `cause` means for the call. */
export type Broken = (cause: unknown) => never;

/** By status, by range (`4XX`), or `default`, which covers errors only where a success is declared. */
export type Replies = Readonly<Record<string, ReplyReader>>;

export type HeaderReaders = Readonly<Record<string, HeaderReader>>;

/** How one reply of an operation is read. */
export interface ReplyReader {
  readonly headers?: HeaderReaders;
  /** Those of the headers that may be absent. */
  readonly optional?: readonly string[];
  /** Left out: the reply has no body. */
  readonly body?: BodyReader;
  /** For a reader that checks. */
  readonly expected?: object;
}

/** A header to read, and where its issues are collected, if they are. */
export interface Field {
  /** All headers of the reply. */
  readonly headers: Headers;
  /** For issues: `/headers/X-Trace`. */
  readonly path?: string;
  readonly issues?: Issue[] | undefined;
}

/** Makes a value of the text of a header. */
export type HeaderReader<T = unknown> = (text: string, field: Field) => T;

/** A reply, while its body is read. */
export interface Incoming {
  readonly outgoing: Outgoing;
  readonly response: Response;
  readonly broken: Broken;
  /** `expected` of its `ReplyReader`. */
  readonly expected?: object | undefined;
  /** Filled with the issues that are found; undefined where they do not matter. */
  readonly issues?: Issue[] | undefined;
  /**
   * Says at once that the reply breaks its description: for a wrong item of a stream, and what no
   * reader was made for. Throws, unless `unexpected` lets such replies pass.
   */
  readonly raise?:
    ((issues: readonly Issue[], body: unknown, problem?: string) => void) | undefined;
  /** The reply in the making; a reader that chooses by the media type sets `contentType`. */
  readonly reply: { -readonly [Name in keyof AnyReply]: AnyReply[Name] };
}

export type BodyReader<T = unknown> = (reply: Incoming) => Awaitable<T>;

/** A request that a credential is put into. */
export interface Signing extends Outgoing {
  url: string;
  /** Names in lower case, without a prototype. What is there already was set by hand, and stays. */
  headers: Record<string, string>;
  /** `manual` keeps a secret from being taken along to another origin. */
  redirect?: "manual" | "follow";
  fetchHere?: Fetch;
  /** Renews the credential that was put in; whether the request is worth sending again. */
  renew?: () => Promise<boolean>;
  /** 0, or left out, for the first try. */
  readonly attempt?: number;
}

/** Puts a credential into a request. */
export type Signer = (request: Signing) => Awaitable<void>;
