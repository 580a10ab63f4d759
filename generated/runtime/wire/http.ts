/** The registered statuses, by class. Literal unions let `switch (reply.status)` narrow. */
export type InformationalStatus = 100 | 101 | 102 | 103;
export type SuccessStatus = 200 | 201 | 202 | 203 | 204 | 205 | 206 | 207 | 208 | 226;
export type RedirectStatus = 300 | 301 | 302 | 303 | 304 | 305 | 307 | 308;
// prettier-ignore
export type ClientErrorStatus =
  | 400 | 401 | 402 | 403 | 404 | 405 | 406 | 407 | 408 | 409 | 410 | 411 | 412 | 413 | 414 | 415
  | 416 | 417 | 418 | 421 | 422 | 423 | 424 | 425 | 426 | 428 | 429 | 431 | 451;
export type ServerErrorStatus = 500 | 501 | 502 | 503 | 504 | 505 | 506 | 507 | 508 | 510 | 511;
export type ErrorStatus = ClientErrorStatus | ServerErrorStatus;
export type Status = SuccessStatus | RedirectStatus | ErrorStatus;

export type Awaitable<T> = T | Promise<T>;

/** The common type of all replies. */
export interface AnyReply {
  readonly status: number;
  readonly headers?: unknown;
  readonly body?: unknown;
  readonly contentType?: string;
}

/** The type of a reply's body; `undefined` for a reply without one. */
export type BodyOf<R extends AnyReply> = R extends { readonly body?: infer Body }
  ? unknown extends Body
    ? R extends { readonly body: unknown }
      ? Body
      : undefined
    : Body
  : undefined;

/** JSON of any kind: `application/json`, `text/json`, `…+json` (RFC 6839, section 3.1). */
export function isJson(contentType: string | null | undefined): boolean {
  if (contentType === "application/json") return true;
  return /^(?:(?:application|text)\/|[^;]*\+)json\s*(?:;|$)/i.test((contentType ?? "").trimStart());
}
