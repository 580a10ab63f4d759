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

/** What is between the commas of a list; in quotes there may be one, too. */
export const LISTED: RegExp = /(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/g;

/** The Content-Type of a reply; of several, the last that is a media type, as for browsers (Fetch, "extract a MIME type"). */
export function contentTypeOf({ headers }: Pick<Response, "headers">): string | null {
  const type = headers.get("content-type");
  if (!type?.includes(",")) return type;
  const types = type.match(LISTED)?.filter((one) => MEDIA_TYPE.test(one));
  return types?.pop()?.trim() ?? type;
}

const MEDIA_TYPE = /^\s*[\w!#$%&'+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;
