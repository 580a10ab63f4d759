import { expect, test } from "vitest";
import { negotiate } from "../../src/runtime/server/replies/accept.js";
import { matchMedia } from "../../src/runtime/wire/media-types.js";

const VERSIONS = ["application/json;version=1", 'application/json; Version="2"', "text/csv"];

test.each([
  ["application/json", 0],
  ["application/json;version=1", 0],
  ["application/json;version=2", 1],
  ['Application/JSON ; version="2"', 1],
  ["application/json;version=2;q=0.5, application/json;version=1;q=0.2", 1],
  ["application/json;version=1;q=0, application/json", 1],
  ["application/json;version=2;q=0, application/*", 0],
  ["application/json;version=2, text/csv;q=0.9", 1],
  ["application/json;version=2;q=0.1, text/csv;q=0.9", 2],
  ["application/json;version=1;q=0, application/json;version=2;q=0", undefined],
  ["application/json;version=3", undefined],
  ["application/json;version=3, text/*;q=0.1", 2],
  ["application/json;version=2;charset=utf-8", 1],
  // None is meant by it, so it counts without its parameters.
  ["application/json;charset=utf-8", 0],
  ["application/json;charset=utf-8, text/csv;q=0.9", 0],
])("of types that differ in a parameter, %s accepts the one that has it", (accept, index) => {
  expect(negotiate(accept, VERSIONS)).toBe(index === undefined ? undefined : VERSIONS[index]);
});

test("parameters that no type has do not count", () => {
  const types = ["text/csv", "application/json; charset=utf-8"];
  expect(negotiate("application/json", types)).toBe(types[1]);
  expect(negotiate("application/json;version=1", types)).toBe(types[1]);
  expect(negotiate("application/json;indent=2;q=0.5, text/csv;header=present;q=0.4", types)).toBe(
    types[1],
  );
  expect(negotiate("text/csv;charset=utf-16", ["text/csv;charset=utf-8"])).toBeDefined();
  expect(negotiate("text/csv;header=absent", ["text/csv;header=present"])).toBeUndefined();
});

test.each(["a, b", "a;b", "a;q=0", 'a\\", text/csv;q=0;b=\\"', "a;version=1"])(
  "what stands in quotes separates nothing: %s",
  (text) => {
    const types = [`text/csv; title="${text}"`, "text/csv;title=b"];
    expect(negotiate(`text/csv;title="${text}"`, types)).toBe(types[0]);
    expect(negotiate(`text/csv;title="${text}";q=0.1, text/csv;title=b`, types)).toBe(types[1]);
    expect(negotiate(`text/csv;title=b;q=0.1, text/csv;title="${text}"`, types)).toBe(types[0]);
    expect(matchMedia(types, `text/csv; title="${text}"`)).toBe(types[0]);
    expect(matchMedia(["text/csv;version=2"], `text/csv; title="${text}"`)).toBeDefined();
  },
);

test("a range with a suffix has the types that end with it", () => {
  const types = ["text/plain", "application/*+json"];
  expect(negotiate("application/vnd.pets+json", types)).toBe(types[1]);
  expect(negotiate("application/json", types)).toBeUndefined();
});

test.each([
  ["image/png", "image/png"],
  ["image/png;q=0.5, */*;q=0.5", "image/png"],
  ["image/png;q=0.5, image/*", "image/*"],
  ["*/*", "*/*"],
  ["image/webp", "*/*"],
  ["text/plain, image/png", "image/png"],
  ["text/plain, image/png;q=0.9", "*/*"],
])("of a range and a type in it, %s accepts the type that it names", (accept, wanted) => {
  const types = ["*/*", "image/*", "image/png"];
  expect(negotiate(accept, types)).toBe(wanted);
});
