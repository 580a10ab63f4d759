import type { Atlas, ListBooksData } from "./types.js";

declare const atlas: Atlas;
declare const data: ListBooksData;
export const members: Record<string, unknown>[] = [atlas, data];
