import type { AddressInfo } from "node:net";
import Koa from "koa";
import { type Book, createBookShopClient, isErrorOf } from "./api";
import { koaMiddleware } from "./api/runtime/server/adapters/koa";
import { createBookShopServer } from "./api/server";

const books: Book[] = [{ title: "Emma" }];
const server = createBookShopServer({
  handlers: {
    listBooks: () => ({ status: 200, body: books }),
    addBook: ({ body }) =>
      books.some(({ title }) => title === body.title)
        ? { status: 409, body: { detail: `${body.title} is there already` } }
        : { status: 201, body },
  },
});
const app = new Koa().use(koaMiddleware(server));
const listener = app.listen(0, "127.0.0.1", () => {
  const { port } = listener.address() as AddressInfo;
  const shop = createBookShopClient({ baseUrl: `http://127.0.0.1:${port}/v1` });
  void talk(shop).finally(() => listener.close());
});

async function talk(shop: ReturnType<typeof createBookShopClient>): Promise<void> {
  const listed = await shop.listBooks();
  console.log(`listed: ${listed.map(({ title }) => title).join()}`);
  const error: unknown = await shop.addBook({ body: { title: "Emma" } }).catch((one) => one);
  console.log(isErrorOf(error, "addBook") ? `refused: ${error.body.detail}` : error);
}
