import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join as joinPath } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { code, doc, empty, name, str, use } from "../../src/emit/code.js";
import { loadTemplate } from "../../src/emit/template.js";

let folder = "";
let written = 0;
beforeAll(() => {
  folder = mkdtempSync(joinPath(tmpdir(), "template-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function template(source: string): (view: object) => ReturnType<typeof code> {
  written += 1;
  const path = joinPath(folder, `${written}.hbs`);
  writeFileSync(path, source);
  return loadTemplate(pathToFileURL(path));
}

test("interpolations, loops and conditions print Code with its imports", () => {
  const render = template(
    "{{#each pets}}\n{{doc}}{{#if @first}}first{{else}}later{{/if}}({{this.name}}, {{age}});\n{{/each}}\n",
  );
  const pets = [
    { doc: doc("A cat."), name: str("<cat>"), age: -1 },
    { doc: empty, name: use("dog", "./dog.js"), age: 2 },
  ];
  const made = render({ pets });
  expect(made.text).toBe('/** A cat. */\nfirst("<cat>", -1);\nlater(dog, 2);\n');
  expect(made.imports).toEqual([{ name: "dog", from: "./dog.js", typeOnly: false }]);
});

test("empty Code is false, unless and with work, and ~ eats white space", () => {
  const render = template(
    "{{#if a}}a{{/if}}{{#unless a}}b{{~/unless~}}   {{#with c}}{{d}}{{/with}};",
  );
  expect(render({ a: empty, c: { d: code`d` } }).text).toBe("bd;");
  expect(render({ a: code`x`, c: { d: code`d` } }).text).toBe("ad;");
});

test("a template is compiled once", () => {
  writeFileSync(joinPath(folder, "once.hbs"), "a;");
  const file = pathToFileURL(joinPath(folder, "once.hbs"));
  expect(loadTemplate(file)).toBe(loadTemplate(new URL(file)));
});

test("a string in an interpolation throws, with file, line and interpolation", () => {
  const render = template("a;\nb = {{pet.name}};\n");
  expect(() => render({ pet: { name: "evil()" } })).toThrow(
    /\d\.hbs:2: \{\{pet\.name\}\}: string "evil\(\)"/,
  );
  expect(() => render({ pet: { name: code`// a` } })).toThrow(/2: \{\{pet\.name\}\}: .*line break/);
  expect(() => render({ pet: {} })).toThrow(/\.hbs:2: \{\{pet\.name\}\}: undefined/);
  expect(() => render({})).toThrow(/\.hbs:2: /);
  expect(() => render({ pet: { name: () => "evil()" } })).toThrow(/\.hbs:2: .* is not Code/);
  expect(() => template("{{a.text}}")({ a: code`x` })).toThrow(Error);
});

test.each([
  ["{{{a}}}", /1: triple braces/],
  ["{{&a}}", /1: triple braces/],
  ["{{> a}}", /1: a PartialStatement/],
  ["{{#> a}}{{/a}}", /1: a PartialBlockStatement/],
  ["{{* a}}", /1: a Decorator/],
  ['{{#* inline "a"}}{{/inline}}', /1: a DecoratorBlock/],
  ["{{(a b)}}", /1: /],
  ["{{a b}}", /1: an interpolation takes no parameters/],
  ["{{a b=1}}", /1: an interpolation takes no parameters/],
  ['{{"a"}}', /1: a StringLiteral/],
  ["{{#each (a)}}{{/each}}", /1: a SubExpression/],
  ["{{#each a b}}{{/each}}", /1: .*one path/],
  ["{{#if a includeZero=true}}{{/if}}", /1: .*one path/],
  ["{{#if}}{{/if}}", /1: .*one path/],
  ['{{#if "a"}}{{/if}}', /1: a StringLiteral/],
  ["{{#each a as |b|}}{{b}}{{/each}}", /1: block parameters/],
  ["{{#log a}}{{/log}}", /1: \{\{#log\}\} is not allowed/],
  ["{{#a}}{{/a}}", /1: \{\{#a\}\} is not allowed/],
  ["{{^a}}{{/a}}", /1: \{\{#a\}\} is not allowed/],
  ["{{{{a}}}}{{{{/a}}}}", /1: \{\{#a\}\} is not allowed/],
  ["{{a.constructor}}", /1: a\.constructor is not allowed/],
  ["{{__proto__}}", /1: __proto__ is not allowed/],
  ['\n"{{a}}"', /2: there is an interpolation inside a "…" string/],
  ["`{{a}}`", /1: there is an interpolation inside a template literal/],
  ["x = /{{a}}/", /inside a regular expression/],
  ['"{{#if a}}b{{/if}}"', /a block inside a "…" string/],
  ['{{#if a}}"{{/if}}{{b}}{{#if a}}"{{/if}}', /1: there is the end of a block inside/],
  ["{{#if a}}b{{else}}`{{/if}}", /1: there is the end of a block inside/],
  ["{{#if a}}// {{else}}{{/if}}{{b}}\n", /1: a branch of \{\{#if\}\} ends inside/],
  ["{{#if a}}/* {{/if}}{{b}}", /1: a branch of \{\{#if\}\} ends inside/],
  ["{{#if a}}b{{else if c}}'{{/if}}", /1: there is the end of a block inside/],
  ["`${ {{#if a}} } {{/if}} }`", /1: a branch|inside a template literal/],
  ["/{{#if a}}{{/if}}/ {{b}}\n", /1: there is a block inside a regular expression/],
  ['"a', /1: the text ends inside/],
  ["// a", /1: the template ends in a \/\/ comment/],
])("%s is refused when it is loaded", (source, message) => {
  expect(() => template(source)).toThrow(message);
});

test("what stands in a comment is inert", () => {
  const render = template("// {{a}}\n/* {{a}} */ b -{{c}};\n");
  expect(render({ a: str("*/\n"), c: -1 }).text).toBe('// "*\\/\\n"\n/* "*\\/\\n" */ b -(-1);\n');
  expect(() => render({ a: doc("x"), c: 1 })).toThrow(/1: \{\{a\}\}: .*end the comment/);
});

test("a block's path has to be there, and may be undefined", () => {
  const render = template(
    "{{#if a.b}}c{{else}}d{{/if}}\n{{#each e}}{{#if @last}}{{../f}}{{/if}}{{/each}};",
  );
  expect(render({ a: { b: undefined }, e: [{}, {}], f: 1 }).text).toBe("d\n1;");
  expect(() => render({ a: {}, e: [], f: 1 })).toThrow(
    /\.hbs:1: \{\{a\.b\}\}: the view has no such member/,
  );
  expect(() => render({ a: { b: 1 }, f: 1 })).toThrow(/\.hbs:2: \{\{e\}\}: the view has no/);
});

test("views cannot call helpers or reach prototypes", () => {
  expect(() => template("{{guarded}}")({})).toThrow(/undefined is not Code/);
  expect(template("{{guarded}}{{if}};")({ guarded: name("a"), if: code`b` }).text).toBe("ab;");
  class View {
    get pet(): unknown {
      return code`a`;
    }
  }
  expect(() => template("{{pet}}")(new View())).toThrow(/1: \{\{pet\}\}: undefined is not Code/);
});
