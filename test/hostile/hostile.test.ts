import { expect, test } from "vitest";
import { description } from "./description.js";
import { generate } from "./generate.js";
import { deprecations, faultsOf } from "./inert.js";
import { numbers, others, texts, words } from "./payloads.js";
import { all, otherPlaces, pollute, polluted, pollutedRaw, prosePlaces } from "./pollute.js";

const plain = await generate(JSON.stringify(description((_, text) => text)));

test("the description as it is generates files that are in order", () => {
  expect(plain.errors).toEqual([]);
  expect(plain.files.length).toBeGreaterThanOrEqual(6);
  expect(faultsOf(plain)).toEqual([]);
});

test.each(Object.keys(texts))("prose is harmless and never refused: %s", async (title) => {
  const payload = texts[title] ?? String;
  const outcome = await pollute(prosePlaces, (places) => polluted(places, payload), (generated) => [
    ...faultsOf(generated),
    ...(deprecations(generated) === deprecations(plain) ? [] : ["a comment says @deprecated"]),
  ]);
  expect(outcome.faults).toEqual([]);
  expect([...outcome.refused]).toEqual([]);
});

const textPlaces = otherPlaces.filter((place) => !place.startsWith("number."));
const refused = new Map<string, string>();

test.each(Object.keys(texts))("names and values are harmless or refused: %s", async (title) => {
  const payload = texts[title] ?? String;
  const outcome = await pollute(textPlaces, (places) => polluted(places, payload));
  for (const [place, reason] of outcome.refused) refused.set(place, `${title}: ${reason}`);
  expect(outcome.faults).toEqual([]);
});

const numberPlaces = all.filter((place) => place.startsWith("number."));
const wordPlaces = all.filter((place) => !place.startsWith("number."));

test.each(words)("words with a meaning are harmless or refused: %s", async (word) => {
  const outcome = await pollute(wordPlaces, (places) => polluted(places, () => word));
  expect(outcome.faults).toEqual([]);
  expect([...outcome.refused.keys()].filter((place) => place.startsWith("prose."))).toEqual([]);
  expect(Object.keys(Object.prototype)).toEqual([]);
});

test.each(numbers)("the number %s is written or refused", async (number) => {
  const outcome = await pollute(numberPlaces, (places) => pollutedRaw(places, number));
  expect(outcome.faults).toEqual([]);
});

const valuePlaces = all.filter((place) => !place.startsWith("name."));

test.each(others)("%s is harmless or refused where something else belongs", async (other) => {
  const outcome = await pollute(valuePlaces, (places) => pollutedRaw(places, other));
  expect(outcome.faults).toEqual([]);
  expect(Object.keys(Object.prototype)).toEqual([]);
});

test("only places with a grammar of their own are ever refused", () => {
  expect([...refused].map(([place, why]) => `${place} <- ${why}`)).toEqual([]);
});
