import fc from "fast-check";
import { expect, test } from "vitest";
import { linkTo } from "../../src/runtime/client/replies/links.js";

const quote = (text: string): string => `"${text.replace(/["\\]/g, "\\$&")}"`;
const space = fc.constantFrom("", " ", "\t", "  ");
const word = fc.constantFrom("title", "Type", "hreflang", "title*", "x", "norel", "rel2");
const title = fc.oneof(
  fc.string(),
  fc
    .constantFrom("<", ">", '"', "\\", ";", ",", "rel=next", '>; rel="next"', '", <y>; rel="next')
    .chain((one) => fc.string().map((rest) => one + rest)),
);
const value = fc.oneof(
  title.map((text) => `=${quote(text)}`),
  fc.constantFrom("=text/html", "=UTF-8\'\'a%22", "", "=a"),
);
const fact = fc
  .tuple(space, space, word, value)
  .map(([a, b, name, text]) => `${a};${b}${name}${text}`);
const others = fc.constantFrom("last", "prev first", "nextish", "NEXT-ARCHIVE", "");
const next = fc.constantFrom("next", "NEXT", "prev next", "next  last", "\tnext");

/** A link as RFC 8288 writes it, and whether it leads to the next page. */
const link = fc
  .tuple(
    fc.webUrl({ withQueryParameters: true }).filter((url) => !/[<>]/.test(url)),
    fc.array(fact, { maxLength: 3 }),
    fc.constantFrom("rel=", "Rel=", "rel = "),
    fc.option(fc.oneof(next, others)),
    fc.array(fact, { maxLength: 3 }),
    fc.boolean(),
  )
  .map(([url, before, rel, relation, after, hasSecond]) => {
    const own = relation === null ? "" : `;${rel}${quote(relation)}`;
    const second = relation !== null && hasSecond ? ";rel=next" : "";
    return {
      url,
      text: `<${url}>${before.join("")}${own}${second}${after.join("")}`,
      isNext: relation !== null && relation.toLowerCase().split(/\s+/).includes("next"),
    };
  });

test("the next link is found, whatever stands in the parameters of it and of others", () => {
  fc.assert(
    fc.property(fc.array(link, { maxLength: 5 }), space, (links, gap) => {
      const header = links.map(({ text }) => text).join(`,${gap}`);
      expect(linkTo("next", header)).toBe(links.find(({ isNext }) => isNext)?.url);
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ['<a>; title="not closed, <b>; rel=next', undefined],
  ["<a>; rel=prev, garbage; rel=next, <b>;;; rel=next;", "b"],
  ["<a>;rel=next <b>;rel=last", "a"],
  ["<>; rel=next", ""],
  ["; rel=next", undefined],
])("%s", (header, address) => {
  expect(linkTo("next", header)).toBe(address);
});

test("the time for what is no link grows no faster than its length", () => {
  const started = performance.now();
  for (const piece of ["<", ";", "<a>;  ", "; ", '"', '\\"', '<a>; x="\\', " ;x=", "\t"])
    linkTo("next", `<a>${piece.repeat(20_000)}`);
  expect(performance.now() - started).toBeLessThan(2000);
});
