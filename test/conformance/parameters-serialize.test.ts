import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { beside } from "../beside.js";
import * as to from "../../src/runtime/wire/parameters/serialize.js";

interface Case {
  readonly id: string;
  readonly group: string;
  readonly dir: "both" | "serialize" | "serialize-error" | "parse" | "parse-error";
  readonly in: "path" | "query" | "header" | "cookie" | "body";
  readonly style?: string;
  readonly explode?: boolean;
  readonly allowReserved?: boolean;
  readonly content?: string;
  readonly name: string;
  readonly required?: boolean;
  readonly value: unknown;
  readonly serialized: string | null;
  readonly okFromClient?: readonly string[];
  readonly note?: string;
}

const file = beside("cases/parameters.json");
const exists = existsSync(file);
const cases = exists ? (JSON.parse(readFileSync(file, "utf8")) as { cases: Case[] }).cases : [];

/** What OpenAPI leaves open. We do what these rows say, except where `choices` says otherwise. */
const isOpen = ({ id, group, note }: Case) =>
  group === "convention" || /choice/.test(note ?? "") || Object.hasOwn(choices, id);

/** Rows that OpenAPI does not fix and in which we send something else, with what and why. */
const choices: Readonly<Record<string, { readonly sends: string; readonly because: string }>> = {};

/** Rows that OpenAPI fixes and that we refuse to send, with the reason: a server would read something else. */
const unread: Readonly<Record<string, string>> = {
  P111: "a dot in an item of an exploded label is not told from one between items",
};

const rows = cases.filter(
  ({ dir, id }) =>
    (dir === "both" || dir === "serialize" || Object.hasOwn(choices, id)) &&
    !Object.hasOwn(unread, id),
);
/** That something is given for a parameter is seen to by its operation, but for one in a path: emitters/client.test.ts. */
const isGiven = (row: Case): boolean =>
  row.in === "path" || !isObject(row.value) || !("$undefined" in row.value);
const refused = cases.filter(
  (row) =>
    (row.dir === "serialize-error" && isGiven(row) && !Object.hasOwn(choices, row.id)) ||
    Object.hasOwn(unread, row.id),
);

describe.skipIf(!exists)(
  "parameters as OpenAPI fixes them (the shared cases are absent: skipped)",
  () => {
    test.each(rows.filter((row) => !isOpen(row)))("$id $in $style $value", (row) => {
      expect([row.serialized, ...(row.okFromClient ?? [])]).toContain(serialize(row));
    });

    test.each(refused)("$id $in $style refuses $value", (row) => {
      expect(() => serialize(row)).toThrow(TypeError);
    });

    test("there are rows to run", () => {
      expect(rows.length).toBeGreaterThan(80);
      expect(refused.length).toBeGreaterThan(9);
    });
  },
);

describe.skipIf(!exists)("parameters as we chose (the shared cases are absent: skipped)", () => {
  test.each(rows.filter(isOpen))("$id $in $style $value", (row) => {
    const sent = serialize(row);
    const accepted: unknown[] = [row.serialized, ...(row.okFromClient ?? [])];
    const choice = choices[row.id];
    if (choice === undefined) expect(accepted).toContain(sent);
    else {
      expect(sent, choice.because).toBe(choice.sends);
      expect(accepted, "this choice is no longer needed").not.toContain(sent);
    }
  });
});

type Serializer = (name: string, value: unknown, encode?: to.Encode) => string | undefined;

/** By place, style and `explode`; a scalar goes through the general function, as with a mixed schema. */
const serializers: Readonly<Record<string, Serializer>> = {
  "path simple": to.simple,
  "path simple explode": to.simpleExploded,
  "path label": to.label,
  "path label explode": to.labelExploded,
  "path matrix": to.matrix,
  "path matrix explode": to.matrixExploded,
  "path content": to.pathJson,
  "query form": to.formJoined,
  "query form explode": to.form,
  "query spaceDelimited": to.spaceDelimited,
  "query spaceDelimited explode": to.form,
  "query pipeDelimited": to.pipeDelimited,
  "query pipeDelimited explode": to.form,
  "query deepObject explode": to.deepObject,
  "query content": to.queryJson,
  "header simple": to.headerValue,
  "header simple explode": to.headerExploded,
  "header content": to.headerJson,
  "cookie form": to.cookieJoined,
  "cookie form explode": to.cookie,
  "cookie cookie": to.cookieRawJoined,
  "cookie cookie explode": to.cookieRaw,
  "cookie content": to.cookieJson,
  "body form": to.formJoined,
  "body form explode": to.form,
  "body content": to.queryJson,
};

function serialize(row: Case): string | null {
  const kind = row.content === undefined ? row.style : "content";
  const serializer =
    serializers[`${row.in} ${kind}${row.explode && !row.content ? " explode" : ""}`];
  if (serializer === undefined) throw new Error(`nothing serializes ${row.id}`);
  const value = revive(row.value);
  const text = serializer(row.name, value, row.allowReserved ? to.reserved : undefined);
  // What stands in a query or a form is made with the "&" before it.
  return text?.replace(row.in === "query" || row.in === "body" ? /^&/ : "", "") ?? null;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** The values that JSON cannot hold, as the cases spell them. */
function revive(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(revive);
  if (typeof value !== "object" || value === null) return value;
  if ("$undefined" in value) return undefined;
  if ("$number" in value) return Number(value.$number);
  if ("$bigint" in value) return BigInt(String(value.$bigint));
  if ("$date" in value) return new Date(String(value.$date));
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, revive(member)]));
}
