import { createBookShopClient, isErrorOf } from "@/src/api";
import { Add } from "./add";

export const dynamic = "force-dynamic";

export default async function Page() {
  const shop = createBookShopClient({ baseUrl: process.env["SHOP"] ?? "/v1" });
  const books = await shop.listBooks({}, { init: { next: { tags: ["books"] } } });
  const refused = await shop.addBook({ body: { title: "Emma" } }).then(
    () => "nothing",
    (error: unknown) => (isErrorOf(error, "addBook") ? error.body.detail : String(error)),
  );
  return (
    <main>
      <p>{`listed: ${books.map(({ title }) => title).join()}`}</p>
      <p>{`refused: ${refused}`}</p>
      <Add />
    </main>
  );
}
