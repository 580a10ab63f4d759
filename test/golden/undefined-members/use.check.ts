import type { AddBookRequest, Book, ListBooksRequest } from "./types.js";

declare const genre: string | undefined;
export const request: ListBooksRequest = { query: { genre, page: 1 } };
export const book: Book = { title: "Emma", kind: undefined, author: { name: genre } };
export const sent: AddBookRequest = { body: undefined };
// @ts-expect-error: a title is required
export const untitled: Book = { title: undefined };
