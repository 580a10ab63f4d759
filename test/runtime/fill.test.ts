import { expect, test } from "vitest";
import { type Filling, filling, fillingByType } from "../../src/runtime/server/requests/fill.js";

const pet: Filling = {
  inside: {
    status: { default: "available" },
    tags: { default: [] },
    owner: { inside: { country: { default: "NL" }, ["__proto__"]: { default: 1 } } },
  },
};

function filled(body: unknown, what: Filling = pet): unknown {
  const request = { body };
  expect(filling(() => true, what)(request, [])).toBe(true);
  return request.body;
}

test("what is left out is filled in, and what is there stays", () => {
  expect(filled({})).toEqual({ status: "available", tags: [] });
  expect(filled({ status: "sold", tags: null })).toEqual({ status: "sold", tags: null });
  expect(filled([{}, { status: "sold" }], { items: pet })).toEqual([
    { status: "available", tags: [] },
    { status: "sold", tags: [] },
  ]);
});

test("inside of a member only where the member is there", () => {
  const { owner } = filled({ owner: { name: "Ann" } }) as { owner: object };
  expect(owner).toMatchObject({ name: "Ann", country: "NL" });
  expect(Object.hasOwn(owner, "__proto__")).toBe(true);
  expect(Object.getPrototypeOf(owner)).toBe(Object.prototype);
});

test("each gets a copy", () => {
  const [one, other] = [filled({}), filled({})] as { tags: string[] }[];
  one?.tags.push("a");
  expect(other?.tags).toEqual([]);
});

test("a body of several media types by what is said of its own", () => {
  const check = fillingByType(() => true, { "application/json": pet });
  const json = { contentType: "application/json", body: {} };
  const csv = { contentType: "text/csv", body: {} };
  const inherited = { contentType: "toString", body: {} };
  const none = {};
  for (const request of [json, csv, inherited, none]) expect(check(request, [])).toBe(true);
  expect(json.body).toEqual({ status: "available", tags: [] });
  expect([csv.body, inherited.body, none]).toEqual([{}, {}, {}]);
  expect(fillingByType(() => false, { "application/json": pet })({ ...json, body: {} }, [])).toBe(
    false,
  );
});

test("other bodies, and requests that are wrong, stay as they are", () => {
  for (const body of [undefined, null, 1, "text", [{}]]) expect(filled(body)).toEqual(body);
  const request = { body: {} };
  expect(filling(() => false, pet)(request, [])).toBe(false);
  expect(request.body).toEqual({});
});
