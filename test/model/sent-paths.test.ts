import fc from "fast-check";
import { expect, test } from "vitest";
import { createRouter } from "../../src/runtime/server/routing/router.js";
import { modelOf } from "./model.js";

/** Among them what URL parsers take away, replace and encode. */
const letters = fc.constantFrom(
  ...[
    "a",
    "B",
    "7",
    "-",
    ".",
    "~",
    " ",
    "\t",
    "\n",
    "\r",
    "\0",
    "\u007f",
    "\\",
    '"',
    "'",
    "<",
    ">",
  ],
  ...["`", "|", "^", "[", "]", "@", ":", ";", "=", "&", "+", ",", "!", "$", "(", ")", "*"],
  ...["é", "犬", "\u{1f436}", "\u2028", "\u00a0", "%20", "%2e", "%C3%A9", "%zz", "%2f", "{id}"],
);

test("a path with any text in it is sent so that URL parsers leave it alone, and found", async () => {
  // A segment of dots is one that every URL parser resolves.
  const segments = fc
    .array(letters, { minLength: 1, maxLength: 4 })
    .map((list) => list.join(""))
    .filter((text) => text.split("{id}").length < 3 && !/^(?:\.|%2e)+$/i.test(text));
  const paths = fc
    .array(segments, { minLength: 1, maxLength: 2 })
    .map((all) => `/${all.join("/")}`);
  const single = paths.filter((path) => path.split("{id}").length < 3);
  await fc.assert(
    fc.asyncProperty(single, async (path) => {
      const get = { responses: { 204: { description: "Done." } } };
      const { operations } = await modelOf(`paths: ${JSON.stringify({ [path]: { get } })}`);
      const [operation] = operations;
      const written = operation?.path ?? [];
      const sent = written.map((part) => (typeof part === "string" ? part : "7%2F7")).join("");
      const { pathname, search } = new URL(`http://localhost${sent}`);
      // Behind a slash more, nothing stands at the end.
      expect(new URL(`http://localhost${sent}/`).pathname).toBe(`${pathname}/`);
      expect([search, pathname.split("/").length]).toEqual(["", path.split("/").length]);
      const template = written.map((part) => (typeof part === "string" ? part : "{id}")).join("");
      for (const route of [template, operation?.template ?? ""]) {
        const router = createRouter([{ method: "GET", path: route, value: operation }]);
        // Parsers encode a circumflex in paths since 2025 (WHATWG URL, the path percent-encode set).
        const encoded = pathname.replaceAll("^", "%5E");
        const lower = encoded.replace(/%[\dA-F]{2}/g, (code) => code.toLowerCase());
        for (const target of [pathname, encoded, lower]) {
          const found = router.find(target);
          expect(found?.target.find("GET"), target).toBe(operation);
          expect(found?.values.map((value) => value.toUpperCase())).toEqual(
            path.includes("{id}") ? ["7%2F7"] : [],
          );
        }
      }
    }),
    { seed: 20_261_126, numRuns: 400 },
  );
});
