import { expect, test } from "vitest";
import { isJson } from "../../src/runtime/wire/http.js";
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

test("the same type comes before a range, and a range before any", () => {
  const declared = ["*/*", "image/*", "image/png", "text/plain; charset=utf-8"] as const;
  expect(matchMedia(declared, "image/png")).toBe("image/png");
  expect(matchMedia(declared, "IMAGE/GIF")).toBe("image/*");
  expect(matchMedia(declared, "text/plain")).toBe("text/plain; charset=utf-8");
  expect(matchMedia(declared, "video/mp4")).toBe("*/*");
  expect(matchMedia(["image/*"], "video/mp4")).toBeUndefined();
  expect(matchMedia(["image/*"], null)).toBeUndefined();
});
