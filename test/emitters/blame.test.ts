import { expect, test } from "vitest";
import type { Issue } from "../../src/runtime/validate/issue.js";
import { emitExpected, emitValidators, load, type Module, modelOf } from "./generated.js";
import { SchemaGraph } from "./schema-graph.js";

type Json = Readonly<Record<string, unknown>>;

const text = { type: "string" };
const integer = { type: "integer" };
const boolean = { type: "boolean" };

/** An object of which all members are required but those whose name ends in `?`. */
function object(members: Json, rest: Json = {}): Json {
  const names = Object.keys(members);
  return {
    type: "object",
    required: names.filter((name) => !name.endsWith("?")),
    properties: Object.fromEntries(names.map((name) => [name.replace("?", ""), members[name]])),
    ...rest,
  };
}

const closed = { additionalProperties: false };
const chain = { enum: ["btc", "eth"] };

/** Unions without a tag: the schema of each branch, and a value that it takes. */
const unions: Readonly<Record<string, readonly (readonly [schema: Json, value: Json])[]>> = {
  Payment: [
    [object({ email: text }), { email: "a@b.example" }],
    [object({ wallet: text, chain }), { wallet: "0x1", chain: "eth" }],
    [object({ iban: text, bic: text, "note?": text }), { iban: "DE1", bic: "B", note: "n" }],
  ],
  Animal: [
    [object({ name: text, lives: integer }), { name: "Tom", lives: 9 }],
    [object({ name: text, bark: boolean, breed: text }), { name: "Rex", bark: true, breed: "p" }],
    [object({ name: text, "scales?": integer }, closed), { name: "Bubbles", scales: 400 }],
  ],
  Place: [
    [object({ id: integer }), { id: 1 }],
    [object({ lat: { type: "number", maximum: 90 }, lon: { type: "number" } }), { lat: 1, lon: 2 }],
    [
      object({ street: text, city: text, zip: { type: "string", pattern: "^\\d{5}$" } }),
      { street: "s", city: "c", zip: "12345" },
    ],
  ],
  Change: [
    [object({ add: object({ path: text, value: text }) }), { add: { path: "/a", value: "b" } }],
    [object({ remove: object({ path: text }) }), { remove: { path: "/a" } }],
    [
      object({ move: object({ from: text, to: text }), "force?": boolean }),
      { move: { from: "/a", to: "/b" }, force: true },
    ],
  ],
  Event: [
    [object({ at: { type: "string", format: "date-time" }, "by?": text }, closed), atAndBy()],
    [object({ every: integer, unit: { enum: ["h", "d"] } }, closed), { every: 2, unit: "h" }],
    [object({ cron: text, "zone?": text }, closed), { cron: "* * * * *", zone: "UTC" }],
  ],
};

function atAndBy(): Json {
  return { at: "2026-01-02T03:04:05Z", by: "a" };
}

/** What is of another type, and so fits no member of that kind. */
function wrong(value: unknown): unknown {
  return typeof value === "string" ? 5 : "wrong";
}

/** The ways to break a value: each member wrong, or missing, or alone; all of them wrong; one too many; each once. */
function broken(value: Json): readonly Json[] {
  const names = Object.keys(value);
  const without = (name: string): Json =>
    Object.fromEntries(Object.entries(value).filter(([other]) => other !== name));
  const all = [
    ...names.map((name) => ({ ...value, [name]: wrong(value[name]) })),
    ...names.map(without),
    ...names.map((name) => ({ [name]: wrong(value[name]) })),
    Object.fromEntries(names.map((name) => [name, wrong(value[name])])),
    { ...value, unknown: 1 },
    ...names.map((name) => ({ ...without(name), unknown: 1 })),
  ];
  return [...new Map(all.map((one) => [JSON.stringify(one), one] as const)).values()];
}

function issuesOf(module: Module, check: string, value: unknown): readonly Issue[] {
  const issues: Issue[] = [];
  module[check]?.(value, issues);
  return issues;
}

const lineOf = ({ path, message }: Issue): string => `${path} ${message}`;

const components = Object.fromEntries(
  Object.entries(unions).flatMap(([name, branches], index) => [
    ...branches.map(([schema], place) => [`${name}${place}`, schema] as const),
    [
      name,
      {
        [index % 2 === 0 ? "anyOf" : "oneOf"]: branches.map((_, place) => ({
          $ref: `#/components/schemas/${name}${place}`,
        })),
      },
    ] as const,
  ]),
);
const model = modelOf(
  new SchemaGraph().components({ components: { schemas: components as Record<string, unknown> } }),
);
const module = await load((await emitValidators(model)).text, emitExpected(model));

interface Case {
  readonly union: string;
  readonly branch: number;
  readonly value: Json;
}

const cases = Object.entries(unions).flatMap(([union, branches]) =>
  branches.flatMap(([, value], branch) =>
    broken(value)
      .filter((one) => module[`is${union}`]?.(one) === false)
      .map((one): Case => ({ union, branch, value: one })),
  ),
);

/** The members that only one branch knows, by that branch. */
function ownersOf({ union, value }: Case): ReadonlySet<number> {
  const known = (unions[union] ?? []).map(([schema]) => Object.keys(schema["properties"] as Json));
  const owners = Object.keys(value).map((name) =>
    known.flatMap((names, branch) => (names.includes(name) ? [branch] : [])),
  );
  return new Set(owners.flatMap((some) => (some.length === 1 ? some : [])));
}

/** Whether the branch is blamed that the members of a value are of, or else each alternative is named. */
function isRight(one: Case, check: "check" | "match"): boolean {
  const { union, value } = one;
  const told = issuesOf(module, check + union, value);
  const owners = ownersOf(one);
  const [owner] = owners;
  if (owners.size === 1)
    return (
      `${told.map(lineOf)}` === `${issuesOf(module, `${check}${union}${owner}`, value).map(lineOf)}`
    );
  const perBranch = (unions[union] ?? []).map((_, branch) =>
    issuesOf(module, `${check}${union}${branch}`, value).map(lineOf),
  );
  return told.every(
    (issue) =>
      (/^(any|one)Of$/.test(issue.keyword) && issue.message.includes(", or must ")) ||
      perBranch.every((lines) => lines.includes(lineOf(issue))),
  );
}

test.each(["check", "match"] as const)(
  `${cases.length} broken values of unions without a tag: %s blames the branch that was meant`,
  (check) => {
    expect(cases.length).toBeGreaterThan(60);
    const blamedWrongly = cases
      .filter((one) => !isRight(one, check))
      .map((one) => ({ ...one, told: issuesOf(module, check + one.union, one.value).map(lineOf) }));
    expect(blamedWrongly).toEqual([]);
  },
);
