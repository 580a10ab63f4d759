import type { Attempt, Performance } from "./client.js";
import type { Broken, Outgoing } from "./operation.js";
import { webStream } from "../wire/streams/web-stream.js";
import type { HookCallOptions, ProgressEvent } from "./options.js";

/** Reports the numbers of bytes that a call has sent and received. */
export function reportProgress(perform: Performance): Performance {
  return (attempt: Attempt & HookCallOptions, sign) => {
    const { onUploadProgress, onDownloadProgress, read } = attempt;
    const changes: Partial<Attempt>[] = [];
    if (onUploadProgress && attempt.body) changes.push(counted(attempt, onUploadProgress));
    if (onDownloadProgress)
      changes.push({
        read(outgoing: Outgoing, response: Response, broken: Broken) {
          const { body, headers } = response;
          // Compressed content is counted after decompression.
          const length = headers.has("content-encoding") ? null : headers.get("content-length");
          const total = length === null ? undefined : Number(length);
          const whole = body && webStream(body).pipeThrough(counter(onDownloadProgress, total));
          return read(outgoing, whole ? new Response(whole, response) : response, broken);
        },
      });
    return perform(changes.length > 0 ? Object.assign({}, attempt, ...changes) : attempt, sign);
  };
}

/** The body as a stream that counts its bytes, if the platform can send streams. */
function counted(
  { body, type }: Attempt,
  report: (event: ProgressEvent) => void,
): Partial<Attempt> {
  if (!canSendStreams()) return {};
  const total = body instanceof ReadableStream ? undefined : new Blob([body as Blob]).size;
  const whole = new Response(body ?? null);
  const stream = whole.body?.pipeThrough(counter(report, total));
  // Unlike a `Blob`, a stream has no media type.
  const ownType = type ?? whole.headers.get("content-type") ?? undefined;
  return stream ? { body: stream, duplex: "half", type: ownType } : {};
}

function counter(
  report: (event: ProgressEvent) => void,
  total: number | undefined,
): TransformStream<Uint8Array, Uint8Array> {
  let loaded = 0;
  return new TransformStream({
    transform(chunk, controller) {
      loaded += chunk.byteLength;
      report({ loaded, total });
      controller.enqueue(chunk);
    },
  });
}

/** True if the platform reads `duplex`; one that does not would send `[object ReadableStream]`. */
function canSendStreams(): boolean {
  let isAsked = false;
  const options = {
    method: "POST",
    body: new ReadableStream(),
    get duplex() {
      isAsked = true;
      return "half";
    },
  };
  const { headers } = new Request(
    "https://localhost",
    options as ConstructorParameters<typeof Request>[1],
  );
  return isAsked && !headers.has("content-type");
}
