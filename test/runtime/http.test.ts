import fc from "fast-check";
import { expect, test } from "vitest";
import { contentTypeOf, isJson } from "../../src/runtime/wire/http.js";
import { matchMedia, mediaTypeOf } from "../../src/runtime/wire/media-types.js";

test.each([
  ["Application/JSON; charset=utf-8", "application/json"],
  ["text/html ;q=1", "text/html"],
  ["", ""],
  [null, ""],
  [undefined, ""],
])("the media type of %j is %j", (header, type) => {
  expect(mediaTypeOf(header)).toBe(type);
});

test.each([
  ["application/json", true],
  ["application/problem+json", true],
  ["text/json; charset=utf-8", true],
  ["application/jsonl", false],
  ["text/json-ish", false],
  ["x-application/json", false],
])("%s is JSON: %s", (type, json) => {
  expect(isJson(type)).toBe(json);
});

test("of several content types, the one counts that the platform takes", async () => {
  const types = fc.constantFrom(
    ...[
      "application/json",
      "text/html",
      "Text/HTML ;charset=utf-8",
      'a/b;c="d, e/f"',
      'a/b;c="\\", x',
    ],
    ...["x", "*/*", "a b/c", "", "a/", "/b", "a/b c", "image/*", "x-y+z/a.b; q"],
  );
  const lists = fc.array(types, { minLength: 1, maxLength: 4 });
  const property = fc.asyncProperty(lists, async (list) => {
    const response = new Response("", {
      headers: list.map((type): [string, string] => ["content-type", type]),
    });
    const { type } = await response.blob();
    // The platform tells nothing of a list without a media type.
    if (type) expect(mediaTypeOf(contentTypeOf(response))).toBe(mediaTypeOf(type));
  });
  await fc.assert(property, { numRuns: 1000 });
});

test("the same type comes before a range, and a range before any", () => {
  const declared = ["*/*", "image/*", "image/png", "text/plain; charset=utf-8"] as const;
  expect(matchMedia(declared, "image/png")).toBe("image/png");
  expect(matchMedia(declared, "IMAGE/GIF")).toBe("image/*");
  expect(matchMedia(declared, "text/plain")).toBe("text/plain; charset=utf-8");
  expect(matchMedia(declared, "video/mp4")).toBe("*/*");
  expect(matchMedia(["image/*"], "video/mp4")).toBeUndefined();
  expect(matchMedia(["image/*"], null)).toBeUndefined();
});

const one = ["application/json; version=1"] as const;
const both = [...one, "application/json; version=2"] as const;

test.each([
  [one, "application/json", one[0]],
  [one, 'Application/JSON;charset=utf-8; Version="1"', one[0]],
  [one, "application/json; version=2", undefined],
  [one, "application/json; profile=a", one[0]],
  [both, "application/json; version=2", both[1]],
  [both, "application/json; version=3", undefined],
  [both, "application/json", both[0]],
  [[...both, "application/json"], "application/json; version=3", "application/json"],
  [[...both, "application/*"], "application/json; version=3", "application/*"],
  [["text/csv; header=present"], "text/csv; header=absent; charset=utf-8", undefined],
  // Of the encoding, and of one message.
  [["text/csv; charset=utf-8"], "text/csv; charset=iso-8859-1", "text/csv; charset=utf-8"],
  [
    ["multipart/form-data; boundary=x"],
    "multipart/form-data; boundary=y",
    "multipart/form-data; boundary=x",
  ],
])("of %j, %s is %j: no declared parameter has another value", (declared, type, found) => {
  expect(matchMedia(declared, type)).toBe(found);
});

test("a range with a suffix is one of the types that end with it, narrower than one without", () => {
  const declared = ["*/*", "application/*", "application/*+json"] as const;
  expect(matchMedia(declared, "application/vnd.pets+json; v=1")).toBe("application/*+json");
  expect(matchMedia(declared, "application/json")).toBe("application/*");
  expect(matchMedia(["application/*+json"], "application/json")).toBeUndefined();
  expect(matchMedia(["application/*+json"], "text/vnd.pets+json")).toBeUndefined();
});
