import { expect, test } from "vitest";
import type { Schema } from "../../src/model/types.js";
import { schemasIn } from "../../src/model/walks/children.js";
import { modelOf } from "./model.js";

const home = "https://dynamic.example/";

/** A description with a generic schema, a reply that says what its items are, and what they are. */
function described(isOwn: boolean, isNamed: boolean, isInline: boolean, isNested: boolean): string {
  const id = (name: string): object => (isOwn ? { $id: home + name } : {});
  const to = (name: string): string => (isOwn ? home + name : `#/components/schemas/${name}`);
  const item = isInline ? { type: "string" } : { $ref: to("Text") };
  const bound = {
    ...id("bound"),
    $defs: { item: { $dynamicAnchor: "item", ...item } },
    $ref: to("List"),
  };
  const schema = isNamed ? { $ref: to("Bound") } : { ...bound, ...id("reply") };
  const reply = { description: "All", content: { "application/json": { schema } } };
  const items = { type: "array", items: { $dynamicRef: "#item" } };
  const schemas = {
    List: {
      ...id("List"),
      $defs: { item: { $dynamicAnchor: "item" } },
      type: "object",
      properties: { items, ...(isNested && { more: { $ref: to("List") } }) },
    },
    Text: { ...id("Text"), type: "string" },
    ...(isNamed && { Bound: { ...bound, ...id("Bound") } }),
  };
  const paths = { "/": { get: { operationId: "list", responses: { "200": reply } } } };
  return `paths: ${JSON.stringify(paths)}\ncomponents: ${JSON.stringify({ schemas })}`;
}

function target(schema: Schema | undefined): Schema | undefined {
  return schema?.keywords.ref ? target(schema.keywords.ref) : schema;
}

function member(schema: Schema | undefined, name: string): Schema | undefined {
  return target(target(schema)?.keywords.properties?.get(name));
}

function itemTypes(schema: Schema | undefined): readonly string[] | undefined {
  return target(member(schema, "items")?.keywords.items)?.keywords.types;
}

const both = [true, false];
const forms = both.flatMap((isOwn) =>
  both.flatMap((isNamed) =>
    both.flatMap((isInline) =>
      both.map((isNested) => [isOwn, isNamed, isInline, isNested] as const),
    ),
  ),
);

test.each(forms)(
  "what a generic schema is bound to ($id: %s, by a component: %s, in place: %s, nested: %s)",
  async (...form) => {
    const model = await modelOf(described(...form));
    const [operation] = model.operations;
    const reply = operation?.replies[0]?.content[0]?.schema;
    const list = model.schemas.find(({ name }) => name === "List");
    const [, , , isNested] = form;
    expect(itemTypes(reply)).toEqual(["string"]);
    expect(itemTypes(list)).toBeUndefined();
    expect(itemTypes(member(reply, "more"))).toEqual(isNested ? ["string"] : undefined);
    expect(member(list, "more")).toBe(isNested ? list : undefined);

    const seen = new Set([...model.schemas, ...(reply ? [reply] : [])]);
    for (const schema of seen) for (const one of schemasIn(schema)) seen.add(one);
    const keywords = [...seen].flatMap((one) => Object.keys(one.keywords));
    expect(keywords.filter((keyword) => keyword.startsWith("dynamic"))).toEqual([]);
    // Without a name, none leads back to itself.
    const open = new Set<Schema>();
    const visit = (schema: Schema): void => {
      expect(open.has(schema)).toBe(false);
      open.add(schema);
      for (const one of schemasIn(schema)) if (one.name === undefined) visit(one);
      open.delete(schema);
    };
    for (const schema of seen) visit(schema);
  },
);
