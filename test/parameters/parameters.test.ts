import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { isLong } from "../long.js";
import { connect, type Members } from "../roundtrip/service.js";
import { type Kind, kinds } from "./kinds.js";
import { type Place, isDefined, operationOf, places, wordOf } from "./places.js";
import { settled } from "../roundtrip/compare.js";

const seed = Number(process.env["SEED"] ?? 20_260_314);
const runs = Number(process.env["RUNS"] ?? (isLong ? 5 : 3));

type Json = Readonly<Record<string, unknown>>;

/** How a schema lets null through, and how it is given. */
const forms = ["as it is", "type null", "anyOf null", "by $ref", "anyOf $ref, null"] as const;

interface Cell {
  readonly id: string;
  readonly kind: Kind;
  readonly form: (typeof forms)[number];
  readonly place: Place;
}

const schemas: Record<string, Json> = {};

function schemaOf({ name, schema }: Kind, form: Cell["form"]): Json | undefined {
  const key = name.replaceAll(/\W/g, "_");
  schemas[key] = schema;
  const nothing = { type: "null" };
  const ref = { $ref: `#/components/schemas/${key}` };
  switch (form) {
    case "as it is":
      return schema;
    case "type null":
      return typeof schema["type"] === "string"
        ? { ...schema, type: [schema["type"], "null"] }
        : undefined;
    case "anyOf null":
      return { anyOf: [schema, nothing] };
    case "by $ref":
      return ref;
    case "anyOf $ref, null":
      return { anyOf: [ref, nothing] };
  }
}

/** Every pair of a place and a kind is met in one form by turns; in all of them with `FULL=1`. */
const isFull = process.env["FULL"] === "1";
const chosen = places.filter(({ name }) => name.startsWith(process.env["ONLY"] ?? ""));

const cells: Cell[] = [];
const paths: Record<string, Json> = {};
for (const [row, place] of chosen.entries())
  for (const [column, kind] of kinds.entries())
    for (const [turn, form] of forms.entries()) {
      if (!isFull && turn !== (row + column) % 5) continue;
      const schema = schemaOf(kind, form);
      if (!schema || !isDefined(kind, place)) continue;
      const id = `op${cells.length}`;
      const path = place.in === "path" ? `/${id}/{par}` : `/${id}`;
      paths[path] = operationOf(id, place, schema);
      cells.push({ id, kind, form, place });
    }

const folder = mkdtempSync(join(tmpdir(), "parameters-"));
writeFileSync(
  join(folder, "input.json"),
  JSON.stringify({
    openapi: "3.2.0",
    info: { title: "Parameters", version: "1" },
    paths,
    components: { schemas },
  }),
);
const trip = await connect("input.json", folder);
if (!trip) throw new Error("there are no operations");
rmSync(folder, { recursive: true });
const client = trip.client();
afterAll(() => trip.close());

describe.each(chosen)("$name", (place) => {
  test.each(
    cells
      .filter((cell) => cell.place === place)
      .map((cell) => ({ ...cell, title: `${cell.kind.name} ${cell.form}` })),
  )("$title ($id)", async (cell) => {
    for (const value of cell.kind.plain)
      expect(await send(cell, value), "a plain value").toBe("arrived");
    const sent = new Set(cell.kind.plain.map((value) => fc.stringify(value)));
    const values = fc.asyncProperty(cell.kind.values, async (value) => {
      fc.pre(isTellable(value, cell));
      if (sent.has(fc.stringify(value))) return;
      await send(cell, value);
      sent.add(fc.stringify(value));
    });
    await fc.assert(values, { seed, numRuns: runs });
    for (const value of place.in === "reply" ? [] : (wrong[cell.kind.name] ?? []))
      await expect(client[cell.id]?.(requestOf(place, value)).reply()).rejects.toMatchObject({
        status: 400,
      });
  });
});

/** Values that a server has to refuse, because what they are made of is not what their schema says. */
const wrong: Readonly<Record<string, readonly unknown[]>> = {
  integer: ["x"],
  "typed twice": ["x", -1],
  narrowed: ["x"],
  integers: [["x"]],
  "items in a part": [[1, "x"]],
  "items of branches": [["x"]],
  "unevaluated items": [["x"]],
  "a tuple": [
    ["x", "y"],
    [1, "a", "x"],
  ],
  "a tuple with unevaluated items": [["a", "x"]],
  "object of two parts": [{ R: "x" }],
  "dictionary of integers": [{ x: "y" }],
  patterns: [{ n1: "x" }, { b: "x" }],
  "unevaluated properties": [{ x: "y" }],
};

/** Sends a value; it arrives as it was, or is refused by the name of its place. */
async function send(cell: Cell, value: unknown): Promise<"arrived" | "refused"> {
  const { id, place } = cell;
  const word = wordOf(place);
  let arrived: unknown = "nothing";
  const isReply = place.in === "reply";
  trip?.answerWith(async (request) => {
    arrived = await valueIn(place, request);
    return isReply ? { status: 200, headers: { [word]: value } } : { status: 204 };
  });
  const call = async (): Promise<Members> =>
    (await client[id]?.(requestOf(place, value)).reply()) ?? {};
  let reply: Members;
  try {
    reply = await call();
  } catch (failure) {
    const error = isReply ? trip?.errors().at(-1) : failure;
    if (!(error instanceof TypeError)) throw failure;
    const { message } = error;
    if (!place.in.startsWith("whole")) expect(message).toContain(word);
    return "refused";
  }
  if (isReply) {
    arrived = (reply["headers"] as Members | undefined)?.[word];
  }
  const whole = place.in.startsWith("whole");
  const sent = written(value, cell);
  expect(arrived).toEqual(whole ? (sent ?? {}) : sent);
  return "arrived";
}

function requestOf(place: Place, value: unknown): Members {
  switch (place.in) {
    case "reply":
      return {};
    case "path":
    case "query":
      return { [place.in]: { par: value } };
    case "cookie":
      return { cookies: { par: value } };
    case "header":
      return { headers: { "X-Par": value } };
    case "form":
    case "multipart":
      return { body: { par: value } };
    default:
      return { body: value };
  }
}

async function valueIn(place: Place, request: Members): Promise<unknown> {
  if (place.in.startsWith("whole")) return settled(request["body"]);
  const [group] = Object.keys(requestOf(place, 0));
  return settled((request[group ?? ""] as Members | undefined)?.[wordOf(place)]);
}

/** What is left of a value: nothing without members is written (RFC 6570, section 2.3), but where it is a header's empty list. */
function written(value: unknown, { place }: Cell): unknown {
  const isForm = (place.in === "form" || place.in === "multipart") && !place.style;
  if (isForm ? !Array.isArray(value) : place.content || place.in === "reply") return value;
  return typeof value === "object" && value !== null && Object.keys(value).length === 0
    ? undefined
    : value;
}

function isTellable(value: unknown, { kind, place }: Cell): boolean {
  // An empty header is an object without members, or a text.
  const isEmpty = place.in === "reply" && JSON.stringify(value) === "{}";
  if (kind.shape === "either" && isEmpty) return false;
  // RFC 6570, section 3.2.3: what looks encoded is sent as it is.
  return !place.allowReserved || !/%[0-9a-f]{2}/i.test(JSON.stringify(value));
}
