import { createBookShopServer } from "@/src/api/server";

const server = createBookShopServer({
  handlers: {
    listBooks: () => ({ status: 200, body: [{ title: "served: Emma" }] }),
    addBook: ({ body }) => ({ status: 201, body }),
  },
});
const handle = (request: Request) => server.fetch(request);

export { handle as GET, handle as POST, handle as OPTIONS };
