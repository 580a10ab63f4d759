import type { Located } from "../load/document.js";
import type { Builder } from "./build.js";
import { localName } from "./names/naming.js";
import { isObject } from "../common/json.js";
import type { RateLimit, RateLimitPlan } from "./types.js";

const secondsIn: ReadonlyMap<string, number> = new Map([
  ["second", 1],
  ["minute", 60],
  ["hour", 3600],
  ["day", 86_400],
]);

/**
 * The plans of `x-rate-limit-plans`: by name, how many requests each `second`, `minute`, `hour` or
 * `day` may see, or `custom` where that is agreed with each customer.
 */
export function plansOf(builder: Builder, root: Located): readonly RateLimitPlan[] {
  const plans = builder.member(root, "x-rate-limit-plans");
  if (!plans || !isObject(plans.value)) return [];
  return Object.entries(plans.value).flatMap(([key, value]) => {
    const name = localName(key, "plan");
    if (value === "custom") return { key, name, limits: undefined };
    const limits = limitsOf(value);
    if (limits) return { key, name, limits };
    builder.diagnostics.report("rate-limit-plan-malformed", plans.source, { plan: key });
    return [];
  });
}

function limitsOf(value: unknown): readonly RateLimit[] | undefined {
  if (!isObject(value)) return undefined;
  const limits: RateLimit[] = [];
  for (const [window, requests] of Object.entries(value)) {
    const seconds = secondsIn.get(window);
    if (seconds === undefined || !Number.isSafeInteger(requests) || Number(requests) < 0)
      return undefined;
    limits.push({ requests: Number(requests), seconds });
  }
  return limits.length > 0 ? limits : undefined;
}
