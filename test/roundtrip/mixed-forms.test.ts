import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { connect } from "./service.js";

const folder = fileURLToPath(new URL("../golden/forms/", import.meta.url));
const trip = (await connect("input.yaml", folder))!;
afterAll(() => trip.close());

/** The body that arrives, and how it was sent: the names and values of parts or fields. */
async function sent(method: string, members: object): Promise<readonly [unknown, string]> {
  let body: unknown;
  trip.answerWith((request) => {
    body = request["body"];
    return Promise.resolve({ status: 400 });
  });
  const request = { body: members, query: { path: "/" } };
  trip.wire();
  await trip.trustingClient()[method]!(request)
    .reply()
    .catch(() => undefined);
  const [text = ""] = trip.wire();
  return [body, text.slice(text.indexOf("\n\n") + 2)];
}

const page = (name: string): File => new File([name], name, { type: "text/plain" });
const cover = new File(["cover"], "cover", { type: "image/png" });
const album = { title: "T", cover };

test.each([
  ["a text", { words: "one" }, ["one"]],
  ["a text like JSON", { words: "[one" }, ["[one"]],
  ["texts", { words: ["one", "two"] }, ["one", "two"]],
  ["a text, or an object", { either: "{one" }, ["{one"]],
  ["a text that is JSON, or an object", { either: '{"a":1}' }, ['{"a":1}']],
  ["a text that is a list, or an object", { either: "[1]" }, ["[1]"]],
  ["a text that is JSON, of a type of several", { memo: "{}" }, ["{}"]],
  ["a text, of one type", { quote: "{one" }, ["{one"]],
  ["an object, of one type", { quote: { a: 1 } }, ['{"a":1}']],
  ["an object, or a text", { either: { a: 1 } }, ['{"a":1}']],
  ["an object, or a list", { rule: { by: "me" } }, ['{"by":"me"}']],
  ["a list, or an object", { rule: [1] }, ["1"]],
  ["items, or an object", { rule: [1, 2] }, ["1", "2"]],
  ["a text that is JSON", { layout: '{"a":1}' }, ['{"a":1}']],
])("parts that hold %s", async (_, members, texts) => {
  const [body, text] = await sent("addAlbum", { ...album, ...members });
  expect(body).toMatchObject(members);
  const values = Array.from(text.matchAll(/\r\n\r\n(.*)\r\n/g), ([, value]) => value);
  expect(text.match(/filename=/g)).toHaveLength(1);
  expect(values.filter((value) => value !== "T" && value !== "cover")).toEqual(texts);
});

test("a text that is JSON has its type only where an object may stand too", async () => {
  const text = '{"a":1}';
  const [, either] = await sent("addAlbum", { ...album, either: text });
  expect(either).toContain('name="either"\r\nContent-Type: text/plain\r\n\r\n{"a":1}');
  const [, layout] = await sent("addAlbum", { ...album, layout: text });
  expect(layout).toContain('name="layout"\r\n\r\n{"a":1}');
});

test("parts that are a file, or files", async () => {
  const [one] = await sent("addAlbum", { ...album, pages: page("a") });
  expect(one).toMatchObject({ pages: { name: "a", size: 1, type: "text/plain" } });
  const [two] = await sent("addAlbum", { ...album, pages: [page("a"), page("bb")] });
  expect(two).toMatchObject({ pages: [{ name: "a" }, { name: "bb", size: 2 }] });
});

test.each([
  ["searchAlbums", { what: '{"a":1}' }],
  ["searchAlbums", { what: ["[1]"] }],
  ["addAlbum", { ...album, quote: '{"a":1}' }],
])("%s does not send %j, in which a text would arrive as JSON", async (method, body) => {
  await expect(trip.trustingClient()[method]!({ body }).reply()).rejects.toThrow(
    /^(what|quote) holds a text that is JSON, as which it would arrive$/,
  );
});

test.each([
  ["a text or an object", { what: "{one}" }, "what={one}"],
  ["an object or a text", { what: { a: 1 } }, 'what={"a":1}'],
  ["texts that are JSON", { what: ["[1]", "{}"] }, "what=[1]&what={}"],
  ["a text", { sort: "one" }, "sort=one"],
  ["texts", { sort: ["one", "two"] }, "sort=one&sort=two"],
  ["a number, or an object", { rule: 1 }, "rule=1"],
  ["numbers, or an object", { rule: [1, 2] }, "rule=1&rule=2"],
  ["an object", { rule: { by: "me" } }, 'rule={"by":"me"}'],
])("a form that holds %s", async (_, members, text) => {
  const [body, written] = await sent("searchAlbums", members);
  expect(body).toMatchObject(members);
  expect(decodeURIComponent(written)).toBe(text);
});
