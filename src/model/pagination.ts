import { isObject } from "../common/json.js";

/** Kinds of pagination. */
export const pageKinds = ["cursor", "last-id", "link", "page", "offset"] as const;

/** The way to a part of a body: the names of members. */
export type Way = readonly string[];

/** Pages as described by hand, in `x-pagination` or in the config; what is left out is found in the description. */
export interface Pagination {
  readonly kind?: (typeof pageKinds)[number];
  /** Differs for each page: a parameter of the query, or a member of a body in JSON. */
  readonly parameter?: string;
  /** The parameter that says how many items a page has. */
  readonly size?: string;
  /** Paths in the body to the items, to the cursor or URL of the next page, to the flag for more pages, and to the total. */
  readonly items?: string | Way;
  readonly next?: string | Way;
  readonly more?: string | Way;
  readonly total?: string | Way;
  /** The header that has the cursor of the next page. */
  readonly header?: string;
  /** The number of the first page, or of the first item. */
  readonly first?: number;
}

/** The form of a value, in words and as a check. */
type Form = readonly [expected: string, is: (value: unknown) => boolean];

const isText = (value: unknown): boolean => typeof value === "string" && value !== "";
const name: Form = ["a text", isText];
const way: Form = [
  "the name of a member, or a list of names",
  (value) => isText(value) || (Array.isArray(value) && value.every(isText)),
];

/** The form of the value of each key. */
export const paginationForms: { readonly [Key in keyof Required<Pagination>]: Form } = {
  kind: [`one of ${pageKinds.join(", ")}`, (value) => pageKinds.some((kind) => kind === value)],
  parameter: name,
  size: name,
  items: way,
  next: way,
  more: way,
  total: way,
  header: name,
  first: ["a whole number", Number.isSafeInteger],
};

/** Reads a value of `x-pagination`; `malformed` where that cannot be understood, undefined where it says nothing. */
export function paginationOf(value: unknown): Pagination | false | "malformed" | undefined {
  if (value === false) return false;
  if (value === undefined || value === true) return undefined;
  if (!isObject(value)) return "malformed";
  const isKnown = Object.entries(value).every(
    ([key, content]) =>
      Object.hasOwn(paginationForms, key) && paginationForms[key as keyof Pagination][1](content),
  );
  return isKnown ? value : "malformed";
}

/** A way as it may be written: the name of a member, or a list of names. */
export function wayOf(written: string | Way): Way {
  return typeof written === "string" ? [written] : written;
}
