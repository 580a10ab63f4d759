import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import { isUtf8 } from "node:buffer";
import { timingSafeEqual } from "node:crypto";
import type { NewPet, Pet, PetStatus } from "../../generated/types.js";
import { type Caller, KEY, store } from "./server-store.js";

// What a careful person writes without a library: the same checks, the same replies, nothing else.

const BODY_LIMIT = 1_048_576;
const key = Buffer.from(KEY);

class Failure extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export const handler = (request: IncomingMessage, response: ServerResponse): void =>
  void answer(request, response);

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    await route(request, response);
  } catch (error) {
    const failure =
      error instanceof Failure
        ? error
        : new Failure(500, "internal_error", "Something went wrong.");
    const { status, code, message } = failure;
    const more = status === 401 ? ["WWW-Authenticate", "Bearer"] : [];
    reply(request, response, status, { code, message, status }, more);
  }
}

async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const target = request.url ?? "/";
  const mark = target.indexOf("?");
  const path = mark < 0 ? target : target.slice(0, mark);
  const { method } = request;
  if (path === "/v1/pets") {
    if (method === "GET" || method === "HEAD") {
      await authenticate(request);
      accepts(request);
      const query = readQuery(mark < 0 ? "" : target.slice(mark + 1));
      const pets = await store.list(query.limit, query.status);
      if (!pets.every(isPet)) throw new Error("The list has something in it that is no pet.");
      return reply(request, response, 200, pets);
    }
    if (method === "POST") {
      await authenticate(request);
      accepts(request);
      const pet = await store.add(await readNewPet(request));
      if (!isPet(pet)) throw new Error("What was added is no pet.");
      return reply(request, response, 201, pet);
    }
    return notAllowed(request, response, "GET, POST, HEAD, OPTIONS");
  }
  if (path.startsWith("/v1/pets/") && path.indexOf("/", 9) < 0 && path.length > 9) {
    if (method !== "GET" && method !== "HEAD")
      return notAllowed(request, response, "GET, HEAD, OPTIONS");
    await authenticate(request);
    accepts(request);
    const id = integer(decode(path.slice(9)), "path/petId");
    const pet = await store.find(id);
    if (pet === undefined) throw new Failure(404, "not_found", `There is no pet ${id}.`);
    if (!isPet(pet)) throw new Error("What was found is no pet.");
    return reply(request, response, 200, pet);
  }
  throw new Failure(404, "not_found", "There is nothing here.");
}

function notAllowed(request: IncomingMessage, response: ServerResponse, allow: string): void {
  if (request.method !== "OPTIONS") {
    const body = {
      code: "method_not_allowed",
      message: "This method is not allowed.",
      status: 405,
    };
    return reply(request, response, 405, body, ["Allow", allow]);
  }
  response.writeHead(204, ["Allow", allow]);
  response.end();
}

function reply(
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  body: unknown,
  more: readonly string[] = [],
): void {
  const text = JSON.stringify(body);
  const length = String(Buffer.byteLength(text));
  response.writeHead(status, [
    "content-type",
    "application/json",
    "content-length",
    length,
    ...more,
  ]);
  response.end(request.method === "HEAD" ? undefined : text);
}

async function authenticate(request: IncomingMessage): Promise<Caller> {
  const field = request.headers.authorization;
  if (field !== undefined && /^bearer /i.test(field)) {
    const given = Buffer.from(field.slice(7).trim());
    if (given.length === key.length && timingSafeEqual(given, key)) return { id: "bench" };
  }
  throw new Failure(401, "unauthorized", "Valid credentials are needed.");
}

function accepts(request: IncomingMessage): void {
  const { accept } = request.headers;
  if (
    accept === undefined ||
    accept === "*/*" ||
    /application\/json|application\/\*|\*\/\*/.test(accept)
  )
    return;
  throw new Failure(406, "not_acceptable", "This can be sent as application/json.");
}

function decode(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Failure(400, "bad_request", "The address is not percent-encoded UTF-8.");
  }
}

function integer(text: string, place: string): number {
  const value = Number(text);
  if (!/^-?(?:0|[1-9]\d*)$/.test(text) || !Number.isSafeInteger(value))
    throw new Failure(400, "bad_request", `${place} must be an integer`);
  return value;
}

function isStatus(value: unknown): value is PetStatus {
  return value === "available" || value === "pending" || value === "sold";
}

function readQuery(query: string): { limit: number; status: PetStatus | undefined } {
  let limit: number | undefined;
  let status: PetStatus | undefined;
  for (const pair of query === "" ? [] : query.split("&")) {
    const equals = pair.indexOf("=");
    const name = decode((equals < 0 ? pair : pair.slice(0, equals)).replaceAll("+", " "));
    const value = decode((equals < 0 ? "" : pair.slice(equals + 1)).replaceAll("+", " "));
    if (name === "limit") {
      if (limit !== undefined) throw new Failure(400, "bad_request", "query/limit is given twice");
      limit = integer(value, "query/limit");
      if (limit < 1 || limit > 100)
        throw new Failure(400, "bad_request", "query/limit must be from 1 to 100");
    } else if (name === "status") {
      if (status !== undefined)
        throw new Failure(400, "bad_request", "query/status is given twice");
      if (!isStatus(value))
        throw new Failure(400, "bad_request", "query/status is not one of the three");
      status = value;
    }
  }
  return { limit: limit ?? 20, status };
}

async function readNewPet(request: IncomingMessage): Promise<NewPet> {
  const type = request.headers["content-type"];
  if (type === undefined || !/^application\/json\s*(?:;|$)/i.test(type))
    throw new Failure(415, "unsupported_media_type", "The body has to be application/json.");
  const bytes = await readBody(request);
  let body: unknown;
  try {
    if (!isUtf8(bytes)) throw new SyntaxError("no UTF-8");
    body = JSON.parse(bytes.toString());
  } catch {
    throw new Failure(400, "bad_request", "body must be JSON");
  }
  const issues: string[] = [];
  if (!isNewPet(body)) {
    if (typeof body !== "object" || body === null || Array.isArray(body))
      issues.push("body must be an object");
    else {
      const { name, categoryId, status } = body as Record<string, unknown>;
      if (typeof name !== "string") issues.push("body/name must be a string");
      if (!Number.isSafeInteger(categoryId)) issues.push("body/categoryId must be an integer");
      if (status !== undefined && !isStatus(status))
        issues.push("body/status is not one of the three");
    }
    throw new Failure(400, "bad_request", issues.join("; "));
  }
  return body;
}

function isNewPet(value: unknown): value is NewPet {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const { name, categoryId, status } = value as Record<string, unknown>;
  return (
    typeof name === "string" &&
    Number.isSafeInteger(categoryId) &&
    (status === undefined || isStatus(status))
  );
}

function isPet(value: unknown): value is Pet {
  return isNewPet(value) && Number.isSafeInteger((value as Partial<Pet>).id);
}

function readBody(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const refuse = (): void =>
      reject(new Failure(413, "content_too_large", "The body is too large."));
    if (Number(request.headers["content-length"] ?? 0) > BODY_LIMIT) return refuse();
    const chunks: Buffer[] = [];
    let length = 0;
    request.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > BODY_LIMIT) refuse();
      else chunks.push(chunk);
    });
    request.on("end", () =>
      resolve(chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks)),
    );
    request.on("error", reject);
  });
}

export const start = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer(handler);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    });
  });
