import type { ApiModel, NamedSchema, RateLimitPlan } from "../model/types.js";
import {
  type Add,
  type Change,
  Changes,
  type Level,
  bothBelow,
  byKey,
  paired,
  sourcesOf,
} from "./changes.js";
import { isSame } from "../common/json.js";
import { compareOperations } from "./operations.js";
import { SchemaComparison } from "./schemas/schemas.js";
import { compareSchemes, compareSecurity } from "./security.js";
import { compareServers } from "./servers.js";
import { titleOf } from "./schemas/constraints.js";

/** One of two descriptions. */
export interface Side {
  readonly model: ApiModel;
  /** As it was written: `3.0.3`. */
  readonly openapi: string;
}

const levels: readonly Level[] = ["breaking", "names", "harmless", "words"];

/** Changes from one description to another: breaking ones first, else in the order of the descriptions. */
export function compareApis(old: Side, now: Side): readonly Change[] {
  const changes = new Changes();
  const comparison = new SchemaComparison(changes);
  compareHeads(changes, old, now);
  const places = sourcesOf(old.model, now.model);
  const servers = bothBelow(places, "servers");
  compareServers(changes, old.model.servers, now.model.servers, "the API", servers);
  const renames = compareSchemes(changes, old.model, now.model);
  compareSecurity(changes, old.model.requirements, now.model.requirements, {
    subject: "the API",
    places: bothBelow(places, "security"),
    renames,
  });
  compareOperations(comparison, old.model, now.model, renames);
  compareNamed(comparison, old.model, now.model);
  return levels.flatMap((level) => changes.all.filter((change) => change.level === level));
}

function compareHeads(changes: Changes, old: Side, now: Side): void {
  const { model: was } = old;
  const { model: is } = now;
  const add = changes.adder("fromClients", "the API", sourcesOf(was, is));
  const member = old.openapi.startsWith("2") && now.openapi.startsWith("2") ? "swagger" : "openapi";
  if (old.openapi !== now.openapi)
    add("openapi-version", `OpenAPI ${old.openapi} → ${now.openapi}`, member);
  if (was.version !== is.version)
    add("api-version", `version ${was.version} → ${is.version}`, "info", "version");
  if (was.name !== is.name) add("api-name", `${was.name} is now ${is.name}`, "info", "title");
  else if (was.title !== is.title) add("api-description", "another title", "info", "title");
  for (const key of ["summary", "description"] as const)
    if (was.prose[key] !== is.prose[key]) add("api-description", `another ${key}`, "info", key);
  comparePlans(was.plans, is.plans, (rule, message) => add(rule, message, "x-rate-limit-plans"));
}

function comparePlans(
  old: readonly RateLimitPlan[],
  now: readonly RateLimitPlan[],
  add: Add,
): void {
  const keyed = (plans: readonly RateLimitPlan[]) => byKey(plans, ({ key }) => key);
  for (const [key, was, is] of paired(keyed(old), keyed(now)))
    if (!is) add("plan-removed", `rate limit plan ${key} removed`);
    else if (!was) add("plan-added", `rate limit plan ${key} added`);
    else if (!isSame(was.limits ?? "custom", is.limits ?? "custom"))
      add("plan-changed", `other limits in the rate limit plan ${key}`);
}

/** The schemas with names of their own: which came, went, or have another name, and those that no operation leads to. */
function compareNamed(comparison: SchemaComparison, old: ApiModel, now: ApiModel): void {
  const byName = (schemas: readonly NamedSchema[]) => byKey(schemas, (one) => titleOf(one) ?? "");
  const before = byName(old.schemas);
  const after = byName(now.schemas);
  for (const [name, schema] of before) {
    const next = after.get(name);
    const places = { old: schema.source, now: (next ?? now).source };
    if (next) comparison.compare([schema], [next], "unused", name, places);
  }
  const renamed = new Set<string>();
  for (const [name, schema] of before) {
    if (after.has(name)) continue;
    const met = comparison.met.get(schema);
    const partner = met && titleOf(met);
    const isRenamed = partner !== undefined && !before.has(partner) && !renamed.has(partner);
    if (isRenamed) renamed.add(partner);
    comparison.changes.add(
      isRenamed ? "schema-renamed" : "schema-removed",
      "unused",
      name,
      isRenamed ? `is now ${partner}` : "schema removed",
      { old: schema.source, now: isRenamed ? (met?.source ?? now.source) : now.source },
    );
  }
  for (const [name, schema] of after)
    if (!before.has(name) && !renamed.has(name))
      comparison.changes.add("schema-added", "unused", name, "schema added", {
        old: old.source,
        now: schema.source,
      });
}
