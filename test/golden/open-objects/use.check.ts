// What is sent and received as an object of which nothing is known: it must compile.
import { createNotesClient } from "./index.js";
import { createNotesServer } from "./server.js";
import type { Note } from "./types.js";

interface Meta {
  author: string;
}

const meta: Meta = { author: "Ann" };
const notes = createNotesClient({ baseUrl: "https://notes.example" });

export async function add(note: Note): Promise<unknown> {
  await notes.addNote({ body: { text: "a", meta, more: meta, named: { a: meta }, kept: [meta] } });
  await notes.addNote({ body: { text: "a", meta, answers: [{ text: "b", meta }] } });
  // What was received can be sent.
  await notes.addNote({ body: note });
  await notes.setNotes({ contentType: "application/json", body: [note, { text: "a", meta }] });
  // @ts-expect-error: an object it has to be
  await notes.addNote({ body: { text: "a", meta: "b" } });
  // @ts-expect-error: the other members are what they were
  await notes.addNote({ body: { text: 1, meta } });
  // @ts-expect-error: so are objects of which something is known
  await notes.addNote({ body: { text: "a", meta, counts: { a: "b" } } });
  const { meta: received } = await notes.addNote({ body: note });
  return received["author"];
}

export async function place(): Promise<void> {
  await notes.setPlace({ body: { x: 1 } });
  await notes.addPlace({ body: { name: "a" } });
  await notes.changePlace({ body: meta });
  // @ts-expect-error: what stands beside the type says more
  await notes.setPlace({ body: meta });
  // @ts-expect-error: so does a union
  await notes.addPlace({ body: meta });
}

export const server = createNotesServer({
  handlers: {
    addNote: ({ body }) => ({ status: 201, body: { ...body, text: String(body.meta["author"]) } }),
    setNotes: () => ({ status: 204 }),
    setPlace: () => ({ status: 204 }),
    addPlace: () => ({ status: 204 }),
    changePlace: () => ({ status: 204 }),
  },
});
