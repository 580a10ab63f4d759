import { expect, test } from "vitest";
import { placeFrom } from "../../src/model/names/naming.js";

test.each([
  ["api.yaml", "api.yaml", "#/a"],
  ["spec/api.yaml", "spec/api.yaml", "#/a"],
  ["api.yaml", "schemas/pet.yaml", "schemas/pet.yaml#/a"],
  ["spec/api.yaml", "spec/schemas/pet.yaml", "schemas/pet.yaml#/a"],
  ["../../spec/api.yaml", "../../spec/schemas/pet.yaml", "schemas/pet.yaml#/a"],
  ["spec/api.yaml", "common/pet.yaml", "../common/pet.yaml#/a"],
  ["../spec/api.yaml", "../common/pet.yaml", "../common/pet.yaml#/a"],
  ["api.yaml", "https://a.example/pet.yaml", "https://a.example/pet.yaml#/a"],
  ["<stdin>", "pet.yaml", "pet.yaml#/a"],
])("seen from %s, a place in %s is %s", (entry, file, place) => {
  expect(placeFrom(entry, { file, pointer: "/a" })).toBe(place);
});
