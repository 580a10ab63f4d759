import { MutationObserver, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { type Book, createBookShopClient, isErrorOf } from "./api";
import { App } from "./App";

declare const process: { readonly argv: readonly string[] };

const shop = createBookShopClient({ baseUrl: process.argv[2] ?? "" });
const client = new QueryClient();
await client.prefetchQuery({ queryKey: ["books"], queryFn: () => shop.listBooks() });
const add = new MutationObserver(client, {
  mutationFn: (body: Book) => shop.addBook({ body }),
  onError: (error) =>
    console.log(isErrorOf(error, "addBook") ? `refused: ${error.body.detail}` : error.message),
});
await add.mutate({ title: "Emma" }).catch(() => undefined);
const page = renderToString(
  <QueryClientProvider client={client}>
    <App shop={shop} />
  </QueryClientProvider>,
);
console.log(page.includes("<li>Emma</li>") ? "listed: Emma" : page);
