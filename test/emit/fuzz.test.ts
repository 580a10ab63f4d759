import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { format } from "prettier";
import ts from "typescript";
import { expect, test } from "vitest";
import {
  type Code,
  code,
  doc,
  join,
  json,
  key,
  link,
  name,
  print,
  property,
  regex,
  str,
  text,
} from "../../src/emit/code.js";
import { isLong } from "../long.js";

/** The first of them, which the seed says; with `LONG`, more. */
const total = Number(process.env["FUZZ"] ?? (isLong ? 100_000 : 30_000));
const seed = Number(process.env["FUZZ_SEED"] ?? 20301205);
const perBatch = 5_000;

/** Statements, whose values are handed to `seen`. */
interface Snippet {
  readonly code: Code;
  readonly value: unknown;
}

const hostile = [
  ..."\"'`\\/*-+!<>@#{}()[];:,.=$& \t\n\r\0",
  ..."\u2028\u2029\u0085\u202e\u2066\u200b\u200f\ufeff\u00ad\u007f",
  ...["\ud800", "\udc00", "😀", "\u{e0001}", "é", "名"],
  ...[
    "${",
    "*/",
    "/*",
    "//",
    "*\\/",
    "\\`",
    '\\"',
    "\r\n",
    "--",
    "<!--",
    "-->",
    "</script>",
    "]]>",
  ],
  ...["CANARY", "CANARY()", "${CANARY}", '";CANARY;"', "*/CANARY/*", "\nCANARY\n", "`+CANARY+`"],
  ...[
    "__proto__",
    "constructor",
    "toString",
    "class",
    "await",
    "eval",
    "new",
    "get",
    "10",
    "-1",
    "0x1",
  ],
  ...[
    "@deprecated",
    "{@link CANARY}",
    "@internal",
    "@jsxImportSource CANARY",
    "#__PURE__",
    "u0041",
    "x7",
  ],
  ..."abcxyz019_",
];

