import { createQuery, createMutation } from "@tanstack/svelte-query";
import { createBookshelfClient } from "generated/client.js";
import { createBookshelfQueries } from "generated/queries.js";
import type { Book } from "generated/types.js";
const books = createBookshelfQueries(createBookshelfClient({ baseUrl: "http://x" }));
const one = createQuery(() => ({ ...books.getBook({ path: { bookId: 1n } }), staleTime: 5_000 }));
export const data: Book | undefined = one.data;
const adding = createMutation(() => books.addBook.mutation());
adding.mutate({ body: { id: 1n, title: "T" } });
