import { expect, test } from "vitest";
import { description } from "./description.js";
import { generate } from "./generate.js";
import { deprecations, faultsOf } from "./inert.js";
import { texts } from "./payloads.js";
import { someOf } from "../long.js";
import { otherPlaces, pollute, polluted, prosePlaces } from "./pollute.js";

const plain = await generate(JSON.stringify(description((_, text) => text)));

test("the description as it is generates files that are in order", () => {
  expect(plain.errors).toEqual([]);
  expect(plain.files.length).toBeGreaterThanOrEqual(6);
  expect(faultsOf(plain)).toEqual([]);
});

test.each(someOf(Object.keys(texts), 2))(
  "prose is harmless and never refused: %s",
  async (title) => {
    const payload = texts[title] ?? String;
    const outcome = await pollute(
      prosePlaces,
      (places) => polluted(places, payload),
      (generated) => [
        ...faultsOf(generated),
        ...(deprecations(generated) === deprecations(plain) ? [] : ["a comment says @deprecated"]),
      ],
    );
    expect(outcome.faults).toEqual([]);
    expect([...outcome.refused]).toEqual([]);
  },
);

const textPlaces = otherPlaces.filter((place) => !place.startsWith("number."));
const refused = new Map<string, string>();

test.each(Object.keys(texts))("names and values are harmless or refused: %s", async (title) => {
  const payload = texts[title] ?? String;
  const outcome = await pollute(textPlaces, (places) => polluted(places, payload));
  for (const [place, reason] of outcome.refused) refused.set(place, `${title}: ${reason}`);
  expect(outcome.faults).toEqual([]);
});

/** What has a grammar of its own, so that some texts are no such thing. */
const withGrammar = [
  "name.segment",
  "name.path parameter",
  // A reference cannot name them when they hold half of a surrogate pair.
  "name.component",
  "name.definition",
  "name.shared reply",
];

test("only places with a grammar of their own are ever refused, and each of them is", () => {
  expect(
    [...refused]
      .map(([place, why]) => `${place} <- ${why}`)
      .filter((line) => !withGrammar.some((place) => line.startsWith(`${place} <-`))),
  ).toEqual([]);
  expect(withGrammar.filter((place) => !refused.has(place))).toEqual([]);
});
