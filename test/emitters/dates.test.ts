import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import type { Issue } from "../../src/runtime/validate/issue.js";
import { connect } from "../roundtrip/service.js";

const folder = fileURLToPath(new URL("../golden/dates", import.meta.url));
const trip = await connect("input.yaml", folder, { dates: "Date" });
afterAll(() => trip?.close());

const at = new Date("2026-03-14T09:30:00.000Z");
const request = { path: { at }, body: { id: "1", starts: at } };

function issuesOf(check: string, value: unknown): readonly string[] {
  const issues: Issue[] = [];
  trip?.checks[check]?.(value, issues);
  return issues.map(({ path, message }) => `${path} ${message}`);
}

test("a text, a date that is none and a number are refused with their place", () => {
  for (const [from, came] of [
    ["2026-03-14T09:30:00Z", '"2026-03-14T09:30:00Z"'],
    [new Date(NaN), "a date"],
    [5, "5"],
  ])
    expect(issuesOf("checkSpan", { from })).toEqual([`/from must be a date-time, is ${came}`]);
  expect(issuesOf("checkEvent", { id: "1", starts: at, ends: 5, history: [at, at] })).toEqual([
    "/ends must be null or a date-time, is 5",
    "/history must not repeat an item",
  ]);
});

test("what is said of the text keeps it a text", () => {
  const kept = { era: "2000-01-01T00:00:00Z", epoch: "1970-01-01T00:00:00Z", choice: "2026-03-14" };
  const whole = { exact: at.toJSON(), short: "2026-03-14T09:30:00Z", ...kept };
  expect(issuesOf("checkKept", whole)).toEqual([]);
});

test("a server refuses a text that is no date and time, and names its place", async () => {
  trip?.answerWith(() => Promise.reject(new Error("is not asked")));
  const bad = [
    { ...request, body: { id: "1", starts: "tomorrow" } },
    { ...request, path: { at: "2026-02-30T00:00:00Z" } },
    { ...request, query: { since: "14 March" } },
    { ...request, headers: { "X-Seen": "Sat, 14 Mar 2026 09:30:00 GMT" } },
  ];
  const places = bad.map(async (one) => {
    const error: unknown = await trip
      ?.client()
      ["putEvent"]?.(one)
      .reply()
      .catch((found: unknown) => found);
    const { status, body } = error as { status: number; body: { message: string } };
    return [status, body.message.replace(/^The request is not valid: /, "")];
  });
  expect(await Promise.all(places)).toEqual([
    [400, '/body/starts must be a date-time, is "tomorrow"'],
    [400, '/path/at must be a date-time, is "2026-02-30T00:00:00Z"'],
    [400, '/query/since must be null or a date-time, is "14 March"'],
    [400, "/headers/X-Seen must be a date-time"],
  ]);
});
