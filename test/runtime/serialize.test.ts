import { expect, test } from "vitest";
import * as scalar from "../../src/runtime/wire/parameters/scalar.js";
import * as serialize from "../../src/runtime/wire/parameters/serialize.js";

const to = { ...scalar, ...serialize };

test("percent leaves only the unreserved characters of RFC 3986", () => {
  const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).join("");
  expect(to.percent(ascii).replace(/%[0-9A-F]{2}/g, "")).toBe(
    "-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz~",
  );
  expect(decodeURIComponent(to.percent(ascii))).toBe(ascii);
});

test("the origin of an address, where it has one", () => {
  expect(to.originOf("https://a.example:8080/v1")).toBe("https://a.example:8080");
  expect(to.originOf("HTTP://a.example")).toBe("HTTP://a.example");
  expect(to.originOf("/v1")).toBe("");
});

test("reserved leaves reserved characters, except those that would end the value or the query", () => {
  expect(to.reserved(":/?@!$'()*,;=")).toBe(":/?@!$'()*,;=");
  expect(to.reserved("#&+[] %|é")).toBe("%23%26%2B%5B%5D%20%25%7C%C3%A9");
  expect(to.reserved("%41%zz%4")).toBe("%41%25zz%254");
  expect(to.reservedInPath("a/b?c:d")).toBe("a%2Fb%3Fc:d");
  expect(to.reservedInCookie(":/?#[]@!$&'()*+=%5b")).toBe(":/?#[]@!$&'()*+=%5b");
  expect(to.reservedInCookie(',;"\\ %é')).toBe("%2C%3B%22%5C%20%25%C3%A9");
});

const list = ["a", "b c"];
/** What these give comes after an "&". */
const inQuery: ReadonlySet<unknown> = new Set([
  to.form,
  to.formJoined,
  to.spaceDelimited,
  to.pipeDelimited,
  to.spaceDelimitedOrText,
  to.pipeDelimitedOrText,
  to.deepObject,
  to.queryJson,
  to.queryScalar,
]);
const object = { R: 100, "G,": "x=y" };

test.each([
  [to.form, "n=1", "n=a&n=b%20c", "R=100&G%2C=x%3Dy"],
  [to.formJoined, "n=1", "n=a,b%20c", "n=R,100,G%2C,x%3Dy"],
  [to.spaceDelimited, TypeError, TypeError, "n=R%20100%20G%2C%20x%3Dy"],
  [to.pipeDelimited, TypeError, "n=a%7Cb%20c", "n=R%7C100%7CG%2C%7Cx%3Dy"],
  [to.spaceDelimitedOrText, "n=1", TypeError, "n=R%20100%20G%2C%20x%3Dy"],
  [to.pipeDelimitedOrText, "n=1", "n=a%7Cb%20c", "n=R%7C100%7CG%2C%7Cx%3Dy"],
  [to.deepObject, "n=1", "n%5B0%5D=a&n%5B1%5D=b%20c", "n%5BR%5D=100&n%5BG%2C%5D=x%3Dy"],
  [
    to.queryJson,
    "n=1",
    "n=%5B%22a%22%2C%22b%20c%22%5D",
    "n=%7B%22R%22%3A100%2C%22G%2C%22%3A%22x%3Dy%22%7D",
  ],
  [to.queryScalar, "n=1", TypeError, TypeError],
  [to.pathScalar, "1", TypeError, TypeError],
  [to.simple, "1", "a,b%20c", "R,100,G%2C,x%3Dy"],
  [to.simpleExploded, "1", "a,b%20c", "R=100,G%2C=x%3Dy"],
  [to.label, ".1", ".a,b%20c", ".R,100,G%2C,x%3Dy"],
  [to.labelExploded, ".1", ".a.b%20c", ".R=100.G%2C=x%3Dy"],
  [to.matrix, ";n=1", ";n=a,b%20c", ";n=R,100,G%2C,x%3Dy"],
  [to.matrixExploded, ";n=1", ";n=a;n=b%20c", ";R=100;G%2C=x%3Dy"],
  [
    to.pathJson,
    "1",
    "%5B%22a%22%2C%22b%20c%22%5D",
    "%7B%22R%22%3A100%2C%22G%2C%22%3A%22x%3Dy%22%7D",
  ],
  [to.headerValue, "1", "a,b c", TypeError],
  [to.headerExploded, "1", "a,b c", TypeError],
  [to.headerJson, "1", '["a","b c"]', '{"R":100,"G,":"x=y"}'],
  [to.cookie, "n=1", "n=a; n=b%20c", "R=100; G%2C=x%3Dy"],
  [to.cookieJoined, "n=1", "n=a,b%20c", "n=R,100,G%2C,x%3Dy"],
  [to.cookieRaw, "n=1", "n=a; n=b c", "R=100; G%2C=x=y"],
  [to.cookieRawJoined, "n=1", "n=a,b c", TypeError],
] as const)("%o: a scalar, an array, an object", (serialize, ...expected) => {
  for (const [index, value] of [1, list, object].entries()) {
    const wanted = expected[index];
    const mark = inQuery.has(serialize) ? "&" : "";
    if (typeof wanted === "string") expect(serialize("n", value)).toBe(mark + wanted);
    else expect(() => serialize("n", value)).toThrow(TypeError);
  }
});

