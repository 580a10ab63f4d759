import { expect, test } from "vitest";
import { generated, withIds } from "./old-module.js";

type Made = Readonly<Record<string, any>>;

// As typed-openapi 2.2 has them.
test("typed-openapi: calls, queries and mutations are by method and path", async () => {
  const described = withIds([["get /dogs/{id}", "getDog"], ["post /cats/{id}"], ["get /dogs"]]);
  const made = await generated<Made>("typed-openapi", described);
  const { ApiClient, TanstackQueryApiClient, client, sent } = made;
  const api = new ApiClient(client);
  const queries = new TanstackQueryApiClient(api);
  const seven = queries.get("/dogs/{id}", { path: { id: "7" } });
  const adding = queries.mutation("post", "/cats/{id}").mutationOptions;
  const all = [
    api.get("/dogs"),
    api.request("post", "/cats/{id}", { path: { id: "6" } }),
    seven.queryOptions.queryFn(),
    adding.mutationFn({ path: { id: "8" } }),
  ];
  await Promise.allSettled(all);
  expect(sent).toEqual(["GET /dogs", "POST /cats/6", "GET /dogs/7", "POST /cats/8"]);
  expect(seven.queryKey).toEqual(seven.queryOptions.queryKey);
});

test("typed-openapi: header and overrides are those of the request", async () => {
  const described = withIds([["get /dogs"]]).replace(
    '"parameters":[]',
    '"parameters":[{"in":"header","name":"X-By","schema":{"type":"string"}}]',
  );
  const made = await generated<Made>("typed-openapi", described);
  const sent: RequestInit[] = [];
  const fetch = (_: string, init: RequestInit) => {
    sent.push(init);
    return Promise.resolve(new Response(null, { status: 204 }));
  };
  const own = { fetch, baseUrl: "http://kennel.example" };
  const client = Object.fromEntries(
    Object.entries(made["client"] as Record<string, (...given: any[]) => unknown>).map(
      ([name, call]) => [
        name,
        (request: unknown, options: object) => call(request, { ...options, ...own }),
      ],
    ),
  );
  const overrides = { credentials: "include", signal: new AbortController().signal };
  await new made["ApiClient"](client).get("/dogs", { header: { "X-By": "me" }, overrides });
  expect(sent).toMatchObject([{ credentials: "include", headers: { "x-by": "me" } }]);
});
