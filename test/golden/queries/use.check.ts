import { skipToken } from "@tanstack/query-core";
import type { BookshelfClient } from "./client.js";
import {
  useAddBook,
  useGetBook,
  useInfiniteListShelves,
  useListBooks,
  useSuspenseGetBook,
} from "./hooks.js";
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

export function useAll(): void {
  const titled: string | undefined = useGetBook(
    { path: { bookId: 1n } },
    { select: (book) => book.title },
  ).data;
  const book: Book | undefined = useGetBook(skipToken).data;
  const there: Book[] = useListBooks(undefined, { initialData: [] }).data;
  const suspended: Book = useSuspenseGetBook({ path: { bookId: 1n } }).data;
  const pages: (readonly string[])[] | undefined = useInfiniteListShelves().data?.pages.map(
    ({ shelves }) => shelves,
  );
  const adding = useAddBook({
    onMutate: ({ body }) => body.title,
    onError: (_error, _book, title) => title?.trim(),
  });
  adding.mutate({ body: { id: 1n, title: "T" } });
  // @ts-expect-error: there is no book without an id
  useGetBook();
  // @ts-expect-error: what suspends cannot be skipped
  useSuspenseGetBook(skipToken);
  void [titled, book, there, suspended, pages];
}
