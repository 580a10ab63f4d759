import { expect, test } from "vitest";
import {
  type Code,
  type Separator,
  code,
  empty,
  isEmpty,
  join,
  json,
  key,
  literalType,
  name,
  print,
  property,
  regex,
  str,
  text,
  trustChecked,
  use,
  useFrom,
} from "../../src/emit/code.js";

const evaluate = (it: Code): unknown => new Function(`"use strict"; return (${it.text});`)();

test("literal text and interpolations make Code", () => {
  const made = code`const ${name("pet")} = ${str('a"b')}; // ${1}`;
  expect(made.text).toBe('const pet = "a\\"b"; // 1');
  expect(code`${[code`a;`, code`b;`, 3]}`.text).toBe("a;b;3");
});

test("a string in an interpolation does not compile, and throws", () => {
  // @ts-expect-error a string has to be quoted first
  expect(() => code`type ${"Pet"} = 1`).toThrow(/string "Pet" is not Code/);
  // @ts-expect-error a list of strings is not better
  expect(() => code`type ${["Pet"]} = 1`).toThrow(TypeError);
  // @ts-expect-error join takes what an interpolation takes
  expect(() => join(["a", "b"], ", ")).toThrow(TypeError);
  for (const value of [undefined, null, true, {}, Symbol("a"), 1n, NaN, Infinity, () => 1])
    expect(() => print(value)).toThrow(TypeError);
});

test("Code cannot be forged", () => {
  // @ts-expect-error it has private fields
  const lookalike: Code = { text: "evil()", imports: [] };
  expect(() => print(lookalike)).toThrow(TypeError);
  expect(() => print(Object.create(Object.getPrototypeOf(empty) as object))).toThrow(TypeError);
  expect(() => print(new Proxy(empty, {}))).toThrow(TypeError);
  expect(() => print(JSON.parse(JSON.stringify(code`a`)))).toThrow(TypeError);
  const { constructor } = Object.getPrototypeOf(empty) as {
    constructor: new (...a: unknown[]) => Code;
  };
  expect(() => new constructor("evil()")).toThrow(TypeError);
  expect(() => new constructor(undefined, "evil()", [], {})).toThrow(TypeError);
  expect(() => code(["evil()"] as never)).toThrow(TypeError);
  const strings = Object.assign(["evil()"], { raw: ["evil()"] });
  expect(() => code(Object.freeze(strings) as never)).toThrow(TypeError);
  expect(() => Object.assign(empty, { text: "evil()" })).toThrow(TypeError);
});

test("an interpolation inside a literal is refused", () => {
  const it = str("x");
  expect(() => code`"${it}"`).toThrow(/inside a "…" string/);
  expect(() => code`'${it}'`).toThrow(/inside a '…' string/);
  expect(() => code`\`${it}\``).toThrow(/inside a template literal/);
  expect(() => code`x = /${it}/`).toThrow(TypeError);
  expect(() => code`x = /a${it}/`).toThrow(/inside a regular expression/);
});

test("what goes into a comment cannot end it, and what opens a line comment needs a line end", () => {
  expect(code`// ${str("a\nb")}\nc`.text).toBe('// "a\\nb"\nc');
  expect(code`/* ${str("*/")} */`.text).toBe('/* "*\\/" */');
  expect(() => code`// ${code`a\nb`}`).toThrow(/would end the comment/);
  expect(() => code`/* ${code`/* */`} */`).toThrow(/would end the comment/);
  expect(code`/** ${str("a @deprecated")} */`.text).toBe('/** "a \\@deprecated" */');
  const open = code`a; // b`;
  expect(() => code`${open} c`).toThrow(/needs a line break/);
  expect(() => join([open, code`c`], ", ")).toThrow(/needs a line break/);
  expect(() => text(["a", open])).toThrow(/needs a line break/);
  expect(() => code`${code`${open}`}${code`c`}`).toThrow(/needs a line break/);
  expect(join([open, code`c`], "\n").text).toBe("a; // b\nc");
});

