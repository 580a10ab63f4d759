import {
  QueryClient,
  skipToken,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useSuspenseQuery,
  useQueries,
  usePrefetchQuery,
} from "@tanstack/react-query";
import useSWR from "swr";
import { createBookshelfClient } from "generated/client.js";
import { createBookshelfQueries } from "generated/queries.js";
import type { Book } from "generated/types.js";
import { ApiError, ConnectionError } from "generated/runtime/client/errors.js";
type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <T extends true>(_?: T): void => {};
const books = createBookshelfQueries(createBookshelfClient({ baseUrl: "http://x" }));
const client = new QueryClient();
export function Component({ id }: { id: bigint | undefined }) {
  const one = useQuery({ ...books.getBook({ path: { bookId: 1n } }), staleTime: 5_000 });
  same<Same<typeof one.data, Book | undefined>>();
  if (one.error instanceof ApiError && one.error.status === 404) one.error.reply;
  const err: ApiError | ConnectionError | Error | null = one.error;
  type E = NonNullable<typeof one.error>;
  same<Same<Error extends E ? true : false, false>>();
  const selected = useQuery({
    ...books.getBook({ path: { bookId: 1n } }),
    select: (book) => book.title,
  });
  same<Same<typeof selected.data, string | undefined>>();
  const skipped = useQuery({
    ...books.getBook(id === undefined ? skipToken : { path: { bookId: id } }),
    enabled: true,
  });
  same<Same<typeof skipped.data, Book | undefined>>();
  const initial = useQuery({
    ...books.getBook({ path: { bookId: 1n } }),
    initialData: { id: 1n, title: "T" },
  });
  same<Same<typeof initial.data, Book>>();
  const placed = useQuery({
    ...books.getBook({ path: { bookId: 1n } }),
    placeholderData: (before) => before,
  });
  same<Same<typeof placed.data, Book | undefined>>();
  const suspended = useSuspenseQuery(books.getBook({ path: { bookId: 1n } }));
  same<Same<typeof suspended.data, Book>>();
  // @ts-expect-error: what suspends cannot be skipped
  useSuspenseQuery(books.getBook(skipToken));
  const several = useQueries({
    queries: [books.listBooks(), books.getBook({ path: { bookId: 1n } })],
  });
  same<Same<(typeof several)[1]["data"], Book | undefined>>();
  usePrefetchQuery(books.listBooks());
  void client.prefetchQuery(books.listBooks());
  const cached = client.getQueryData(books.getBook({ path: { bookId: 1n } }).queryKey);
  same<Same<typeof cached, Book | undefined>>();
  const adding = useMutation({
    ...books.addBook.mutation(),
    onMutate: ({ body }) => ({ before: body.title }),
    onError: (error, _variables, context) => {
      context?.before.toUpperCase();
      if ("status" in error && error.status === 409) void error.message;
    },
    onSuccess: (book) => {
      same<Same<typeof book, Book>>();
      return client.invalidateQueries({ queryKey: books.listBooks.key() });
    },
  });
  adding.mutate({ body: { id: 1n, title: "T" } });
  // @ts-expect-error: the body is missing
  adding.mutate({});
  const removing = useMutation(books.removeBook.mutation());
  removing.mutate({ path: { bookId: 1n } });
  const well = useQuery(books.health());
  same<Same<typeof well.data, null | undefined>>();
  const shelves = useInfiniteQuery(books.listShelves.infinite({ query: { limit: 20 } }));
  same<Same<NonNullable<typeof shelves.data>["pages"][number]["shelves"], string[]>>();
  // @ts-expect-error: there are no pages of books
  books.listBooks.infinite();
  const query = books.listBooks({ query: { limit: 3 } });
  const swr = useSWR(query.queryKey, () => query.queryFn());
  same<Same<typeof swr.data, Book[] | undefined>>();
  return [one, err, books.key(), books.key("books")];
}
