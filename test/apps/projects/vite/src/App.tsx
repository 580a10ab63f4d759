import { useMutation, useQuery } from "@tanstack/react-query";
import { type Book, type BookShopClient, isErrorOf } from "./api";

export function App({ shop }: { shop: BookShopClient }) {
  const books = useQuery({ queryKey: ["books"], queryFn: () => shop.listBooks() });
  const add = useMutation({ mutationFn: (body: Book) => shop.addBook({ body }) });
  const problem = isErrorOf(add.error, "addBook") ? add.error.body.detail : add.error?.message;
  return (
    <main>
      <ul>
        {books.data?.map((book) => (
          <li key={book.title}>{book.title}</li>
        ))}
      </ul>
      <button onClick={() => add.mutate({ title: "Emma" })}>Add</button>
      <p>{problem}</p>
    </main>
  );
}
