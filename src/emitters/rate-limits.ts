import { type Code, code, json, object, str } from "../emit/code.js";
import type { ApiModel, Header, RateLimitPlan } from "../model/types.js";

type Figure = "limit" | "remaining" | "reset";

/** The header fields that carry the figures of a rate limit, as the description declares them. */
export interface RateLimitHeaders {
  /** The name of their interface in `types.ts`. */
  readonly name: string;
  readonly headers: ReadonlyMap<Figure, Header>;
  /** True where a reply without them would break the description. */
  readonly required: boolean;
}

/** `X-RateLimit-Limit` and its kin, where the replies of an operation have them. */
export function rateLimitHeaders(model: ApiModel): RateLimitHeaders | undefined {
  const found = new Map<Figure, Header>();
  for (const { replies } of model.operations)
    for (const header of replies.flatMap(({ headers }) => headers)) {
      const [, figure] = /^(?:x-)?rate-?limit-(limit|remaining|reset)$/i.exec(header.name) ?? [];
      const known = figure?.toLowerCase() as Figure | undefined;
      if (known && !found.has(known)) found.set(known, header);
    }
  if (found.size < 2) return undefined;
  const required = [...found.values()].some((header) => header.required);
  return { name: `${model.name}RateLimit`, headers: found, required };
}

/** The headers of a reply that are not the figures, if all of the figures are there just as they were declared first. */
export function besidesRateLimit(
  headers: readonly Header[],
  limits: RateLimitHeaders | undefined,
): readonly Header[] | undefined {
  const figures = [...(limits?.headers.values() ?? [])];
  const isSame = (figure: Header): boolean =>
    headers.some(
      (header) => header.name === figure.name && header.source.pointer === figure.source.pointer,
    );
  if (figures.length === 0 || !figures.every(isSame)) return undefined;
  const names = new Set(figures.map(({ name }) => name));
  return headers.filter(({ name }) => !names.has(name));
}

/** `{ limit: "X-RateLimit-Limit", … }`. */
export function rateLimitNames({ headers }: RateLimitHeaders): Code {
  return object([...headers].map(([figure, { name }]) => [figure, str(name)] as const));
}

/** The limits of a plan as data for the limiter; `undefined` where they are agreed with each customer. */
export function planLimits({ limits }: RateLimitPlan): Code {
  return limits
    ? json(limits.map(({ requests, seconds }) => ({ requests, seconds })))
    : code`undefined`;
}
