import { sValidator } from "@hono/standard-validator";
import { StandardSchemaV1Error, TRPCError, initTRPC } from "@trpc/server";
import { Hono } from "hono";
import { expect, test } from "vitest";
import type { NewPet, Pet } from "../../generated/types.js";
import { NewPetSchema, PetsSchema } from "../../generated/validators.js";

const valid: NewPet = { name: "Tom", categoryId: 2, status: "available" };
const invalid = { name: 1, status: "lost" };
const faults = [
  { path: ["categoryId"], message: expect.stringContaining("categoryId") as string },
  { path: ["name"], message: expect.stringContaining("string") as string },
  { path: ["status"], message: expect.stringContaining("available") as string },
];

interface Fault {
  readonly message: string;
  readonly path?: unknown;
}

function inOrder(issues: readonly Fault[]): readonly Fault[] {
  return issues
    .map(({ path, message }) => ({ path, message }))
    .sort((a, b) => String(a.path).localeCompare(String(b.path)));
}

test("hono: a body is checked before the handler, which has it as NewPet", async () => {
  const app = new Hono().post("/pets", sValidator("json", NewPetSchema), (context) => {
    const pet: NewPet = context.req.valid("json");
    return context.json({ ...pet, id: 7 } satisfies Pet, 201);
  });
  const post = (body: unknown) =>
    app.request("/pets", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });

  const made = await post(valid);
  expect(made.status).toBe(201);
  expect(await made.json()).toEqual({ ...valid, id: 7 });

  const refused = await post(invalid);
  expect(refused.status).toBe(400);
  const { error, success } = (await refused.json()) as { error: Fault[]; success: boolean };
  expect(success).toBe(false);
  expect(inOrder(error)).toEqual(faults);
});

test("tRPC: input is checked before the procedure, output after it", async () => {
  const { router, procedure, createCallerFactory } = initTRPC.create();
  const pets = router({
    add: procedure.input(NewPetSchema).mutation(({ input }): NewPet => input),
    list: procedure
      .input((value: unknown) => value as Pet[])
      .output(PetsSchema)
      .query(({ input }) => input),
  });
  const caller = createCallerFactory(pets)({});

  const added: NewPet = await caller.add(valid);
  expect(added).toEqual(valid);

  const refused: unknown = await caller.add(invalid as never).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(TRPCError);
  const { code, cause } = refused as TRPCError;
  expect(code).toBe("BAD_REQUEST");
  expect(cause).toBeInstanceOf(StandardSchemaV1Error);
  expect(inOrder((cause as StandardSchemaV1Error).issues as readonly Fault[])).toEqual(faults);

  const stored: Pet = { ...valid, id: 1 };
  expect(await caller.list([stored])).toEqual([stored]);
  const wrong: unknown = await caller
    .list([stored, { ...stored, id: "x" } as never])
    .catch((error: unknown) => error);
  const { cause: reason } = wrong as TRPCError;
  expect((reason as StandardSchemaV1Error).issues).toMatchObject([{ path: [1, "id"] }]);
});
