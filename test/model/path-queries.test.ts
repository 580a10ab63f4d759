import { expect, test } from "vitest";
import { modelOf } from "./model.js";

const inPath = "{ name: id, in: path, required: true, style: label, schema: { type: integer } }";
const shared = '{ $ref: "#/components/parameters/Id" }';

/** Paths with the parameters that they declare, and what becomes of them: `?` is optional, `=` a text. */
test.each<[Record<string, string>, Record<string, string>]>([
  [{ "/a?id={id}": inPath }, { "/a": "query id integer" }],
  [{ "/a?id={id}": shared }, { "/a": "query id integer" }],
  [{ "/a?id={id}": "" }, { "/a": "query id string" }],
  [{ "/a?key={id}": inPath }, { "/a": "query key integer" }],
  [
    { "/a?key={id}": "{ name: key, in: query, schema: { type: boolean } }" },
    { "/a": "query key? boolean" },
  ],
  [
    { "/{id}?as=a+file&b={b}": inPath },
    { "/{id}": "path id integer, query as =a file, query b string" },
  ],
  [
    { "/a{?id,b*}": "{ name: id, in: query, schema: { type: integer } }" },
    { "/a": "query id? integer, query b? string" },
  ],
  [{ "/a{?c}{&id}": "" }, { "/a": "query c? string, query id? string" }],
  [{ "/a?": "" }, { "/a": "" }],
  [
    { "/a?do=b": "", "/a?do=c&id={id}": inPath },
    { "/a?do=b": "", "/a?do=c": "query id integer" },
  ],
  [
    { "/a": "", "/a?acl": "" },
    { "/a": "", "/a?acl": "" },
  ],
  [
    { "/a": "", "/a?id={id}": inPath },
    { "/a": "", "/a?id={id}": "path id integer" },
  ],
  [{ "/a?{id}=1": inPath }, { "/a?{id}=1": "path id integer" }],
  [{ "/a?b=c{id}": inPath }, { "/a?b=c{id}": "path id integer" }],
  [{ "/a?b=%zz": "" }, { "/a?b=%zz": "" }],
])("the query of %j", async (paths, expected) => {
  const items = Object.entries(paths).map(
    ([path, parameters]) =>
      `  ${JSON.stringify(path)}: { get: { parameters: [${parameters}], responses: { "204": { description: Fine } } } }`,
  );
  const { operations } = await modelOf(
    `paths:\n${items.join("\n")}\ncomponents: { parameters: { Id: ${inPath} } }`,
  );
  const found = operations.map(({ parameters, template }) => [
    template,
    parameters
      .map(({ name, required, schema: { keywords }, ...one }) => {
        const what = keywords.enum ? `=${keywords.enum.join()}` : keywords.types?.join();
        return `${one.in} ${name}${required ? "" : "?"} ${what}`;
      })
      .join(", "),
  ]);
  expect(Object.fromEntries(found)).toEqual(expected);
});
