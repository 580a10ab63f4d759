import { createReadStream } from "node:fs";
import { createBytesClient } from "./client.js";
import type { BytesHandlers } from "./server.js";

const client = createBytesClient({ baseUrl: "https://bytes.example" });
const path = { name: "a.bin" };

export async function clientReads(stream: boolean): Promise<void> {
  const reply = await client.getFile({ path }).reply();
  if (reply.status === 200) reply.body satisfies Uint8Array;
  else reply.body satisfies string;
  const streamed = await client.getFile({ path }, { stream: true }).reply();
  if (streamed.status === 200) streamed.body satisfies ReadableStream<Uint8Array>;
  (await client.getFile({ path }, { timeout: 5 })) satisfies Uint8Array;
  (await client.getFile({ path }, { stream: true })) satisfies ReadableStream<Uint8Array>;
  // @ts-expect-error there is no such option
  await client.getFile({ path }, { streamed: stream });
  (await client.postPicture({ path }).ok()).contentType satisfies `image/${string}`;
}

export async function clientSends(file: Blob, bytes: Uint8Array): Promise<void> {
  await client.putFile({ path, body: file });
  await client.putFile({ path, body: file.stream() });
  await client.putFile({ path, body: bytes });
  await client.postPicture({ path, contentType: "image/png", body: file });
  // @ts-expect-error not a type of images
  await client.postPicture({ path, contentType: "text/plain", body: file });
  await client.patchFile({ path, contentType: "application/json", body: { a: 1 } });
  await client.patchFile({ path, contentType: "text/plain", body: "a" });
  // @ts-expect-error JSON is no text
  await client.patchFile({ path, contentType: "application/json", body: "a" });
}

export const handlers: Pick<BytesHandlers, "getFile" | "putFile" | "postPicture"> = {
  getFile: ({ path: { name } }) =>
    name === "none"
      ? { status: 404, body: "There is none." }
      : { status: 200, body: createReadStream(name) },
  putFile: ({ body }) => {
    body satisfies Uint8Array;
    return { status: 204 };
  },
  postPicture: ({ contentType = "image/png", body = new Uint8Array() }) => ({
    status: 200,
    contentType,
    body: new Blob([Uint8Array.from(body)]),
  }),
};

// What the functions of stubs return is not looked at as closely as a literal of a known type.
export const undeclaredHeaders = {
  // @ts-expect-error a 204 of putFile has no headers
  async putFile() {
    return { status: 204, headers: { Location: "/files/a.bin" } };
  },
  // @ts-expect-error nor a body
  async putText() {
    return { status: 204, body: "a" };
  },
} satisfies Partial<BytesHandlers>;