const optional = [
  to.form,
  to.formJoined,
  to.spaceDelimited,
  to.pipeDelimited,
  to.deepObject,
  to.queryScalar,
  to.headerValue,
  to.headerExploded,
  to.cookie,
  to.cookieJoined,
  to.cookieRaw,
];
const path = [to.simple, to.simpleExploded, to.matrix, to.matrixExploded, to.label];

test.each(optional)("%o leaves out what is absent or empty", (serialize) => {
  expect(serialize("n", undefined)).toBeUndefined();
  expect(serialize("n", null)).toBeUndefined();
  if (serialize === to.queryScalar) return;
  expect(serialize("n", [])).toBeUndefined();
  expect(serialize("n", {})).toBeUndefined();
  expect(serialize("n", [undefined, null])).toBeUndefined();
});

test.each(path)("%o refuses what is absent", (serialize) => {
  expect(() => serialize("id", undefined)).toThrow("parameter id is required");
  expect(() => serialize("id", null)).toThrow("parameter id is required");
  expect(() => to.pathScalar("id", undefined)).toThrow("id is invalid");
});

test.each([
  [to.pathJson, "null"],
  [to.queryJson, "&n=null"],
  [to.headerJson, "null"],
  [to.cookieJson, "n=null"],
] as const)("%o writes null, which JSON has, and nothing for what is absent", (serialize, text) => {
  expect(serialize("n", null)).toBe(text);
  if (serialize === to.pathJson)
    expect(() => serialize("n", undefined)).toThrow("parameter n is required");
  else expect(serialize("n", undefined)).toBeUndefined();
});

test.each(["", ".", ".."])("%j cannot be a part of a path", (text) => {
  expect(() => to.pathScalar("id", text)).toThrow("id is empty, . or ..");
  expect(() => to.simple("id", text)).toThrow("id is empty, . or ..");
  expect(() => to.simpleExploded("id", [text])).toThrow("id is empty, . or ..");
  expect(() => to.simple("id", [])).toThrow("id is empty, . or ..");
});

test("dots that a URL parser would take are refused in every form", () => {
  expect(() => to.label("id", "")).toThrow(TypeError);
  expect(() => to.label("id", ".")).toThrow(TypeError);
  expect(() => to.simple("id", "%2E%2e", to.reservedInPath)).toThrow(TypeError);
  expect(() => to.simple("id", ".%2e", to.reservedInPath)).toThrow(TypeError);
  expect(to.simple("id", "%2E%2e")).toBe("%252E%252e");
  expect(to.simple("id", "...")).toBe("...");
  expect(to.simple("id", "../../admin")).toBe("..%2F..%2Fadmin");
});

const unsendable = /^n (is invalid|holds a list or an object, which its style cannot write)$/;

test.each([
  NaN,
  Infinity,
  -Infinity,
  new Date(NaN),
  [["a"]],
  [{}],
  { a: {} },
  Symbol("s"),
  () => 1,
])("%o cannot be sent", (value) => {
  expect(() => to.form("n", value)).toThrow(unsendable);
  expect(() => to.simple("n", value)).toThrow(unsendable);
  expect(() => to.headerValue("n", value)).toThrow(unsendable);
});

