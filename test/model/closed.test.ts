import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import { reportClosed } from "../../src/model/passes/closed.js";
import { modelOf } from "./model.js";

const properties = [{}, { a: true }, { b: true }, { a: true, b: true }, { a: false }];
const others = [
  ...[{}, { additionalProperties: false }, { additionalProperties: true }],
  ...[{ patternProperties: { "^a": true }, additionalProperties: false }],
];
const parts = properties.flatMap((own) => others.map((rest) => ({ properties: own, ...rest })));
const components = (one: object, other: object) => ({ one, other });

/** The ways in which two schemas hold for the same value. */
const ways: Readonly<Record<string, (one: object, other: object) => object>> = {
  "allOf in place": (one, other) => ({ allOf: [one, other] }),
  "allOf by name": () => ({ allOf: [{ $ref: "#/$defs/one" }, { $ref: "#/$defs/other" }] }),
  "beside a reference": (_, other) => ({ $ref: "#/$defs/one", ...other }),
  "beside allOf": (one, other) => ({ allOf: [one], ...other }),
  "one level deeper": (one) => ({
    allOf: [{ allOf: [one] }, { $ref: "#/$defs/other" }, {}],
  }),
  "in a choice": (one, other) => ({ anyOf: [one, other] }),
};

const ajv = new Ajv2020({ strict: false, allErrors: true });

/** True if a member that one of two schemas declares is undeclared for a closed one of them. */
function isRefused(whole: object, one: object, other: object): boolean {
  const validate = ajv.compile({ ...whole, $defs: components(one, other) });
  return ["a", "b"].some((name) => {
    const isDeclared = [one, other].some(
      (part) => (part as { properties: Record<string, unknown> }).properties[name] === true,
    );
    if (!isDeclared || validate({ [name]: 1 })) return false;
    return validate.errors?.some(({ keyword }) => keyword === "additionalProperties") === true;
  });
}

test.each(Object.entries(ways))("%s: members are refused where it is said", async (title, way) => {
  const pairs = parts.flatMap((one) => parts.map((other) => [one, other] as const));
  const schemas = pairs.flatMap(([one, other], index) => {
    const whole = JSON.stringify(way(one, other)).replaceAll(
      "#/$defs/",
      `#/components/schemas/S${index}`,
    );
    return [
      `    S${index}one: ${JSON.stringify(one)}`,
      `    S${index}other: ${JSON.stringify(other)}`,
      `    S${index}: ${whole}`,
    ];
  });
  const model = await modelOf(`paths: {}\ncomponents:\n  schemas:\n${schemas.join("\n")}`);
  const diagnostics = new Diagnostics();
  reportClosed(model, diagnostics);
  const said = new Set(
    diagnostics.all.map(({ source }) => Number(/\/S(\d+)/.exec(source.pointer)?.[1])),
  );
  const wrong = pairs.filter(([one, other], index) => {
    const isChosen = title === "in a choice";
    const isKnown = !isChosen && isRefused(way(one, other), one, other);
    // What a pattern lets through is not looked into.
    const isOpen = [one, other].some((part) => "patternProperties" in part);
    return isOpen ? said.has(index) && !isKnown : said.has(index) !== isKnown;
  });
  expect(wrong).toEqual([]);
});
