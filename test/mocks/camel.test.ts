import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { loadMocks } from "./load.js";

interface Car {
  readonly carKind: string;
  readonly ownedBy: readonly { readonly fullName: string }[];
}
type Call<Result> = (request: object) => Promise<Result>;
interface Garage {
  addCar: Call<Car>;
  listCars: Call<{ cars: readonly Car[]; nextCursor?: string }> & {
    next(request: object, reply: object): object | undefined;
    at(request: object, change: object | undefined): object;
  };
  watchCars: Call<AsyncIterable<{ eventId: number; car?: Car }>>;
  sendEvents: Call<void>;
}
interface Mock {
  readonly fetch: (input: Request | string, init?: RequestInit) => Promise<Response>;
  readonly calls: Readonly<Record<string, readonly { request: unknown; reply: unknown }[]>>;
  readonly state: Record<string, unknown[]>;
  use(handlers: object): void;
}

const folder = fileURLToPath(new URL("../golden/camel", import.meta.url));
const { mocks, client } = await loadMocks("input.yaml", folder, { case: "camel" });
const make = (name: string, ...values: readonly unknown[]): unknown =>
  mocks[`make${name}`]?.(...(values as never[]));
const quiet = { server: { onError: () => undefined } };
const mock = mocks["mockGarage"]?.(quiet as never) as Mock;
const sent: string[] = [];
const garage = client["createGarageClient"]?.({
  baseUrl: "http://garage.example",
  fetch: async (url: string, init: RequestInit) => {
    const answer = await mock.fetch(url, init);
    const body = typeof init.body === "string" ? init.body : "";
    sent.push(url + body, await answer.clone().text());
    return answer;
  },
} as never) as Garage;
const path = { garageId: "a" };
const owner = { fullName: "Ann" };
const car = { carKind: "petrol", tankSize: 40, ownedBy: [owner], builtIn: 2001 };

test("makers make values in camelCase, with what is given in camelCase", () => {
  const made = make("PetrolCar", { ownedBy: [owner] }) as Car;
  expect(made).toMatchObject({ ownedBy: [owner], carKind: expect.any(String) });
  expect(JSON.stringify(make("CarPage", undefined, { seed: 3 }))).not.toMatch(/car_kind|owned_by/);
});

test("client, server and handlers have camelCase, and what is between them has not", async () => {
  sent.length = 0;
  mock.use({
    addCar: ({ body }: { body: object }) => ({ status: 201, body: { ...body, builtIn: 1 } }),
  });
  const body = { contentType: "application/json", body: car };
  expect(await garage.addCar({ path, ...body })).toEqual({ ...car, builtIn: 1 });
  expect(sent[0]).toBe(
    'http://garage.example/garages/a/cars{"car_kind":"petrol","tank_size":40,"owned_by":[{"full_name":"Ann"}],"built_in":2001}',
  );
  expect(sent[1]).toContain('"built_in":1');
  expect(mock.calls["addCar"]?.[0]).toMatchObject({
    request: { path, body: car },
    reply: { body: { ...car, builtIn: 1 } },
  });
});

test("made replies, with their pages and streams", async () => {
  const { cars } = await garage.listCars({ path, query: { pageSize: 2 } });
  for (const one of cars) expect(one.carKind).toMatch(/electric|petrol/);
  const reply = { status: 200, body: { cars, nextCursor: "b" } };
  const next = garage.listCars.next({ path }, reply);
  expect(next).toEqual({ nextCursor: "b" });
  expect(garage.listCars.at({ path }, next)).toEqual({ path, query: { nextCursor: "b" } });
  const address = "https://a.example/?next_cursor=c&page_size=9&other_one=1";
  const linked = { ...reply, body: { cars, nextCursor: address } };
  expect(garage.listCars.next({ path }, linked)).toEqual({ nextCursor: "c", pageSize: "9" });
  const events: number[] = [];
  for await (const { eventId } of await garage.watchCars({})) events.push(eventId);
  expect(events).toEqual([expect.any(Number), expect.any(Number), expect.any(Number)]);
  await garage.sendEvents({ body: [{ eventId: 1, car }] });
  expect(sent.join()).toContain('{"event_id":1,"car":{"car_kind"');
});

test("what is wrong is said with the names of the wire", async () => {
  mock.use({ listCars: () => ({ status: 200, body: { cars: [{ ...car, ownedBy: [{}] }] } }) });
  await expect(garage.listCars({ path })).rejects.toThrow("500");
  expect(sent.at(-1)).toContain("/body/cars/0/owned_by/0");
  const wrong = { contentType: "application/json", body: { ...car, builtIn: "x" } };
  await expect(garage.addCar({ path, ...wrong })).rejects.toThrow("400");
  expect(sent.at(-1)).toMatch(/\/body\/built_in/);
});
