import { afterAll, expect, test } from "vitest";
import { Counter, growthOf, mostGrowth } from "./measure.js";
import { someOf } from "../long.js";

const counter = await Counter.start();
// Loaded later, so that it is counted.
const { shapes, work } = await import("./shapes.js");
afterAll(() => counter.stop());

/** Those that take steps enough to be counted evenly; `npm run bench -- growth` measures all, and larger ones. */
const even = [
  "plain $refs",
  "properties",
  "properties both, with a default",
  "anyOf of one twice",
  "anyOf of one twice, beside another media type",
  "oneOf of one twice",
  "allOf of one twice",
  "forms with allOf of one twice",
  "forms with anyOf of one twice",
  "forms with a discriminator of one twice",
  "forms with branches that differ",
  "forms with two ways that cross",
  "forms with a branch for each member",
  "allOf, anyOf and unevaluatedProperties",
  "diamonds of branches and unevaluatedProperties",
  "union in a circle",
  "next or first",
  "what does not belong beside a schema",
  "references that are guessed, one behind the other",
  "many $dynamicAnchors",
  "members that many schemas of one value require",
  "members",
  "wide oneOf tagged",
  "operations, parameters",
  "deprecated, replaced",
];

const sample = someOf(even, 3);

test.each(sample)(
  "steps grow in proportion: %s",
  async (name) => {
    const shape = shapes[name];
    if (!shape) throw new Error(`there is no shape ${name}`);
    const { blocks } = await growthOf(counter, shape, work);
    expect(blocks).toBeLessThan(mostGrowth);
  },
  240_000,
);
