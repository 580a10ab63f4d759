import { createBookshelfClient } from "./client.js";
import { makeBook, makeTongue, makeMedia, mockBookshelf } from "./mocks.js";
import type { Book, Tongue, Media } from "./types.js";

const book: Book = makeBook({ title: "T" }, { seed: "a" });
const language: Tongue = makeTongue();
const media: Media = makeMedia({ kind: "audio", minutes: 3 });
// @ts-expect-error: a title is a text
makeBook({ title: 1 });
// @ts-expect-error: a book has no such member
makeBook({ name: "T" });

export const mock = mockBookshelf({
  seed: 1,
  handlers: {
    getBook: ({ path }) => ({ status: 200, body: makeBook({ id: path.bookId }) }),
    listBooks: 503,
    removeBook: { delay: 10, status: 429, headers: { "Retry-After": "2" }, times: 1 },
    getCover: "offline",
  },
});
// @ts-expect-error: there is no such operation
mock.use({ getBooks: 404 });
// @ts-expect-error: a book has more than that
mock.use({ getBook: () => ({ status: 200, body: { title: "T" } }) });
export const title: string | undefined = mock.calls.addBook[0]?.request.body.title;
export const client = createBookshelfClient({
  baseUrl: "http://mock",
  fetch: mock.fetch,
  login: "secret",
});
mock.state["/books"] = [book];

interface Handler {
  readonly info: object;
}
declare function setupServer(...handlers: readonly Handler[]): void;
setupServer(...mock.msw());
export const all = [language, media];