function random(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const next = random(seed);
const below = (limit: number): number => Math.floor(next() * limit);
const pick = <T>(items: readonly T[]): T => items[below(items.length)] as T;
const word = (): string => Array.from({ length: below(7) }, () => pick(hostile)).join("");
const numbers = [0, -0, 1, -1, 0.1, -2.5, 1e21, -1e-7, 2 ** 53, -429, 5e-324];

function value(depth = 0): unknown {
  const kind = below(depth > 3 ? 4 : 6);
  if (kind < 2) return word();
  if (kind === 2) return pick(numbers);
  if (kind === 3) return pick([true, false, null]);
  const items = Array.from({ length: below(4) }, () => value(depth + 1));
  if (kind === 4) return items;
  const result = {};
  for (const item of items)
    Object.defineProperty(result, word(), {
      value: item,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  return result;
}

/** An expression from each helper that makes one, with the value that it must have. */
const expressions: readonly (() => Snippet)[] = [
  () => {
    const said = word();
    return { code: str(said), value: said };
  },
  () => {
    const [before, after, inner] = [word(), word(), word()];
    const parts = [before, str(inner), after, word(), print(-1)];
    return {
      code: text(parts),
      value: parts
        .map((part) => (typeof part === "string" ? part : part.text === "-1" ? "-1" : inner))
        .join(""),
    };
  },
  () => {
    const said = value();
    return { code: json(said), value: said };
  },
  () => {
    const said = pick(numbers);
    return { code: print(said), value: said };
  },
  () => {
    const said = [pick(numbers), pick(numbers), pick(numbers)];
    return { code: code`[${join(said, pick([", ", ","]))}]`, value: said };
  },
  () => {
    const flags = pick(["u", "", "v", "giu"]);
    for (;;) {
      const pattern = word();
      try {
        const wanted = new RegExp(pattern, flags);
        const subjects = [pattern, word(), word()];
        const subject = code`[${join(subjects.map(str), ", ")}]`;
        return {
          code: code`${subject}.map((s) => s.replace(${regex(pattern, flags)}, "<$&>"))`,
          value: subjects.map((said) => said.replace(wanted, "<$&>")),
        };
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
      }
    }
  },
];

/** The places where an expression can stand. */
const places: readonly ((made: Snippet) => Snippet)[] = [
  ({ code: it, value }) => ({ code: code`seen(${it});`, value }),
  ({ code: it, value }) => ({ code: code`seen([0, ${it}, 0][1]);`, value }),
  ({ code: it, value }) => ({ code: code`seen({ a: ${it} }.a);`, value }),
  ({ code: it, value }) => ({ code: code`seen((() => ${it})());`, value }),
  ({ code: it, value }) => ({ code: code`seen(((x = ${it}) => { return x })());`, value }),
  ({ code: it, value }) => ({ code: code`seen(true ? ${it} : 0);`, value }),
  ({ code: it, value }) => ({ code: code`seen(((a) => a[0])([${it}/* ${it} */]));`, value }),
  ({ code: it, value }) => ({
    code: code`let kept; \`a\${"}" + { b: [(kept = ${it})] }.b.length}\`; seen(kept);`,
    value,
  }),
  ({ code: it }) => ({ code: code`/* ${it} */ seen(1);`, value: 1 }),
  ({ code: it }) => ({ code: code`// ${it}\nseen(2);`, value: 2 }),
  ({ code: it }) => ({ code: code`/**\n * ${it}\n */\nseen(3);`, value: 3 }),
  ({ code: it, value }) => {
    const comment = doc(word(), [
      { tag: "remarks", text: word() },
      { tag: "example", text: [word(), "\n", it] },
      { tag: "see", text: [word(), link("Pet", "name"), word()] },
    ]);
    return { code: code`${comment}seen(${it});`, value };
  },
  ({ code: it, value }) => ({ code: code`${doc(word())}seen(${it}); ${doc(word())}`, value }),
];

const members: readonly (() => Snippet)[] = [
  () => {
    const said = word();
    return { code: code`seen(Object.entries({ ${property(said)}: 1 }));`, value: [[said, 1]] };
  },
  () => {
    const said = word();
    const made = code`{ ${property(said)}: 5 }`;
    return { code: code`seen((({ ${key(said)}: x }) => x)(${made}));`, value: 5 };
  },
  () => {
    const number = pick(numbers);
    const shown = [3 - number, 3 + -number, -number, number.toFixed(1), (2 * number) / 2];
    const it = print(number);
    const sums = code`3 -${it}, 3 + -${it}, -${it}, ${it}.toFixed(1), 2 * ${it} / 2`;
    return { code: code`seen([${sums}]);`, value: shown };
  },
  () => {
    const said = word();
    try {
      const made = name(said);
      if (said.includes("CANARY")) return { code: code`seen(1);`, value: 1 };
      return { code: code`{ const ${made} = 7; seen(${made}); }`, value: 7 };
    } catch {
      return { code: code`seen(8);`, value: 8 };
    }
  },
];

function snippet(): Snippet {
  const made = below(5) === 0 ? pick(members)() : pick(places)(pick(expressions)());
  return { ...made, code: code`{\n${made.code}\n}` };
}

/** Where CANARY is read as a name, and which tags TypeScript sees that are not ours. */
function faults(file: ts.SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node, named: ts.Node | undefined): void => {
    if (ts.isIdentifier(node) && node !== named && node.text.includes("CANARY"))
      found.push(`live ${node.text} in ${named?.kind ?? "code"}`);
    for (const tag of (node as { jsDoc?: ts.JSDoc[] }).jsDoc?.flatMap(({ tags }) => tags ?? []) ??
      [])
      if (!["remarks", "example", "see"].includes(tag.tagName.text))
        found.push(`@${tag.tagName.text}`);
    const member =
      ts.isPropertyAssignment(node) || ts.isPropertySignature(node)
        ? node.name
        : ts.isBindingElement(node)
          ? node.propertyName
          : undefined;
    ts.forEachChild(node, (child) => visit(child, member));
  };
  visit(file, undefined);
  return found;
}

function parse(
  source: string,
): ts.SourceFile & { readonly parseDiagnostics: readonly ts.Diagnostic[] } {
  return ts.createSourceFile("batch.ts", source, ts.ScriptTarget.Latest) as never;
}

const forbidden = /[\p{Cs}\0\u2028\u2029\u200b\u202a-\u202e\u2066-\u2069\ufeff]|<\/script|<!--/iu;

/** The first thing that is wrong with these snippets as one file. */
function check(
  batch: readonly Snippet[],
  source = batch.map(({ code }) => code.text).join("\n"),
): string | undefined {
  const broken = forbidden.exec(source);
  if (broken) return `forbidden ${JSON.stringify(broken[0])}`;
  const file = parse(source);
  const [problem] = file.parseDiagnostics;
  if (problem)
    return `does not parse: ${ts.flattenDiagnosticMessageText(problem.messageText, " ")}`;
  if (file.statements.length !== batch.length) return "not one block for each snippet";
  const [fault] = faults(file);
  if (fault) return fault;
  const values: unknown[] = [];
  new Function("seen", `"use strict";\n${source}`)((value: unknown) => values.push(value));
  if (values.length !== batch.length) return `${values.length} values`;
  const differs = batch.findIndex(({ value }, at) => !isDeepStrictEqual(values[at], value));
  return differs < 0 ? undefined : `another value: ${JSON.stringify(values[differs])}`;
}

function expectInert(batch: readonly Snippet[]): void {
  let fault: string | undefined;
  try {
    fault = check(batch);
  } catch (error) {
    fault = String(error);
  }
  if (fault === undefined) return;
  if (batch.length === 1) expect.fail(`${fault} (seed ${seed})\n${batch[0]?.code.text}`);
  const half = batch.length >> 1;
  expectInert(batch.slice(0, half));
  expectInert(batch.slice(half));
  expect.fail(`${fault}, only together (seed ${seed})`);
}

test(
  `${total} snippets from hostile words parse, stay inert and keep their value`,
  { timeout: 600_000 },
  () => {
    for (let made = 0; made < total; made += perBatch)
      expectInert(Array.from({ length: Math.min(perBatch, total - made) }, snippet));
  },
);

test("prettier leaves hostile snippets as they are", async () => {
  const batch = Array.from({ length: Math.min(total, 1_000) }, snippet);
  const source = batch.map(({ code }) => code.text).join("\n");
  expect(check(batch, await format(source, { parser: "typescript", printWidth: 100 }))).toBe(
    undefined,
  );
});

test("hostile words keep their value as members and literals of types", () => {
  const words = Array.from({ length: Math.min(total, 5_000) }, word);
  const made = words.map((said) => code`interface T { ${key(said)}: ${str(said)}; }`);
  const { parseDiagnostics, statements } = parse(made.map(({ text }) => text).join("\n"));
  expect(parseDiagnostics).toEqual([]);
  const read = statements.map((statement) => {
    const [member] = (statement as ts.InterfaceDeclaration).members as unknown as [
      ts.PropertySignature,
    ];
    const type = (member.type as ts.LiteralTypeNode).literal as ts.StringLiteral;
    return [(member.name as ts.Identifier | ts.StringLiteral).text, type.text];
  });
  expect(read).toEqual(words.map((said) => [said, said]));
});

test("any JSON value comes back from json", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5, noUnicodeString: false }), (wanted) => {
      expect(isDeepStrictEqual(new Function(`return ${json(wanted).text}`)(), wanted)).toBe(true);
    }),
    { seed, numRuns: 2_000 },
  );
});
