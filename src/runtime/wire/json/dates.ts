import { dateTime } from "../../validate/formats/date-times.js";
import { type Int64Places, type JsonCodec, type Plan, changed, planFor } from "./places.js";

export type { Int64Places as JsonPlaces, JsonCodec } from "./places.js";

/** As `exactJsonWith`, where no place is an int64: a text that is no date and time stays as it is. */
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
      // A `Date` says itself what its JSON is.
      write: (value) => JSON.stringify(value),
    };
    known.set(start, made);
    return made;
  };
}
