import { expect, test } from "vitest";
import type { BodyCodec } from "../../src/runtime/server/requests/body.js";
import type { Issue } from "../../src/runtime/validate/issue.js";
import { Problem } from "../../src/runtime/server/problem.js";
import { exactJsonWith } from "../../src/runtime/wire/json/exact.js";
import { mayRound } from "../../src/runtime/server/requests/rounded.js";
import { fail } from "../../src/runtime/validate/validate.js";
import { requestReader } from "../../src/runtime/server/requests/request.js";
import { requestWith } from "./requests.js";

/** What a generated check of `{ integers: integer[], number, small, text }` says. */
function checkBody(value: unknown, issues: Issue[], at = ""): boolean {
  const before = issues.length;
  const complain = (path: string, keyword: string): void =>
    void fail(issues, at + path, "", keyword, "is wrong");
  const { integers = [], number, small } = value as Record<string, unknown[]>;
  for (const [index, one] of integers.entries())
    if (!Number.isInteger(one)) complain(`/integers/${index}`, "type");
  if (number !== undefined && typeof number !== "number") complain("/number", "type");
  if (Number(number) < 10) complain("/number", "minimum");
  if (small !== undefined && !Number.isSafeInteger(small)) complain("/small", "type");
  return issues.length === before;
}

/** Without a body, what it was refused for is reported already. */
const whole = (value: unknown, issues: Issue[]): boolean => {
  const { body } = value as { body?: unknown };
  return body === undefined || checkBody(body, issues, "/body");
};

async function read(text: string, codec: BodyCodec = "json"): Promise<unknown> {
  const body = { content: { "application/json": codec } };
  const isWhole = codec === "json";
  const reader = requestReader({ path: "/", body, ...(isWhole && { check: whole }) });
  const request = requestWith({ "content-type": "application/json" }, { body: text });
  try {
    return ((await reader(request, "", [], 1_000_000)).value as { body: unknown }).body;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.issues.map(({ path, keyword }) => `${path} ${keyword}`);
  }
}

const codecs: readonly BodyCodec[] = ["json", { codec: "json", check: checkBody }];

test.each(codecs)(
  "an integer of a body that a number rounds is refused with its place: %j",
  async (codec) => {
    const refused: readonly [text: string, places: readonly string[]][] = [
      ['{"integers":[1,9007199254740993]}', ["/body/integers/1 integer"]],
      [
        '{"integers":[9007199254740992,-9007199254740993.0]}',
        ["/body/integers/0 integer", "/body/integers/1 integer"],
      ],
      ['{"integers":[ 9.007199254740993e15 ]}', ["/body/integers/0 integer"]],
      ['{"small":9007199254740993}', ["/body/small type"]],
      ['{"number":1e400}', ["/body/number number"]],
    ];
    for (const [text, places] of refused)
      expect([text, await read(text, codec)]).toEqual([text, places]);
  },
);

test.each(codecs)("what is no integer for the schema, or is exact, passes: %j", async (codec) => {
  const fine = [
    '{"integers":[9007199254740991,-9007199254740991,1e3]}',
    '{"number":9007199254740993}',
    '{"number":12345678901234567890.5,"text":"9007199254740993"}',
    '{"unknown":{"__proto__":9007199254740993,"a":[9007199254740993]}}',
  ];
  for (const text of fine) expect(await read(text, codec)).toEqual(JSON.parse(text));
});

test("what a reader of its own has made of long integers stays, and plain ones beside it are refused", async () => {
  const { read: exact } = exactJsonWith({ Body: { members: { id: "int64" } } }, "bigint")("Body");
  const check = (value: unknown, issues: Issue[]): boolean => {
    if (typeof (value as { id: unknown }).id === "bigint") return checkBody(value, issues);
    issues.push({ path: "/id", schema: "", keyword: "type", params: {}, message: "is wrong" });
    return false;
  };
  const codec = { codec: "json", check, read: exact } as const;
  const long = "9007199254740993";
  expect(await read(`{"id":${long},"number":${long}}`, codec)).toEqual({
    id: 9007199254740993n,
    number: 9007199254740992,
  });
  expect(await read(`{"id":${long},"integers":[${long}]}`, codec)).toEqual([
    "/body/integers/0 integer",
  ]);
});

test("long digits are found wherever they begin", () => {
  for (let before = 0; before < 40; before++) {
    const start = `{"text":"${"a".repeat(before)}","a":`;
    expect(mayRound(`${start}1234567890123456}`)).toBe(true);
    expect(mayRound(`${start}-1.234567890123456e15}`)).toBe(true);
    expect(mayRound(`${start}123456789012345,"b":12345678}`)).toBe(false);
  }
});
