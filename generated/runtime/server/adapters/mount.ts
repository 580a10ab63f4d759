import type { Server } from "../server.js";

/** Whether a target lies where `server` is mounted; the rest is for what else the application has. */
export function isMountedAt(server: Server, target: string): boolean {
  const path = target.charCodeAt(0) === SLASH ? target : target.replace(/^https?:\/\/[^/]*/i, "");
  return isBelow(server.basePath, path) || server.hasElsewhere(path);
}

/** Whether a path is the one that stands before all, or goes on behind it. */
export function isBelow(basePath: string, path: string): boolean {
  if (!path.startsWith(basePath)) return false;
  const next = path.charAt(basePath.length);
  return basePath === "" || next === "/" || next === "?" || next === "";
}

const SLASH = 0x2f;

/** Where the parsers of a framework leave what they have read. */
export interface ParsedBody {
  readonly body?: unknown;
  /** The bytes, or their text, where something keeps them. */
  readonly rawBody?: unknown;
}

/**
 * The bytes of a body that something has read before. JSON is written again from its value; that
 * fails where the value may not be what was sent, and so does what is neither JSON, text nor bytes.
 */
export function bytesOf({ body, rawBody }: ParsedBody, isJson: boolean): Uint8Array {
  for (const content of [rawBody, body]) {
    if (content instanceof Uint8Array) return content;
    if (typeof content === "string") return new TextEncoder().encode(content);
  }
  if (!isJson || body === undefined) throw new Error(READ_BEFORE);
  return new TextEncoder().encode(JSON.stringify(body, refuseRounded));
}

function refuseRounded(_: string, value: unknown): unknown {
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) throw new Error(READ_BEFORE);
  return value;
}

/** What an adapter says of a body that nobody can read any more. */
export const READ_BEFORE =
  "The body of the request was read before the API saw it: mount the API before the body parsers.";
