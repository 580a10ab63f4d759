import type { Diagnostics } from "../../diagnostics/diagnostics.js";
import { below } from "../../common/pointers.js";
import { everySchema } from "./direction.js";
import type { ApiModel } from "../types.js";

/** The number of characters that each text of a format has. */
export const lengths: ReadonlyMap<string, number> = new Map([
  ["date", 10],
  ["uuid", 36],
]);

/** Reports texts whose format and limits of their length exclude each other. */
export function reportLengths(
  model: ApiModel,
  diagnostics: Diagnostics,
  isValidated: (format: string) => boolean,
): void {
  for (const { keywords, source } of everySchema(model)) {
    const { format = "", types, minLength = 0, maxLength = Infinity } = keywords;
    const length = lengths.get(format);
    if (length === undefined || !isValidated(format) || types?.join() !== "string") continue;
    const isLonger = maxLength < length;
    if (!isLonger && minLength <= length) continue;
    const [keyword, limit] = isLonger
      ? (["maxLength", maxLength] as const)
      : (["minLength", minLength] as const);
    const ofFormat = [`the length ${length} of each ${format}`, below(source, "format")] as const;
    const ofLimit = [`${keyword} ${limit}`, below(source, keyword)] as const;
    const [[lower, place], [upper, at]] = isLonger ? [ofFormat, ofLimit] : [ofLimit, ofFormat];
    diagnostics.report("impossible-bounds", at, { lower, upper, isEqual: false, place });
  }
}
