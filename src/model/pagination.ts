import { isObject } from "./document/json.js";

/** How a list of many pages can go on. */
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
  /** Where in the body the items are, the cursor or the address of the next page, whether there is more, and how many there are. */
  readonly items?: string | Way;
  readonly next?: string | Way;
  readonly more?: string | Way;
  readonly total?: string | Way;
  /** The number of the first page, or of the first item. */
  readonly first?: number;
}

const isText = (value: unknown): boolean => typeof value === "string" && value !== "";
const isWay = (value: unknown): boolean =>
  isText(value) || (Array.isArray(value) && value.every(isText));

const forms: { readonly [Key in keyof Required<Pagination>]: (value: unknown) => boolean } = {
  kind: (value) => pageKinds.some((kind) => kind === value),
  parameter: isText,
  size: isText,
  items: isWay,
  next: isWay,
  more: isWay,
  total: isWay,
  first: Number.isSafeInteger,
};

/** Reads a value of `x-pagination`; `malformed` where that cannot be understood, undefined where it says nothing. */
export function paginationOf(value: unknown): Pagination | false | "malformed" | undefined {
  if (value === false) return false;
  if (value === undefined || value === true) return undefined;
  if (!isObject(value)) return "malformed";
  const isKnown = Object.entries(value).every(
    ([key, content]) => Object.hasOwn(forms, key) && forms[key as keyof Pagination](content),
  );
  return isKnown ? value : "malformed";
}

/** A way as it may be written: the name of a member, or a list of names. */
export function wayOf(written: string | Way): Way {
  return typeof written === "string" ? [written] : written;
}
