import { groupBy } from "../../common/collections.js";
import { type PageList, type Pages, listOf, successOf } from "../../model/pages.js";
import type { Media, Operation, Schema } from "../../model/types.js";
import type { Way } from "../../model/pagination.js";
import { isList, memberIn, plain, schemaAt } from "../../model/walks/lists.js";
import { meantTypes } from "../../model/walks/values.js";
import { itemsOf, membersOf } from "../../model/walks/members.js";

/** The effect of an operation on the items of a collection, such as `/pets` with `/pets/{petId}`. */
export interface Collection {
  readonly role: "list" | "create" | "read" | "replace" | "update" | "remove";
  /** The template of the collection. */
  readonly path: string;
  readonly item: Schema;
  /** The member of an item that its address ends with. */
  readonly id: string;
  /** The path parameter with it; undefined for the collection as a whole. */
  readonly parameter: string | undefined;
  /** The member of a reply with the item; undefined: it is the whole. */
  readonly member: string | undefined;
  /** Of a list: where it stands, and how it goes on. */
  readonly page: (PageList & Partial<Pages> & { readonly echo?: Echo }) | undefined;
}

/** Members of a body that repeat the page size and number of the request. */
interface Echo {
  readonly size?: Way;
  readonly parameter?: Way;
}

const roles = new Map<string, Collection["role"]>([
  ["GET", "read"],
  ["PUT", "replace"],
  ["PATCH", "update"],
  ["DELETE", "remove"],
]);

/** The operations that look like those of a collection: its path, and that path with the id of an item at its end. */
export function collectionsOf(
  operations: readonly Operation[],
): ReadonlyMap<Operation, Collection> {
  const byPath = groupBy(operations, (operation) => pathOf(operation).replace(/\/$/, ""));
  const found = new Map<Operation, Collection>();
  for (const [path, ofItem] of byPath) {
    const [, parent, parameter] = /^(.*)\/\{([^{}/]+)\}$/.exec(path) ?? [];
    const ofAll = parent === undefined ? undefined : byPath.get(parent);
    if (!ofAll || parent === undefined || parameter === undefined) continue;
    const list = ofAll.find(({ method }) => method === "GET");
    const read = ofItem.find(({ method }) => method === "GET");
    const items = list && itemsIn(list, parameter);
    if (!list || !items) continue;
    const { item, id } = (read && itemIn(read, parameter)) ?? items;
    const ofWhole = { path: parent, item, id, parameter: undefined };
    found.set(list, { ...ofWhole, role: "list", member: undefined, page: items.page });
    for (const operation of ofAll) {
      if (operation.method !== "POST") continue;
      const member = itemIn(operation, parameter)?.member;
      found.set(operation, { ...ofWhole, role: "create", member, page: undefined });
    }
    for (const operation of ofItem) {
      const role = roles.get(operation.method);
      const member = itemIn(operation, parameter)?.member;
      const ofItem = { path: parent, item, id, parameter, member, page: undefined };
      if (role) found.set(operation, { role, ...ofItem });
    }
  }
  return found;
}

/** The template, in which parameters are called as in the request that a handler gets. */
function pathOf({ path }: Operation): string {
  return path.map((part) => (typeof part === "string" ? part : `{${part.name}}`)).join("");
}

interface CollectionItem {
  readonly item: Schema;
  readonly id: string;
  readonly member: string | undefined;
}

/** The item that an operation gives when all went well: the whole body, or the one member of it that is one. */
function itemIn(operation: Operation, parameter: string): CollectionItem | undefined {
  const body = goodBody(operation);
  if (!body) return undefined;
  const id = idOf(body, parameter);
  if (id !== undefined) return { item: body, id, member: undefined };
  return memberThat(body, (schema) => {
    const own = idOf(schema, parameter);
    return own === undefined ? undefined : { item: schema, id: own };
  });
}

/** The items that an operation gives, in the list of its pages, or in that member of the body which has such items. */
function itemsIn(
  operation: Operation,
  parameter: string,
): (Omit<CollectionItem, "member"> & { readonly page: Collection["page"] }) | undefined {
  const body = goodBody(operation);
  if (!body) return undefined;
  const inList = (schema: Schema | undefined): { item: Schema; id: string } | undefined => {
    if (!schema || !isList(schema)) return undefined;
    const item = itemsOf(schema).rest;
    const id = item && idOf(item, parameter);
    return item && id !== undefined ? { item, id } : undefined;
  };
  const page: Collection["page"] = listOf(operation);
  const listed = page && inList(schemaAt(body, page.items));
  if (listed) return { ...listed, page: { ...page, ...echoIn(body, page) } };
  const own = memberThat(body, inList);
  return own && { ...own, page: { items: [own.member ?? ""], ...nothingBeside } };
}

function echoIn(
  body: Schema,
  { items, size, counts, parameter }: PageList & Partial<Pages>,
): { readonly echo?: Echo } {
  const [wrapper] = items;
  const wayTo = (name: string | undefined): Way | undefined =>
    name === undefined || wrapper === undefined
      ? undefined
      : memberIn(body, new RegExp(`^${plain(name)}$`), ["integer", "number"], wrapper);
  const [ofSize, ofPage] = [wayTo(size), wayTo(counts && parameter)];
  if (!ofSize && !ofPage) return {};
  return { echo: { ...(ofSize && { size: ofSize }), ...(ofPage && { parameter: ofPage }) } };
}

const nothingBeside = {
  size: undefined,
  next: undefined,
  header: undefined,
  more: undefined,
  total: undefined,
};

function memberThat(
  body: Schema,
  found: (schema: Schema) => { item: Schema; id: string } | undefined,
): CollectionItem | undefined {
  for (const [member, schema] of membersOf(body).properties) {
    const place = found(schema);
    if (place) return { ...place, member };
  }
  return undefined;
}

function goodBody(operation: Operation): Schema | undefined {
  const media = successOf(operation)?.content.find(({ codec }: Media) => codec === "json");
  return media?.schema;
}

/** The member of an item that stands in its address: it is called as the parameter is, or `id`. */
function idOf(schema: Schema, parameter: string): string | undefined {
  if (meantTypes(schema)?.includes("object") !== true) return undefined;
  const names = [...membersOf(schema).properties.keys()];
  const plain = (name: string): string => name.replace(/[^A-Za-z\d]/g, "").toLowerCase();
  const same = names.find((name) => plain(name) === plain(parameter));
  const [, last] = /([A-Z][a-z]+|_[a-z]+|-[a-z]+)$/.exec(parameter) ?? [];
  return same ?? names.find((name) => name === "id" || (last && plain(name) === plain(last)));
}
