import type { HeaderList } from "./replies/reply.js";
import type { IncomingRequest } from "./server.js";

/** Cross-origin access of pages to the API (the Fetch standard, section 3.2). */
export interface CorsOptions {
  /** The allowed origins, as browsers write them: `https://shop.example`; or `"*"` for all. */
  readonly origins:
    "*" | readonly string[] | ((origin: string, request: IncomingRequest) => boolean);
  /** Allows requests with cookies; false by default, and not possible with `"*"`. */
  readonly credentials?: boolean | undefined;
  /** The request headers that pages may send; by default those that they ask for. */
  readonly allowedHeaders?: readonly string[] | undefined;
  /** The reply headers that pages may read; by default all of a reply. */
  readonly exposedHeaders?: readonly string[] | undefined;
  /** Seconds for which a browser may cache the reply to a preflight; left to the browser by default. */
  readonly maxAge?: number | undefined;
}

export interface CorsPolicy {
  /** The headers of the reply to a preflight; `undefined` if the request is not a preflight. */
  answer(request: IncomingRequest, methods: string): HeaderList | undefined;
  /** Adds headers to any other reply. */
  addTo(headers: HeaderList, request: IncomingRequest): void;
}

/** Throws if the options contradict each other. */
export function corsPolicy(options: CorsOptions): CorsPolicy {
  const { origins, credentials = false, allowedHeaders, exposedHeaders, maxAge } = options;
  if (origins === "*" && credentials)
    throw new Error('cors: credentials need a list of origins, not "*".');
  const isAllowed = ruleOf(origins);

  const addOrigin = (headers: HeaderList, request: IncomingRequest): boolean => {
    const origin = request.header("origin");
    if (origins !== "*") headers.push(["vary", "Origin"]);
    if (origin === undefined || !isAllowed(origin, request)) return false;
    headers.push(["access-control-allow-origin", origins === "*" ? "*" : origin]);
    if (credentials) headers.push(["access-control-allow-credentials", "true"]);
    return true;
  };

  return {
    answer(request, methods) {
      if (request.method !== "OPTIONS" || request.header("origin") === undefined) return undefined;
      if (request.header("access-control-request-method") === undefined) return undefined;
      const headers: HeaderList = [
        ["vary", "Access-Control-Request-Method, Access-Control-Request-Headers"],
      ];
      if (!addOrigin(headers, request)) return headers;
      headers.push(["access-control-allow-methods", methods]);
      const wanted = allowedHeaders?.join(", ") ?? namesIn(request);
      if (wanted !== "") headers.push(["access-control-allow-headers", wanted]);
      if (maxAge !== undefined) headers.push(["access-control-max-age", String(maxAge)]);
      return headers;
    },
    addTo(headers, request) {
      const names = exposedHeaders ?? headers.map(([name]) => name).filter(isHidden);
      if (!addOrigin(headers, request)) return;
      if (names.length > 0) {
        headers.push(["access-control-expose-headers", [...new Set(names)].join(", ")]);
      }
    },
  };
}

function ruleOf(
  origins: CorsOptions["origins"],
): (origin: string, request: IncomingRequest) => boolean {
  if (origins === "*") return () => true;
  if (typeof origins === "function") return origins;
  const known = new Set(origins);
  return (origin) => known.has(origin);
}

/** Validates the browser's list of names, which is sent back to it. */
function namesIn(request: IncomingRequest): string {
  const names = request.header("access-control-request-headers") ?? "";
  return /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+(?:[ \t]*,[ \t]*[!#$%&'*+\-.^_`|~0-9A-Za-z]+)*$/.test(names)
    ? names
    : "";
}

/** Pages cannot read such a header unless it is listed (the Fetch standard, section 2.2.2). */
function isHidden(name: string): boolean {
  return !VISIBLE.has(name.toLowerCase());
}

const VISIBLE: ReadonlySet<string> = new Set([
  "cache-control",
  "content-language",
  "content-length",
  "content-type",
  "expires",
  "last-modified",
  "pragma",
  "set-cookie",
  "vary",
]);
