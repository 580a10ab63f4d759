import ts from "typescript";
import { expect, test } from "vitest";
import { type DocTag, code, doc, isEmpty, json, link } from "../../src/emit/code.js";

function tagsOf(prose: string, tags: readonly DocTag[] = []): string[] {
  const text = `${doc(prose, tags).text}export type A = 1;`;
  const file = ts.createSourceFile("a.ts", text, ts.ScriptTarget.Latest, true);
  const [statement] = file.statements;
  if (file.statements.length !== 1 || statement === undefined) throw new Error(text);
  return ts.getJSDocTags(statement).map(({ tagName }) => tagName.text);
}

test("nothing to say is no comment", () => {
  expect(isEmpty(doc(""))).toBe(true);
  expect(isEmpty(doc(" \n\t\u202e\n"))).toBe(true);
});

test("one line stays one line, and Markdown stays as it is", () => {
  expect(doc("A pet.").text).toBe("/** A pet. */\n");
  expect(doc("\n# Pets\r\n\n- `cat`  \n    code\n").text).toBe(
    "/**\n * # Pets\n *\n * - `cat`\n *     code\n */\n",
  );
});

test("prose cannot end the comment or add a tag", () => {
  expect(doc("a */ b").text).toBe("/** a *\\/ b */\n");
  expect(doc("*\u202e/").text).toBe("/** *\\/ */\n");
  for (const prose of [
    "@deprecated",
    " * @deprecated",
    "a @deprecated b",
    "a\u3000@deprecated",
    "\u200b@internal",
  ])
    expect(tagsOf(prose)).toEqual([]);
  expect(doc("mail a@b.example").text).toBe("/** mail a@b.example */\n");
  expect(doc("see {@link Pet}").text).toBe("/** see {\\@link Pet} */\n");
});

test("prose cannot speak to compilers and bundlers", () => {
  const { text } = doc(
    "x@internal (@jsxImportSource evil) #__NO_SIDE_EFFECTS__ @__PURE__ </script> <!--",
  );
  expect(text).not.toMatch(/@internal|@jsx|[#@]__|<\/script|<!--/);
});

test("controls, bidi controls and broken surrogates are left out", () => {
  expect(doc("a\0\u0007\u202e\u2066\ufeffb\ud800 👩‍💻").text).toBe("/** ab\ufffd 👩‍💻 */\n");
});

test("tags come from us, and their text is prose", () => {
  const tags: readonly DocTag[] = [
    { tag: "deprecated", text: ["Use ", link("Api", "listPets"), ".\n@internal */"] },
    { tag: "default", text: json({ a: "x @deprecated */" }) },
    { tag: "example", text: "const a = 1;\n\nf(a);" },
    { tag: "see", text: "name@deprecated" },
  ];
  expect(doc("Lists pets.", tags).text).toBe(
    [
      "/**",
      " * Lists pets.",
      " * @deprecated Use {@link Api.listPets}. \\@\\internal *\\/",
      ' * @default { a: "x \\@deprecated *\\/" }',
      " * @example",
      " * const a = 1;",
      " *",
      " * f(a);",
      " * @see name\\@deprecated",
      " */\n",
    ].join("\n"),
  );
  expect(tagsOf("a", tags)).toEqual(["deprecated", "default", "example", "see"]);
  expect(doc("", [{ tag: "deprecated", text: "" }]).text).toBe("/** @deprecated */\n");
  expect(() => doc("a", [{ tag: "evil" as "see", text: "" }])).toThrow(TypeError);
});

test("a comment cannot stand inside a comment", () => {
  expect(() => code`// ${doc("a")}`).toThrow(TypeError);
  expect(() => code`/* ${doc("a")} */`).toThrow(TypeError);
});