test("messages do not quote values, which may be secret", () => {
  expect(() => to.headerValue("X-Key", "s3cret\n")).toThrow(
    "header X-Key holds a character that cannot be sent",
  );
  expect(() => to.cookieRaw("sid", "s3cret;")).toThrow(
    "cookie sid holds a character that cannot be sent",
  );
});

test.each(["a\nb: c", "a\r", "\0", "日本", " a", "a ", "\u007f"])(
  "header value %j is refused",
  (text) => {
    expect(() => to.headerValue("X-A", text)).toThrow(TypeError);
    expect(() => to.headerExploded("X-A", [text])).toThrow(TypeError);
  },
);

test("JSON in a header is ASCII, whatever it holds", () => {
  const text = to.headerJson("X-A", { name: "日本 \u007f" });
  expect(text).toBe('{"name":"\\u65e5\\u672c \\u007f"}');
  expect(JSON.parse(text ?? "")).toEqual({ name: "日本 \u007f" });
});

test("deepObject goes on in brackets", () => {
  const value = { a: { b: "x" }, l: ["y", { p: 1 }], none: undefined, at: new Date(0) };
  expect(decodeURIComponent(to.deepObject("f", value) ?? "")).toBe(
    "&f[a][b]=x&f[l][0]=y&f[l][1][p]=1&f[at]=1970-01-01T00:00:00.000Z",
  );
});

test("members of prototypes are not sent", () => {
  const value = Object.create({ inherited: 1 }) as object;
  expect(to.form("n", value)).toBeUndefined();
  expect(to.form("n", JSON.parse('{"__proto__":"x"}'))).toBe("&__proto__=x");
});

test("a member of an exploded object is none that another parameter is called", () => {
  const value = { a: 1, limit: 2 };
  const refused = /^n has a member limit/;
  expect(() => to.form("n", value, undefined, ["limit"])).toThrow(refused);
  expect(() => to.cookie("n", value, undefined, ["limit"])).toThrow(refused);
  expect(() => to.cookieRaw("n", value, undefined, ["limit"])).toThrow(refused);
  expect(to.form("n", value, undefined, ["page"])).toBe("&a=1&limit=2");
  expect(to.form("limit", 5, undefined, ["page"])).toBe("&limit=5");
});

test("what a style separates by cannot be in a value that it leaves as it is", () => {
  const refused = /^n holds a delimiter of its style/;
  expect(() => to.formJoined("n", ["a,b"], to.reserved)).toThrow(refused);
  expect(() => to.pipeDelimited("n", ["a|b"])).toThrow(refused);
  expect(() => to.pipeDelimitedOrText("n", "a|b")).toThrow(refused);
  expect(() => to.spaceDelimitedOrText("n", "a b")).toThrow(refused);
  expect(to.spaceDelimitedOrText("n m", "a|b")).toBe("&n%20m=a%7Cb");
  expect(() => to.pipeDelimited("n", ["a%7cb"], to.reserved)).toThrow(refused);
  expect(() => to.labelExploded("n", [1.5])).toThrow(refused);
  expect(() => to.simpleExploded("n", { "a=b": 1 }, to.reservedInPath)).toThrow(refused);
  expect(() => to.matrix("n", "a;b", to.reservedInPath)).toThrow(refused);
  expect(() => to.headerExploded("n", { "a=b": "c" })).toThrow(refused);
  expect(to.headerExploded("n", { a: "b=c" })).toBe("a=b=c");
  expect(() => to.deepObject("n", { "a]": 1 })).toThrow(refused);
  expect(to.formJoined("n", ["a,b"])).toBe("&n=a%2Cb");
});

test("a member of a form of which nothing is said keeps its name", () => {
  expect(to.formAny("n", "a")).toBe("&n=a");
  expect(to.formAny("n", ["a", 1])).toBe("&n=a&n=1");
  expect(decodeURIComponent(to.formAny("n", { a: 1 }) ?? "")).toBe('&n={"a":1}');
  expect(decodeURIComponent(to.formAny("n", [["a"]]) ?? "")).toBe('&n=[["a"]]');
});
