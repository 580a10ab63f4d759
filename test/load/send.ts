import { Agent, request } from "node:http";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

/** What came back; `status` is 0 when the connection was closed without a reply. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Sends a whole request over one of the connections that are kept. */
export function send(
  port: number,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: string | Uint8Array,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { agent, port, host: "127.0.0.1", method, path, headers },
      (incoming) => {
        let text = "";
        incoming.setEncoding("utf8");
        incoming.on("data", (chunk: string) => (text += chunk));
        incoming.on("error", reject);
        incoming.on("end", () =>
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: text }),
        );
      },
    );
    outgoing.setTimeout(30_000, () => outgoing.destroy(new Error("no reply within 30 s")));
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

/** One step of what a client writes to a connection of its own: bytes, a pause, or the end of it all. */
export type Step = string | Uint8Array | { readonly wait: number } | "cut";

/** Writes step by step; the reply is what has come until the connection is closed, or a whole one. */
export function write(port: number, steps: readonly Step[]): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    let text = "";
    let isCut = false;
    const finish = (): void => {
      socket.destroy();
      resolve(parsed(text));
    };
    socket.setTimeout(30_000, () => {
      socket.destroy();
      reject(new Error("no reply within 30 s"));
    });
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      if (isWhole(text)) finish();
    });
    // A server that answers early may close while we write.
    socket.on("error", finish);
    socket.on("close", finish);
    const go = async (): Promise<void> => {
      for (const step of steps) {
        if (isCut || socket.destroyed) return;
        if (step === "cut") {
          isCut = true;
          socket.destroy();
        } else if (typeof step === "object" && "wait" in step) await sleep(step.wait);
        else socket.write(step);
      }
    };
    socket.on("connect", () => void go());
  });
}

function parsed(received: string): Reply {
  const text = received.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, "");
  const [head = "", ...rest] = text.split("\r\n\r\n");
  const [line = "", ...fields] = head.split("\r\n");
  const headers: Record<string, string> = {};
  for (const field of fields) {
    const colon = field.indexOf(":");
    headers[field.slice(0, colon).toLowerCase()] = field.slice(colon + 1).trim();
  }
  return { status: Number(line.split(" ")[1] ?? 0), headers, body: rest.join("\r\n\r\n") };
}

function isWhole(text: string): boolean {
  const { headers, body } = parsed(text);
  return body.length >= Number(headers["content-length"] ?? Infinity);
}
