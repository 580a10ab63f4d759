import fc from "fast-check";
import { expect, test } from "vitest";
import { memberName } from "../../src/model/names/member-name.js";

const names: readonly (readonly [wire: string, code: string])[] = [
  ["page_size", "pageSize"],
  ["page-size", "pageSize"],
  ["page.size", "pageSize"],
  ["page[size]", "pageSize"],
  ["page size", "pageSize"],
  ["PAGE_SIZE", "pageSize"],
  ["PageSize", "pageSize"],
  ["X-Request-ID", "xRequestId"],
  ["X-RateLimit-Limit", "xRateLimitLimit"],
  ["ID", "id"],
  ["URL", "url"],
  ["HTMLParser", "htmlParser"],
  ["line_1", "line1"],
  ["sha_256_sum", "sha256Sum"],
  ["@type", "type"],
  ["größe_in_m", "größeInM"],
  ["ÄNDERUNG", "änderung"],
  // These stay: they begin small and are one word,
  ["pageSize", "pageSize"],
  ["userID", "userID"],
  ["id", "id"],
  // or begin with what says something,
  ["_id", "_id"],
  ["__typename", "__typename"],
  ["$ref", "$ref"],
  ["_first_name", "_firstName"],
  // or would be no identifier,
  ["2fa_code", "2fa_code"],
  ["+1", "+1"],
  ["", ""],
  ["_", "_"],
  // or what all objects have, or make a promise of one.
  ["to_string", "to_string"],
  ["has-own-property", "has-own-property"],
  ["__proto__", "__proto"],
  ["Then", "Then"],
];

test.each(names)("%j is %s", (wire, code) => {
  expect(memberName(wire)).toBe(code);
});

test("any text gives itself, or an identifier that no object inherits", () => {
  const words = fc.array(
    fc.oneof(fc.string({ unit: "grapheme" }), fc.constantFrom("_", "-", "ID", "a", "Ab")),
  );
  const seed = Number(process.env["SEED"] ?? 20_260_314);
  const property = fc.property(words, (parts) => {
    const text = parts.join("");
    const name = memberName(text);
    if (name === text) return;
    expect(name).toMatch(/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u);
    expect(name in Object.prototype).toBe(false);
  });
  fc.assert(property, { seed, numRuns: 2000 });
});
