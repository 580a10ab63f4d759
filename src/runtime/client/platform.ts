import type { FetchFor } from "./operation.js";
import type { FetchOptions } from "./options.js";
import { assert } from "../wire/assert.js";

/** For a request with a `Cookie` header, which a browser would not send. */
export const fetchWithCookies: FetchFor = ({ operation, headers }) => {
  const why =
    'has cookies, which no page may set: browsers send their own (credentials: "include")';
  assert(headers["cookie"] === undefined || !isBrowser(), operation, why);
  return fetch;
};

/** For a reply that is a redirect, whose status and headers a browser hides. */
export const fetchRedirect: FetchFor = ({ operation }) => {
  const why = "is answered with a redirect, which browsers do not show to pages";
  assert(!isBrowser(), operation, why);
  return fetch;
};

/** For a body that may be a stream, or a file, with or without cookies. */
export const fetchStream: FetchFor = (request) => {
  fetchWithCookies(request);
  const { url, operation, body } = request;
  if (!(body instanceof ReadableStream)) return isLarge(body) && !isBrowser() ? fetchOnce : fetch;
  assert(canSendStreams(), operation, "has a stream as its body, which cannot be sent from here");
  if (!isBrowser()) return fetchOnce;
  const why = "has a stream as its body, which browsers send over HTTP/2 only, and so with https";
  assert(!new Request(url).url.startsWith("http:"), operation, why);
  return fetchFromPage;
};

async function fetchFromPage(url: string, request: FetchOptions): Promise<Response> {
  try {
    return await fetch(url, request);
  } catch (cause) {
    request.signal?.throwIfAborted();
    const { message } = cause as Error;
    throw new TypeError(`${message} (browsers send a stream over HTTP/2 only)`);
  }
}

/** Node buffers a body that may have to be sent again after a redirect; Workers do not support `redirect: "error"`. */
async function fetchOnce(url: string, request: FetchOptions): Promise<Response> {
  const { redirect = "error" } = request;
  try {
    new Request("https://localhost", { redirect });
  } catch {
    return fetch(url, request);
  }
  try {
    return await fetch(url, { ...request, redirect });
  } catch (failure) {
    const cause = failure as Failure;
    const { message } = cause.cause ?? cause;
    if (!/redirect/i.test(message)) throw cause;
    const why = 'a stream or a large file is sent once only, unless redirect: "follow" is given';
    throw new TypeError(`${message} (${why})`);
  }
}

/** The options of `Error` from ES2022 on. */
interface Failure {
  readonly message: string;
  readonly cause?: Failure;
}

/** 16 MiB or more. */
function isLarge(body: FetchOptions["body"]): boolean {
  const { size = 0, byteLength = size } = Object(body) as { size?: number; byteLength?: number };
  return byteLength >= 0x1000000;
}

/** Browsers do not let programs set some headers. */
function isBrowser(): boolean {
  const { headers } = new Request("https://localhost", { headers: { cookie: "a" } });
  return !headers.has("cookie");
}

/** A platform that does not support streams as bodies would send `[object ReadableStream]`. */
function canSendStreams(): boolean {
  const options = { method: "POST", body: new ReadableStream(), duplex: "half" } as FetchOptions;
  return !new Request("https://localhost", options).headers.has("content-type");
}
