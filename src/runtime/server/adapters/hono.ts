import { joinedFields } from "../requests/header-fields.js";
import { encoded, sentLength } from "./decoded-body.js";
import { type HostOptions, isFor } from "./mount.js";
import { targetOf } from "./platform.js";
import type { Server } from "../server.js";

/** The used part of Hono's context. */
export interface HonoContext {
  readonly req: {
    readonly raw: Request;
    readonly bodyCache: object;
    arrayBuffer(): Promise<ArrayBuffer>;
    formData(): Promise<FormData>;
  };
  readonly env: unknown;
  readonly res: Response;
}

/**
 * For `app.use(honoMiddleware(server))`. Matches the whole path, and passes on requests outside of the server's `basePath`.
 * Earlier middleware may have read the body, and its headers are kept.
 */
export function honoMiddleware<Host, Context extends HonoContext = HonoContext>(
  server: Server<Host>,
  ...[options = {}]: HostOptions<Context, Host>
): (context: Context, next: () => Promise<void>) => Promise<Response | void> {
  return async (context, next) => {
    const { raw } = context.req;
    if (!isFor(server, options, raw.method, targetOf(raw))) return await next();
    const request = raw.bodyUsed ? await readAgain(context) : raw;
    const response = await server.fetch(request, {
      remoteAddress: addressOf(context.env, raw),
      host: options.context?.(context),
      errors: options.errors,
    });
    // Hono would replace the response's headers by these.
    const { headers } = context.res;
    const fields: [string, string][] = [...response.headers].filter(([name]) => isJoined(name));
    for (const [name, value] of joinedFields(fields, (one) => earlierIn(headers, one))) {
      headers.delete(name);
      for (const one of [value].flat()) headers.append(name, one);
    }
    for (const [name] of response.headers) if (!isJoined(name)) headers.delete(name);
    return response;
  };
}

function isJoined(name: string): boolean {
  return name === "vary" || name === "set-cookie";
}

function earlierIn(headers: Headers, name: string): unknown {
  return name === "set-cookie" ? headers.getSetCookie() : headers.get(name);
}

/** The same request with the body that Hono keeps. */
async function readAgain({ req }: HonoContext): Promise<Request> {
  const { raw, bodyCache } = req;
  const [kept] = Object.keys(bodyCache);
  if (kept === undefined) return raw;
  const headers = new Headers(raw.headers);
  const init = { method: raw.method, headers, signal: raw.signal, duplex: "half" as const };
  if (kept !== "formData") {
    const content = await req.arrayBuffer();
    const isDecoded = kept === "text" || kept === "json";
    return new Request(raw.url, { ...init, body: isDecoded ? sentAs(content, headers) : content });
  }
  const form = await req.formData();
  const isPairs = /urlencoded/i.test(headers.get("content-type") ?? "");
  // A multipart body gets a boundary of its own.
  headers.delete("content-type");
  const body = isPairs
    ? new URLSearchParams([...form].map(([name, value]): [string, string] => [name, String(value)]))
    : form;
  return new Request(raw.url, { ...init, body });
}

/** The bytes of a body of which only its text is left. Where they cannot be known, reading them fails, as the server reports it. */
function sentAs(
  content: ArrayBuffer,
  headers: Headers,
): ReturnType<typeof encoded> | ReadableStream {
  const sent = sentLength(headers.get("content-length"), headers.get("content-encoding"));
  try {
    return encoded(new TextDecoder().decode(content), headers.get("content-type") ?? "", sent);
  } catch (error) {
    return new ReadableStream({ start: (stream) => stream.error(error) });
  }
}

/** What platforms pass to Hono beside a request. */
interface Env {
  /** @hono/node-server */
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: string } };
  /** AWS Lambda: the one or the other, by the version of the event. */
  readonly requestContext?: {
    readonly http?: { readonly sourceIp?: string };
    readonly identity?: { readonly sourceIp?: string };
  };
  /** Deno */
  readonly remoteAddr?: { readonly hostname?: string };
  /** Bun */
  requestIP?(request: Request): { readonly address: string } | null;
}

/** Undefined where the platform tells no address, as in workers. */
function addressOf(given: unknown, request: Request): string | undefined {
  const env = (given ?? {}) as Env;
  return (
    env.incoming?.socket?.remoteAddress ??
    env.requestContext?.http?.sourceIp ??
    env.requestContext?.identity?.sourceIp ??
    env.remoteAddr?.hostname ??
    env.requestIP?.(request)?.address
  );
}
