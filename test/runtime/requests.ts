import { chunksOf } from "../../src/runtime/wire/streams/chunks.js";
import type { IncomingRequest } from "../../src/runtime/server/server.js";

/** A request that came through no platform. */
export function requestWith(
  fields: Readonly<Record<string, string>>,
  more: {
    readonly target?: string;
    readonly method?: string;
    readonly body?: Uint8Array | string;
  } = {},
): IncomingRequest {
  const { target = "/", method = "GET", body } = more;
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  return {
    method,
    target,
    remoteAddress: "192.0.2.1",
    signal: new AbortController().signal,
    hasBody: bytes !== undefined,
    raw: undefined,
    header: (name) => fields[name],
    headers: () => Object.entries(fields),
    read: () => Promise.resolve(bytes ?? new Uint8Array()),
    chunks: () => chunksOf(new Blob(bytes ? [Uint8Array.from(bytes)] : []).stream()),
  };
}
