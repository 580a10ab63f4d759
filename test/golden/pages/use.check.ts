import type { ListsClient } from "./client.js";
import type { Thing } from "./types.js";

export async function use(api: ListsClient): Promise<void> {
  for await (const thing of api.byCursor.pages({ query: { limit: 50 } })) print(thing.id);
  for await (const page of api.byPage.pages().byPage()) page.map(({ id }) => print(id));
  for await (const thing of api.byBody.pages({ body: { text: "a" } })) print(thing.id);
  const all: Thing[] = await api.byLink({ query: { page: 2 } });
  print(all.length);
  // @ts-expect-error: the text is needed
  api.byBody.pages();
  // @ts-expect-error: all of it comes at once
  api.whole.pages();
}

declare function print(value: number): void;
