import { expect, test } from "vitest";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import { extensibleMaps } from "../../src/load/grammar/kinds.js";
import { Origins } from "../../src/load/document.js";
import { Walker } from "../../src/load/grammar/walk.js";
import { Files } from "../../src/load/text/positions.js";
import { type Place, places } from "./map-places.js";

/** Whether a value that fits nothing is complained of under a key. */
function isLookedAt({ version, kind, member, of }: Place, key: string): boolean {
  const diagnostics = new Diagnostics();
  const walker = new Walker(diagnostics, new Files(), new Origins());
  const wrong = of.is === "string" ? [] : "neither an object nor a list";
  const map = { [key]: wrong };
  const value = member === undefined ? map : { [member]: map };
  walker.walk({ value, source: { file: "", pointer: "" } }, { is: "kind", kind }, version);
  walker.walkUnused();
  const pointer = member === undefined ? `/${key}` : `/${member}/${key}`;
  return diagnostics.all.some(
    ({ code, source }) => code === "wrong-type" && source.pointer === pointer,
  );
}

test.each(places.filter(({ of }) => of.is !== "any"))(
  "$version $place: x-… is a name like any other, or an extension",
  (place) => {
    expect(isLookedAt(place, "plain")).toBe(true);
    const isExtensible = extensibleMaps.some((kind) => kind === place.place);
    expect(isLookedAt(place, "x-key")).toBe(!isExtensible);
  },
);

test("the kinds that have extensions among their members are all in the tables", () => {
  const kinds = places.filter(({ member }) => member === undefined).map(({ kind }) => kind);
  expect(extensibleMaps.filter((kind) => !kinds.includes(kind))).toEqual([]);
  expect(new Set(kinds)).toEqual(new Set([...extensibleMaps, "SecurityRequirement"]));
});
