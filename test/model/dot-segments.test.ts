import { expect, test } from "vitest";
import { withoutDotSegments } from "../../src/common/dot-segments.js";
import { modelOf } from "./model.js";

/** Paths of up to five of these segments. */
function* paths(depth = 5, start = ""): Iterable<string> {
  if (start !== "") yield start;
  if (depth > 0)
    for (const segment of ["a", "", ".", "..", "%2e", ".%2E", "..."])
      yield* paths(depth - 1, `${start}/${segment}`);
}

test("dot segments are resolved as URLs do it", () => {
  const all = [...paths()];
  expect(all.length).toBeGreaterThan(10_000);
  const wrong = all.filter(
    (path) => withoutDotSegments(path) !== new URL(`http://b${path}`).pathname,
  );
  expect(wrong).toEqual([]);
});

test("a path with dot segments is the one that requests have, and no operation is lost", async () => {
  const { operations } = await modelOf(`
paths:
  /a/../b/{id}: { get: { parameters: [{ in: path, name: id, schema: {} }] } }
  c/./d: { get: {} }
  /e/../c/d: { put: {} }
  /f/.: { get: {} }
`);
  const routes = operations.map(({ method, template }) => `${method} ${template}`);
  expect(routes).toEqual(["GET /b/{id}", "GET /c/d", "PUT /e/../c/d", "GET /f/"]);
});
