import { expect, test } from "vitest";
import { numbers, others, words } from "./payloads.js";
import { all, pollute, polluted, pollutedRaw } from "./pollute.js";
import { someOf } from "../long.js";

const numberPlaces = all.filter((place) => place.startsWith("number."));
const wordPlaces = all.filter((place) => !place.startsWith("number."));

test.each(someOf(words, 3))("words with a meaning are harmless or refused: %s", async (word) => {
  const outcome = await pollute(wordPlaces, (places) => polluted(places, () => word));
  expect(outcome.faults).toEqual([]);
  expect([...outcome.refused.keys()].filter((place) => place.startsWith("prose."))).toEqual([]);
  expect(Object.keys(Object.prototype)).toEqual([]);
});

test.each(someOf(numbers, 2))("the number %s is written or refused", async (number) => {
  const outcome = await pollute(numberPlaces, (places) => pollutedRaw(places, number));
  expect(outcome.faults).toEqual([]);
});

const valuePlaces = all.filter((place) => !place.startsWith("name."));

test.each(someOf(others, 3))(
  "%s is harmless or refused where something else belongs",
  async (other) => {
    const outcome = await pollute(valuePlaces, (places) => pollutedRaw(places, other));
    expect(outcome.faults).toEqual([]);
    expect(Object.keys(Object.prototype)).toEqual([]);
  },
);
