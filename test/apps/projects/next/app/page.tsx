import { Suspense } from "react";
import { createBookShopClient, isErrorOf } from "@/src/api";
import { Add } from "./add";

async function Books() {
  const shop = createBookShopClient({ baseUrl: process.env["SHOP"] ?? "/v1" });
  const books = await shop.listBooks({}, { init: { next: { tags: ["books"] } } });
  const refused = await shop.addBook({ body: { title: "Emma" } }).then(
    () => "nothing",
    (error: unknown) => (isErrorOf(error, "addBook") ? error.body.detail : String(error)),
  );
  return (
    <>
      <p>{`listed: ${books.map(({ title }) => title).join()}`}</p>
      <p>{`refused: ${refused}`}</p>
    </>
  );
}

export default function Page() {
  return (
    <main>
      <Suspense>
        <Books />
      </Suspense>
      <Add />
    </main>
  );
}
