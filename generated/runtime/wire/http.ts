/** The registered statuses of a success. */
export type SuccessStatus = 200 | 201 | 202 | 203 | 204 | 205 | 206 | 207 | 208 | 226;

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