test("pieces do not grow together into a comment or an increment", () => {
  expect(() => code`${code`a /`}${regex("b")}`).toThrow(/meet as \/\//);
  expect(() => join([code`a /`, code`* b`], "")).toThrow(/meet as \/\*/);
  expect(() => code`-${code`-1`}`).toThrow(/meet as --/);
});

test("numbers keep their value where they stand", () => {
  expect(code`f(${-1}, [${-0}, ${1e21}], ${429});`.text).toBe("f(-1, [-0, 1e+21], 429);");
  expect(code`a -${-1}`.text).toBe("a -(-1)");
  expect(evaluate(code`${-2} ** 2`)).toBe(4);
  expect(evaluate(code`${5}.toFixed(1)`)).toBe("5.0");
  expect(evaluate(code`3 - ${json(-1)}`)).toBe(4);
  expect(evaluate(code`[${join([-1, -0, 2], ", ")}]`)).toEqual([-1, -0, 2]);
});

test("strings escape what could mean something around them", () => {
  expect(str("plain 'text'").text).toBe(`"plain 'text'"`);
  const hostile = "`${x}*/</script><!--\u2028\u202e\ud800\0\n😀";
  expect(str(hostile).text).toBe(
    '"\\x60$\\{x}*\\/<\\/script>\\x3c!--\\u2028\\u202e\\ud800\\u0000\\n😀"',
  );
  expect(evaluate(str(hostile))).toBe(hostile);
  expect(evaluate(text(["$", "{a}", str("b"), "*", "/`\\"]))).toBe("${a}b*/`\\");
});

test("identifiers are identifiers everywhere in a module", () => {
  expect(name("größe$1").text).toBe("größe$1");
  const refused = ["", "1a", "a-b", "a b", "class", "await", "yield", "enum", "eval", "arguments"];
  for (const value of [...refused, "let", "static", "interface", "a\u200d", "a\u3164", "\\u0061"])
    expect(() => name(value)).toThrow(/cannot be an identifier/);
});

test("member names are bare where they can be", () => {
  expect([key("class").text, key("a-b").text, key("10").text, key("")?.text]).toEqual([
    "class",
    '"a-b"',
    '"10"',
    '""',
  ]);
  expect(key("__proto__").text).toBe('"__proto__"');
  expect(property("__proto__").text).toBe('["__proto__"]');
  expect(property("constructor").text).toBe("constructor");
});

test("json keeps values, and __proto__ is data", () => {
  const value: unknown = JSON.parse('{"a":{"__proto__":{"b":[1,null,true]}},"10":-0.5,"":"*/"}');
  expect(json(value).text).toBe(
    '{ "10": -0.5, a: { ["__proto__"]: { b: [1, null, true] } }, "": "*\\/" }',
  );
  expect(evaluate(json(value))).toStrictEqual(value);
  expect(Object.is(evaluate(json(-0)), -0)).toBe(true);
  expect((evaluate(code`() => ${json({ a: 1 })}`) as () => unknown)()).toEqual({ a: 1 });
});

test("json writes bigints too", () => {
  expect(json([1n, -(2n ** 63n)]).text).toBe('[BigInt(1), BigInt("-9223372036854775808")]');
  expect(literalType(-5n).text).toBe("-5n");
});

test("json writes dates too", () => {
  expect(json({ at: [new Date(0)] }).text).toBe('{ at: [new Date("1970-01-01T00:00:00.000Z")] }');
  expect(() => json(new Date(NaN))).toThrow(RangeError);
});

test("json refuses what is not JSON", () => {
  const interpolations: unknown[] = [];
  interpolations.length = 2;
  for (const value of [NaN, -Infinity, undefined, () => 1, Symbol("a"), new Map(), interpolations])
    expect(() => json({ a: [value] })).toThrow(TypeError);
  const cycle: unknown[] = [];
  cycle.push(cycle);
  expect(() => json(cycle)).toThrow(/nested deeper than 1000 levels/);
});

test("regular expressions are compiled, and inert as text", () => {
  expect(regex("^a/b[/`]*$").text).toBe("/^a\\/b[\\/\\x60]*$/u");
  expect(regex("").text).toBe("/(?:)/u");
  expect(regex("[${]", "").text).toBe("/[$\\{]/");
  expect(regex("\\<!--|(?<!--)", "").text).toBe("/\\<!-\\x2d|(?<!-\\x2d)/");
  expect(regex("a*", "").text).toBe("/a*(?:)/");
  expect(regex("\u2028\n\ud800").text).toBe("/\\u{2028}\\n\\u{d800}/u");
  expect(() => regex("(")).toThrow(SyntaxError);
  expect(() => regex("a", "uu")).toThrow(SyntaxError);
});

test("join takes its separator from a list", () => {
  expect(join([code`a`, code`b`], " | ").text).toBe("a | b");
  expect(isEmpty(join([], ", "))).toBe(true);
  expect(() => join([code`a`, code`b`], "; evil(); " as Separator)).toThrow(/fixed list/);
});

test("imports travel with the code", () => {
  const pet = use("Pet", "./types.js", "type");
  const parse = useFrom("validators", "parsePet", "./validators.js");
  expect(parse.text).toBe("validators.parsePet");
  const made = code`${join([code`${pet}[]`, text([parse])], ", ")} ${trustChecked("A", [])}`;
  expect(made.imports.map(({ name }) => name).sort()).toEqual(["Pet", "validators"]);
});

test("large texts and long chains cost no more than their length", () => {
  const large = str("x ".repeat(6_500_000));
  let chain = empty;
  const started = performance.now();
  for (let at = 0; at < 100_000; at += 1) chain = code`${chain}${use("Pet", "./types.js")};`;
  expect(code`${large};\n${chain}`.text.length).toBeGreaterThan(13_000_000);
  expect(chain.imports.length).toBe(100_000);
  expect(performance.now() - started).toBeLessThan(5_000);
});
