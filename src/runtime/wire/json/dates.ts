import { dateTime } from "../../validate/formats/date-times.js";
import { type Int64Places, type JsonCodec, type Plan, changed, planFor } from "./places.js";

export type { Int64Places as JsonPlaces, JsonCodec } from "./places.js";

/** As `exactJsonWith`, for values without int64s; a string that is not a valid date and time stays a string. */
export function datedJsonWith(places: Int64Places): (start: string) => JsonCodec {
  const plans = new Map<string, Plan>();
  const known = new Map<string, JsonCodec>();
  const walk = { change: (value: unknown) => value, date: dateTime, copies: false };
  return (start) => {
    const codec = known.get(start);
    if (codec !== undefined) return codec;
    const plan = planFor(start, places, plans);
    const made: JsonCodec = {
      read: (text) => changed(JSON.parse(text), plan, walk),
      // A `Date` has `toJSON`.
      write: (value) => JSON.stringify(value),
    };
    known.set(start, made);
    return made;
  };
}
