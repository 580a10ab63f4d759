import { ApiError, createBookShopClient, isErrorOf } from "./api";
import { isBook } from "./api/validators";

const shop = createBookShopClient({ baseUrl: process.env["SHOP"] ?? "" });

test("a list", async () => {
  const books = await shop.listBooks();
  expect(books.every(isBook)).toBe(true);
  process.stdout.write(`listed: ${books.map(({ title }) => title).join()}\n`);
});

test("an error that is declared", async () => {
  const error: unknown = await shop.addBook({ body: { title: "Emma" } }).catch((one) => one);
  expect(error).toBeInstanceOf(ApiError);
  if (isErrorOf(error, "addBook")) process.stdout.write(`refused: ${error.body.detail}\n`);
});
