// What the generated types promise at compile time. Each `@ts-expect-error` has to stay an error.
import {
  ApiError,
  type Call,
  createPetStoreClient,
  type GetPetReply,
  isErrorOf,
  type Pet,
  type PetStatus,
  type PetStoreError,
} from "../../generated/index.js";
import type { PetStoreAnswer, PetStoreHandlers } from "../../generated/server.js";
import type { ListPetsReceived } from "../../generated/types.js";

declare const pet: Pet;
declare const error: PetStoreError;
const client = createPetStoreClient({ baseUrl: "https://pets.example/v1", bearerAuth: "key" });

export async function clientNarrows(): Promise<void> {
  const reply = await client.getPet({ path: { petId: 7 } }).reply();
  if (reply.status === 200) reply.body satisfies Pet;
  if (reply.status === 404) reply.body.code satisfies string;
  if (reply.status === 429) reply.headers["Retry-After"] satisfies string;
  reply.headers["X-RateLimit-Remaining"] satisfies number;
  // @ts-expect-error a 429 has no body
  if (reply.status === 429) reply.body;
  // @ts-expect-error the status is not known yet
  reply.body.name;
  // @ts-expect-error 500 is not declared
  if (reply.status === 500) throw reply;

  (await client.listPets().ok()).status satisfies 200;
  (await client.listPets()) satisfies Pet[];
  (await client.createPet({ body: { name: "Ada", categoryId: 1 } })) satisfies Pet;
}

/** What a caught error is, without a cast. */
export function errorsNarrow(error: unknown): string {
  // @ts-expect-error it may be of any operation
  if (error instanceof ApiError && error.status === 404) return error.body.message;
  // @ts-expect-error there is no such operation
  isErrorOf(error, "getPets");
  if (!isErrorOf(error, "getPet")) return "";
  error.status satisfies 401 | 404 | 429;
  error.url satisfies string;
  // @ts-expect-error a 429 has no body
  error.body.message;
  if (error.status === 404) return error.body.message;
  if (error.status === 429) return error.reply.headers["Retry-After"];
  return error.body.code;
}

/** As wrappers, and libraries for queries, declare what they call. */
export const call: Call<GetPetReply> = client.getPet({ path: { petId: 7 } });
export const query: { queryFn(): Promise<Pet[]> } = { queryFn: () => client.listPets() };

export async function clientRefuses(): Promise<void> {
  // @ts-expect-error the request is missing
  await client.getPet();
  // @ts-expect-error petId is missing
  await client.getPet({ path: {} });
  // @ts-expect-error an id is a number
  await client.getPet({ path: { petId: "7" } });
  // @ts-expect-error not a status of a pet
  await client.listPets({ query: { status: "lost" } });
  // @ts-expect-error there is no such parameter
  await client.listPets({ query: { offset: 1 } });
  // @ts-expect-error categoryId is missing
  await client.createPet({ body: { name: "Ada" } });
  // @ts-expect-error the service chooses the id
  await client.createPet({ body: { id: 1, name: "Ada", categoryId: 1 } });
  // @ts-expect-error the key is missing
  createPetStoreClient({ baseUrl: "https://pets.example/v1" });
}

export const handlers: PetStoreHandlers = {
  // The server puts in the figures of the rate limit, and the default of `limit`.
  listPets: ({ query }: ListPetsReceived) => ({
    status: 200,
    body: [pet].slice(query.limit satisfies number),
  }),
  createPet: ({ body }) => ({ status: 201, body: { ...body, id: 1 } }),
  getPet: () => ({ status: 404, body: error }),
};

// What the functions of stubs return is not looked at as closely as a literal of a known type.
export const undeclaredBody = {
  // @ts-expect-error a 429 has no body
  async getPet() {
    return { status: 429, headers: { "Retry-After": "1" }, body: error };
  },
} satisfies Partial<PetStoreHandlers>;

// @ts-expect-error 201 is not declared for getPet
export const undeclared: PetStoreAnswer<GetPetReply> = { status: 201, body: pet };
// @ts-expect-error Retry-After is missing
export const withoutHeader: PetStoreAnswer<GetPetReply> = { status: 429, headers: {} };
// @ts-expect-error a pet is no error
export const wrongBody: PetStoreAnswer<GetPetReply> = { status: 404, body: pet };
// @ts-expect-error a status is one of three
export const status: PetStatus = "lost";
// @ts-expect-error an operation is missing
export const missing: PetStoreHandlers = {
  listPets: handlers.listPets,
  createPet: handlers.createPet,
};
