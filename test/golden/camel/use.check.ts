// What is sent and received in camelCase: it must compile.
import { createGarageClient, isErrorOf } from "./index.js";
import { makeCar, mockGarage } from "./mocks.js";
import { named } from "./names.js";
import { createGarageQueries } from "./queries.js";
import { createGarageServer } from "./server.js";
import type { Car, Owner } from "./types.js";
import { CarSchema, checkCar, isCar, parseCar } from "./validators.js";
import { createGarageWebhooks } from "./webhook-sender.js";
import { createGarageWebhookServer } from "./webhooks.js";

const garage = createGarageClient({ baseUrl: "https://garage.example" });
const owner: Owner = { fullName: "Ann", _id: "a", soldTo: { fullName: "Ben" } };
const car: Car = { carKind: "petrol", tankSize: 50, ownedBy: [owner], kind_of: "a", kindOf: "b" };

export async function use(value: unknown): Promise<unknown> {
  const { cars, nextCursor } = await garage.listCars({
    path: { garageId: "a" },
    query: { pageSize: 3, filter: { maxPrice: 10_000 } },
    headers: { xRequestId: "b" },
    cookies: { sessionId: "c" },
  });
  for await (const one of garage.listCars.pages({
    path: { garageId: "a" },
    query: { nextCursor: nextCursor ?? "" },
  }))
    if (one.carKind === "petrol") one.tankSize.toFixed();
  const path = { garageId: "a" };
  try {
    await garage.addCar({ path, contentType: "application/json", body: car });
    await garage.addCar({
      path,
      contentType: "application/x-www-form-urlencoded",
      body: {
        carKind: "electric",
        batteryKwh: 1,
        ownedBy: [owner],
        extraParts: { some_part: { partNumber: 1 } },
      },
    });
    // @ts-expect-error: the names of the wire are not those of code
    await garage.addCar({ path, contentType: "application/json", body: { car_kind: "petrol" } });
    // @ts-expect-error: nor are those of parameters
    await garage.listCars({ path: { garage_id: "a" } });
  } catch (error) {
    if (isErrorOf(error, "addCar")) return error.body.errorCode;
  }
  await garage.addPhoto({ path: { carId: "a" }, body: { photoFile: new Blob(), takenBy: owner } });
  await garage.sendEvents({ body: [{ eventId: 1, car }] });
  for await (const { eventId, car } of await garage.watchCars()) car?.ownedBy.at(eventId)?.fullName;
  // What is checked has the names of the wire, so that it is no `Car`; what comes out is one.
  const isOne: boolean = isCar(value) && checkCar(value, []);
  const result = CarSchema["~standard"].validate(value);
  const made: Car = isOne
    ? parseCar(value)
    : result.issues
      ? makeCar({ carKind: "petrol" })
      : result.value;
  return [cars, named("Car").write(made)];
}

export const server = createGarageServer({
  handlers: {
    listCars: ({ path, query, headers, cookies }) => ({
      status: 200,
      body: {
        cars: [car],
        nextCursor: `${path.garageId} ${query.pageSize} ${query.filter?.maxPrice} ${headers.xRequestId} ${cookies.sessionId}`,
      },
    }),
    addCar: (request) =>
      request.contentType === "application/json"
        ? { status: 201, body: request.body }
        : {
            status: 201,
            body: { ...request.body, carKind: "electric", builtIn: request.body.builtIn + 1 },
          },
    addPhoto: ({ path, body }) =>
      path.carId === body?.takenBy?.fullName ? { status: 204 } : { status: 204 },
    watchCars: () => ({
      status: 200,
      contentType: "application/jsonl",
      body: (async function* () {
        yield { eventId: 1, car };
      })(),
    }),
    sendEvents: async ({ body }) => {
      for await (const { eventId } of body) eventId.toFixed();
      return { status: 204 };
    },
  },
});

export const receiver = createGarageWebhookServer({
  handlers: {
    postCarParked: ({ body }) => ({ status: 200, body: body?.car?.ownedBy[0] ?? owner }),
    carSold: () => ({ status: 204 }),
  },
});

export async function send(): Promise<string> {
  const sender = createGarageWebhooks({ url: "https://hooks.example" });
  await sender.carSold(
    {
      request: {
        path: { garageId: "a" },
        contentType: "application/json",
        body: { ...car, callbackUrl: "https://a.example" },
      },
    },
    { body: owner },
  );
  return (await sender.postCarParked({ body: { eventId: 1 } })).fullName;
}

export const query = createGarageQueries(garage).listCars({
  path: { garageId: "a" },
  query: { pageSize: 1 },
});
export const mock = mockGarage({
  handlers: {
    addCar: ({ body }) => ({ status: 201, body: { ...body, carKind: "petrol", tankSize: 1 } }),
  },
});
