import { LISTED } from "../../wire/http.js";
import { isIn, isNamedAs, mediaTypeOf, parametersOf, tellsApart } from "../../wire/media-types.js";

/**
 * The media type among `types` that the field `Accept` prefers (RFC 9110, section 12.5.1), the
 * first of several with equal preference, but before a range a type in it that the field names; `undefined` if it accepts none of them. A malformed field
 * is ignored, and so are parameters that no type has with any value.
 */
export function negotiate(
  accept: string | undefined,
  types: readonly string[],
): string | undefined {
  if (accept === undefined || accept === "*/*") return types[0];
  const ranges = readAccept(accept, types);
  if (ranges.length === 0) return types[0];
  let best: string | undefined;
  let bestQuality = 0;
  for (const type of types) {
    const quality = qualityOf(type, ranges);
    if (quality > bestQuality || (quality === bestQuality && isMeant(type, best, ranges))) {
      best = type;
      bestQuality = quality;
    }
  }
  return best;
}

/** True for a type that is named where the best one so far is a range around it. */
function isMeant(type: string, best: string | undefined, ranges: readonly MediaRange[]): boolean {
  if (best?.includes("*") !== true) return false;
  const named = mediaTypeOf(type);
  return isIn(mediaTypeOf(best), named) && ranges.some((range) => range.type === named);
}

interface MediaRange {
  readonly type: string;
  readonly parameters: readonly string[];
  readonly quality: number;
}

function readAccept(accept: string, types: readonly string[]): MediaRange[] {
  const ranges: MediaRange[] = [];
  for (const text of accept.match(LISTED) ?? []) {
    const type = mediaTypeOf(text);
    if (!/^[^\s/]+\/[^\s/]+$/.test(type)) continue;
    const all = parametersOf(text);
    const q = all.find((parameter) => parameter.startsWith("q="));
    if (q !== undefined && !/^q=(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(q)) continue;
    const said = q === undefined ? all : all.slice(0, all.indexOf(q));
    const own = types.filter((one) => mediaTypeOf(one) === type).flatMap(parametersOf);
    const parameters = said.filter(
      (one) => own.includes(one) || (tellsApart(one) && own.some((other) => isNamedAs(one, other))),
    );
    ranges.push({ type, parameters, quality: Number(q?.slice(2) ?? 1) });
  }
  return ranges;
}

function hasAll(declared: string, parameters: readonly string[]): boolean {
  if (parameters.length === 0) return true;
  const own = parametersOf(declared);
  return parameters.every((parameter) => own.includes(parameter));
}

/** The quality by the most specific matching range; the type may be a range itself. */
function qualityOf(declared: string, ranges: readonly MediaRange[]): number {
  const type = mediaTypeOf(declared);
  const [main = ""] = type.split("/", 1);
  const [exact] = ranges
    .filter((range) => range.type === type && hasAll(declared, range.parameters))
    .sort((a, b) => b.parameters.length - a.parameters.length);
  if (exact !== undefined) return exact.quality;
  if (type.includes("*")) {
    const within = ranges.filter((range) => isIn(type, range.type));
    if (within.length > 0) return within.reduce((most, range) => Math.max(most, range.quality), 0);
  }
  const range =
    ranges.find((range) => range.type === `${main}/*`) ??
    ranges.find((range) => range.type === "*/*");
  return range?.quality ?? 0;
}
