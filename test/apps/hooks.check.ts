import { skipToken } from "@tanstack/react-query";
import {
  useAddBook,
  useGetBook,
  useHealth,
  useInfiniteListShelves,
  useListBooks,
  useRemoveBook,
  useSuspenseGetBook,
} from "generated/hooks.js";
import type { Book } from "generated/types.js";
import { ApiError } from "generated/runtime/client/errors.js";
type Same<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <T extends true>(_?: T): void => {};
export function useAll(id: bigint | undefined) {
  const one = useGetBook({ path: { bookId: 1n } }, { staleTime: 5_000 });
  same<Same<typeof one.data, Book | undefined>>();
  type E = NonNullable<typeof one.error>;
  same<Same<Error extends E ? true : false, false>>();
  if (one.error instanceof ApiError && one.error.status === 404) one.error.reply;
  const titled = useGetBook({ path: { bookId: 1n } }, { select: (book) => book.title });
  same<Same<typeof titled.data, string | undefined>>();
  const skipped = useGetBook(id === undefined ? skipToken : { path: { bookId: id } });
  same<Same<typeof skipped.data, Book | undefined>>();
  const initial = useGetBook(
    { path: { bookId: 1n } },
    { initialData: () => ({ id: 1n, title: "T" }) },
  );
  same<Same<typeof initial.data, Book>>();
  const placed = useListBooks(undefined, { placeholderData: (before) => before });
  same<Same<typeof placed.data, Book[] | undefined>>();
  const suspended = useSuspenseGetBook({ path: { bookId: 1n } }, { select: (book) => book.id });
  same<Same<typeof suspended.data, bigint>>();
  // @ts-expect-error: what suspends cannot be skipped
  useSuspenseGetBook(skipToken);
  // @ts-expect-error: there is no book without an id
  useGetBook();
  const well = useHealth();
  same<Same<typeof well.data, null | undefined>>();
  const shelves = useInfiniteListShelves({ query: { limit: 20 } }, { maxPages: 3 });
  same<Same<NonNullable<typeof shelves.data>["pages"][number]["shelves"], string[]>>();
  const adding = useAddBook({
    onMutate: ({ body }) => ({ before: body.title }),
    onError: (error, _variables, result) => {
      result?.before.toUpperCase();
      if ("status" in error && error.status === 409) void error.message;
    },
    onSuccess: (book) => same<Same<typeof book, Book>>(),
  });
  adding.mutate({ body: { id: 1n, title: "T" } });
  // @ts-expect-error: the body is missing
  adding.mutate({});
  useRemoveBook().mutate({ path: { bookId: 1n } });
}
