import { request as request1 } from "node:http";
import { connect } from "node:http2";
import type { IncomingHttpHeaders } from "node:http";

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  readonly text: string;
  /** When each piece of the body came, in milliseconds since the head. */
  readonly pieces: readonly (readonly [at: number, text: string])[];
}

export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Without its length, as `curl -T -` sends it. */
  readonly isOpen?: boolean;
  /** Leaves at the first piece of the body. */
  readonly leaves?: boolean;
}

/** Over HTTP/2 where the address says so, without a client's own ideas. */
export async function send(url: string, target: string, sent: Sent = {}): Promise<Answer> {
  return url.startsWith("h2:")
    ? await send2(url.slice(3), target, sent)
    : await send1(url, target, sent);
}

function send1(url: string, target: string, sent: Sent): Promise<Answer> {
  const { method = "GET", headers = {}, body, isOpen, leaves } = sent;
  return new Promise((resolve, reject) => {
    const length =
      body === undefined || isOpen ? {} : { "content-length": Buffer.byteLength(body) };
    const outgoing = request1(url + target, {
      method,
      headers: { ...headers, ...length },
      agent: false,
    });
    outgoing.on("response", (incoming) => {
      const gather = gathering(resolve, incoming.statusCode ?? 0, incoming.headers);
      incoming.on("data", (piece: Buffer) => {
        gather.add(piece);
        if (leaves) {
          outgoing.destroy();
          gather.end();
        }
      });
      incoming.on("end", gather.end);
      incoming.on("error", (error) => (leaves ? undefined : reject(error)));
    });
    outgoing.on("error", (error) => (leaves ? undefined : reject(error)));
    if (body === undefined || !isOpen) outgoing.end(body);
    else {
      outgoing.write(body);
      setTimeout(() => outgoing.end(), 20);
    }
  });
}

function send2(url: string, target: string, sent: Sent): Promise<Answer> {
  const { method = "GET", headers = {}, body, leaves } = sent;
  return new Promise((resolve, reject) => {
    const session = connect(url);
    session.on("error", reject);
    const stream = session.request(
      { ":path": target, ":method": method, ...headers },
      { endStream: body === undefined },
    );
    stream.on("response", (fields) => {
      const end = (answer: Answer): void => {
        session.destroy();
        resolve(answer);
      };
      const gather = gathering(end, fields[":status"] ?? 0, fields as IncomingHttpHeaders);
      stream.on("data", (piece: Buffer) => {
        gather.add(piece);
        if (leaves) {
          stream.destroy();
          gather.end();
        }
      });
      stream.on("end", () => (stream.rstCode === 0 ? gather.end() : reject(new Error("reset"))));
    });
    stream.on("error", (error) => {
      session.destroy();
      reject(error);
    });
    if (body !== undefined) stream.end(body);
  });
}

function gathering(
  resolve: (answer: Answer) => void,
  status: number,
  headers: IncomingHttpHeaders,
) {
  const began = performance.now();
  const chunks: Buffer[] = [];
  const pieces: (readonly [number, string])[] = [];
  return {
    add(piece: Buffer): void {
      chunks.push(piece);
      pieces.push([performance.now() - began, piece.toString()]);
    },
    end(): void {
      const body = Buffer.concat(chunks);
      resolve({ status, headers, body, text: body.toString(), pieces });
    },
  };
}

export const json = (value: unknown, method = "POST"): Sent => ({
  method,
  headers: { "content-type": "application/json" },
  body: JSON.stringify(value),
});

/** A form as a browser sends it, and its type. */
export async function form(fields: readonly (readonly [string, string | File])[]): Promise<Sent> {
  const data = new FormData();
  for (const [name, value] of fields) data.append(name, value);
  const packed = new Response(data);
  return {
    method: "POST",
    headers: { "content-type": packed.headers.get("content-type") ?? "" },
    body: new Uint8Array(await packed.arrayBuffer()),
  };
}

export const urlencoded = (text: string): Sent => ({
  method: "POST",
  headers: { "content-type": "application/x-www-form-urlencoded" },
  body: text,
});
