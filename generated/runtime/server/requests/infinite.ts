import { pointerTo } from "../../validate/pointer.js";

/** The place of a number that is too large and that `JSON.parse` made infinite; `isLong`: the text has long numbers. */
export function infiniteAt(
  text: string,
  value: unknown,
  isLong: boolean,
  place: string,
): string | undefined {
  // Below 16 digits, it takes an exponent of three.
  return isLong || /e\+?[0-9]{3}/i.test(text) ? findInfinite(value, place) : undefined;
}

function findInfinite(value: unknown, place: string): string | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? undefined : place;
  if (typeof value !== "object" || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    if (typeof member !== "number" && typeof member !== "object") continue;
    const found = findInfinite(member, place);
    if (found !== undefined) return pointerTo(place, name) + found.slice(place.length);
  }
  return undefined;
}
