import { createBookShopClient, isErrorOf } from "./api";
import { parseBook } from "./api/validators";

declare const process: { readonly argv: readonly string[] };

const shop = createBookShopClient({ baseUrl: process.argv[2] ?? "" });

async function main(): Promise<void> {
  const books = await shop.listBooks();
  console.log(`listed: ${books.map((book) => parseBook(book).title).join()}`);
  try {
    await shop.addBook({ body: { title: "Emma" } });
  } catch (error) {
    console.log(isErrorOf(error, "addBook") ? `refused: ${error.body.detail}` : String(error));
  }
}

void main();
