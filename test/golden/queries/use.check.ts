import { skipToken } from "@tanstack/query-core";
import type { BookshelfClient } from "./client.js";
import { createBookshelfQueries } from "./queries.js";
import type { Book } from "./types.js";

declare const api: BookshelfClient;
const books = createBookshelfQueries(api);
export const one: Promise<Book> = books.getBook({ path: { bookId: 1n } }).queryFn();
export const all: Promise<Book[]> = books.listBooks().queryFn();
export const none: Promise<null> = books.health().queryFn();
export const added: Promise<Book> = books.addBook
  .mutation()
  .mutationFn({ body: { id: 1n, title: "T" } });
export const skipped = books.getBook(skipToken).queryFn;
// @ts-expect-error: there is no book without an id
books.getBook();
// @ts-expect-error: there is no such tag
books.key("authors");
