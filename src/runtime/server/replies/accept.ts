/**
 * The media type among `types` that the field `Accept` prefers (RFC 9110, section 12.5.1), the
 * first of several with equal preference; `undefined` if it accepts none of them. A malformed field
 * is ignored.
 */
export function negotiate(
  accept: string | undefined,
  types: readonly string[],
): string | undefined {
  if (accept === undefined || accept === "*/*") return types[0];
  const ranges = readAccept(accept);
  if (ranges.length === 0) return types[0];
  let best: string | undefined;
  let bestQuality = 0;
  for (const type of types) {
    const quality = qualityOf(type.split(";", 1)[0]?.trim().toLowerCase() ?? "", ranges);
    if (quality > bestQuality) {
      best = type;
      bestQuality = quality;
    }
  }
  return best;
}

interface MediaRange {
  readonly type: string;
  readonly quality: number;
}

function readAccept(accept: string): MediaRange[] {
  const ranges: MediaRange[] = [];
  for (const text of accept.split(",")) {
    const [type = "", ...parameters] = text.split(";").map((part) => part.trim().toLowerCase());
    if (!/^[^\s/]+\/[^\s/]+$/.test(type)) continue;
    const q = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    if (q === undefined) ranges.push({ type, quality: 1 });
    else if (/^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(q))
      ranges.push({ type, quality: Number(q) });
  }
  return ranges;
}

/** The quality by the most specific matching range; the type may be a range itself. */
function qualityOf(type: string, ranges: readonly MediaRange[]): number {
  const [main = ""] = type.split("/", 1);
  const exact = ranges.find((range) => range.type === type);
  if (exact !== undefined) return exact.quality;
  if (type.endsWith("/*")) {
    const within = ranges.filter((range) => main === "*" || range.type.startsWith(`${main}/`));
    if (within.length > 0) return within.reduce((most, range) => Math.max(most, range.quality), 0);
  }
  const range =
    ranges.find((range) => range.type === `${main}/*`) ??
    ranges.find((range) => range.type === "*/*");
  return range?.quality ?? 0;
}
