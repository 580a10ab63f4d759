import { Readable } from "node:stream";
import { createStreamsClient } from "./client.js";
import type { StreamsHandlers } from "./server.js";
import type { ChatEvent, Reading } from "./types.js";

const client = createStreamsClient({ baseUrl: "https://streams.example" });

export async function clientReads(): Promise<void> {
  for await (const reading of await client.complete()) reading satisfies Reading;
  for await (const event of await client.watchChat()) {
    if (event.event === "said") event.data?.text satisfies string | undefined;
    // @ts-expect-error the data is no text any more
    event satisfies ChatEvent;
  }
  for await (const { data } of await client.completeMarked())
    if (data !== "[DONE]") data.value satisfies number;
  for await (const event of await client.tick()) event.data satisfies string;
}

export async function clientSends(): Promise<void> {
  async function* readings(): AsyncGenerator<Reading> {
    yield { at: 1, value: 2 };
  }
  await client.addReadings({ body: readings() });
  await client.addReadings({ body: [{ at: 1, value: 2 }] });
  // @ts-expect-error a reading has a value
  await client.addReadings({ body: [{ at: 1 }] });
  await client.replaceReadings({ contentType: "application/json-seq", body: [{ at: 1 }] });
}

export const handlers: Pick<StreamsHandlers, "watchReadings" | "addReadings" | "tick"> = {
  watchReadings: () => ({
    status: 200,
    contentType: "application/jsonl",
    body: (async function* (): AsyncGenerator<Reading> {
      yield { at: 1, value: 2 };
    })(),
  }),
  addReadings: async ({ body }) => {
    let count = 0;
    for await (const reading of body) count += reading.value > 0 ? 1 : 0;
    return { status: 200, body: count };
  },
  tick: () => ({ status: 200, body: Readable.from([{ data: "tick", id: "1" }]) }),
};

export const lists: Pick<StreamsHandlers, "watchReadings" | "tick"> = {
  watchReadings: () => ({
    status: 200,
    contentType: "application/jsonl",
    body: [{ at: 1, value: 2 }],
  }),
  tick: () => ({ status: 200, body: [{ data: "tick" }] }),
};

export const wrong: Pick<StreamsHandlers, "complete"> = {
  complete: () => ({
    status: 200,
    // @ts-expect-error not readings
    body: (async function* (): AsyncGenerator<string> {
      yield "x";
    })(),
  }),
};
