import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { NewPet, Pet, PetStatus, PetStoreError } from "../../generated/types.js";
import {
  NewPetSchema,
  PetSchema,
  PetStatusSchema,
  PetStoreErrorSchema,
  PetsSchema,
  checkNewPet,
  checkPet,
  checkPetStatus,
  checkPetStoreError,
  checkPets,
  isNewPet,
  isPet,
  isPetStatus,
  isPetStoreError,
  isPets,
  parseNewPet,
  parsePet,
  parsePetStatus,
  parsePetStoreError,
  parsePets,
} from "../../generated/validators.js";
import { ValidationError } from "../../generated/runtime/validate/validate.js";
import type { Issue } from "../../generated/runtime/validate/issue.js";

const status: fc.Arbitrary<PetStatus> = fc.constantFrom("available", "pending", "sold");
const id = fc.maxSafeInteger();
const newPet: fc.Arbitrary<NewPet> = fc.record(
  { name: fc.string({ unit: "binary" }), categoryId: id, status },
  { requiredKeys: ["name", "categoryId"] },
);
const pet: fc.Arbitrary<Pet> = fc.tuple(newPet, id).map(([rest, id]) => ({ ...rest, id }));
const error: fc.Arbitrary<PetStoreError> = fc.record({
  code: fc.string(),
  message: fc.string(),
  status: fc.integer(),
});

/** Each model with all that is generated for it. */
const models = {
  PetStatus: {
    values: status,
    is: isPetStatus,
    check: checkPetStatus,
    parse: parsePetStatus,
    schema: PetStatusSchema,
  },
  NewPet: {
    values: newPet,
    is: isNewPet,
    check: checkNewPet,
    parse: parseNewPet,
    schema: NewPetSchema,
  },
  Pet: { values: pet, is: isPet, check: checkPet, parse: parsePet, schema: PetSchema },
  Pets: {
    values: fc.array(pet),
    is: isPets,
    check: checkPets,
    parse: parsePets,
    schema: PetsSchema,
  },
  Error: {
    values: error,
    is: isPetStoreError,
    check: checkPetStoreError,
    parse: parsePetStoreError,
    schema: PetStoreErrorSchema,
  },
};

describe.each(Object.entries(models))("%s", (_, { values, is, check, parse, schema }) => {
  test("comes back from JSON as it was, and every form of the validator says yes", () => {
    fc.assert(
      fc.property(values as fc.Arbitrary<unknown>, (value) => {
        const read: unknown = JSON.parse(JSON.stringify(value));
        const issues: Issue[] = [];
        expect(read).toEqual(JSON.parse(JSON.stringify(value)));
        expect([is(read), check(read, issues), issues]).toEqual([true, true, []]);
        expect(parse(read)).toBe(read);
        expect(schema["~standard"].validate(read)).toEqual({ value: read });
      }),
    );
  });

  test("whatever else there is in JSON is refused by every form, with an issue", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 3 }), (value) => {
        const issues: Issue[] = [];
        const valid = is(value);
        expect(check(value, issues)).toBe(valid);
        expect(issues.length > 0).toBe(!valid);
        if (!valid) expect(() => parse(value)).toThrow(ValidationError);
      }),
    );
  });
});

function issuesOf(value: unknown): Pick<Issue, "path" | "keyword" | "message">[] {
  const issues: Issue[] = [];
  checkPets(value, issues);
  return issues.map(({ path, keyword, message }) => ({ path, keyword, message }));
}

test("each fault is told, with its place", () => {
  expect(
    issuesOf([{ id: 1.5, name: 7, categoryId: "x", status: "lost" }, null, { id: 1, name: "Ada" }]),
  ).toEqual([
    { path: "/0/id", keyword: "type", message: "must be an integer, is 1.5" },
    { path: "/0/name", keyword: "type", message: "must be a string, is 7" },
    { path: "/0/categoryId", keyword: "type", message: 'must be an integer, is "x"' },
    {
      path: "/0/status",
      keyword: "enum",
      message: 'must be "available", "pending" or "sold", is "lost"',
    },
    { path: "/1", keyword: "type", message: "must be an object, is null" },
    { path: "/2", keyword: "required", message: 'must have "categoryId"' },
  ]);
});

test("an id that JSON cannot carry exactly is an issue, not another number", () => {
  const value: unknown = JSON.parse('[{"id":9007199254740993,"name":"Ada","categoryId":1}]');
  expect(issuesOf(value).map(({ path, keyword }) => `${path} ${keyword}`)).toEqual([
    "/0/id format",
  ]);
});
