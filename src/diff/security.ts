import type {
  ApiModel,
  OAuthFlow,
  Operation,
  SecurityScheme,
  SecurityUse,
} from "../model/types.js";
import { type Add, type Changes, type SourcePair, byKey, paired, sourcesOf } from "./changes.js";

type Requirements = Operation["security"];
type Way = readonly SecurityUse[];

/** The keys of security schemes that have others now. */
export type Renames = ReadonlyMap<string, string>;

/** The owner of the requirements, for messages. */
interface Around {
  readonly subject: string;
  readonly places: SourcePair;
  readonly renames: Renames;
}

/** Compares the credentials that an operation, or every operation, asks for. */
export function compareSecurity(
  changes: Changes,
  old: Requirements,
  now: Requirements,
  { subject, places, renames }: Around,
): void {
  const add = changes.adder("fromClients", subject, places);
  const wasOpen = isOpen(old);
  if (wasOpen && !isOpen(now)) add("security-required", `${listText(now)} is needed now`);
  if (!wasOpen && isOpen(now)) add("security-open", `${listText(old)} is no longer needed`);
  const before = new Map(waysOf(old).map((way) => [keyOf(way, renames), way]));
  const after = new Map(waysOf(now).map((way) => [keyOf(way, new Map()), way]));
  const isToldAlready = before.size === 0 || after.size === 0;
  const relaxed = new Set<Way>();
  for (const [key, way] of before) {
    const next = after.get(key);
    const less = next ?? [...after.values()].find((other) => isPartOf(other, way, renames));
    if (less) compareScopes(way, less, renames, add);
    if (next || isToldAlready) continue;
    if (less) {
      relaxed.add(less);
      add(
        "security-way-relaxed",
        `${wayText(less)} is enough, and was not without the rest of ${wayText(way)}`,
      );
    } else add("security-way-removed", `${wayText(way)} is no longer enough`);
  }
  for (const [key, way] of after)
    if (!before.has(key) && !isToldAlready && !relaxed.has(way))
      add("security-way-added", `${wayText(way)} is enough, too`);
}

function isOpen(requirements: Requirements): boolean {
  return requirements.length === 0 || requirements.some((way) => way.length === 0);
}

function waysOf(requirements: Requirements): readonly Way[] {
  return requirements.filter((way) => way.length > 0);
}

/** By the keys of its schemes as they are now; a scheme that is another under its key is told at the scheme. */
function keyOf(way: Way, renames: Renames): string {
  return way
    .map(({ scheme: { key } }) => renames.get(key) ?? key)
    .sort()
    .join(" ");
}

/** Credentials that satisfy `old` satisfy `now`, too. */
function isPartOf(now: Way, old: Way, renames: Renames): boolean {
  const has = new Set(old.map(({ scheme: { key } }) => renames.get(key) ?? key));
  return now.every(({ scheme }) => has.has(scheme.key));
}

function wayText(way: Way): string {
  return way.map(({ scheme }) => scheme.key).join(" with ");
}

function listText(requirements: Requirements): string {
  return waysOf(requirements).map(wayText).join(" or ");
}

function compareScopes(old: Way, now: Way, renames: Renames, add: Add): void {
  for (const { scheme, scopes } of now) {
    const was = old.find((use) => (renames.get(use.scheme.key) ?? use.scheme.key) === scheme.key);
    const before = was?.scopes ?? [];
    for (const scope of scopes)
      if (!before.includes(scope))
        add("security-scope-added", `${scheme.key} needs the scope ${scope} now`);
    for (const scope of before)
      if (!scopes.includes(scope))
        add("security-scope-removed", `${scheme.key} no longer needs the scope ${scope}`);
  }
}

function wireText(scheme: SecurityScheme): string {
  if (scheme.kind === "apiKey") return `apiKey in ${scheme.in} ${scheme.parameter}`;
  if (scheme.kind === "openIdConnect") return `openIdConnect ${scheme.url}`;
  return scheme.kind === "http" ? `http ${scheme.scheme.toLowerCase()}` : scheme.kind;
}

/** The security schemes by their keys; those that are the same under another key are returned. */
export function compareSchemes(changes: Changes, old: ApiModel, now: ApiModel): Renames {
  const nowhere = sourcesOf(old, now);
  const lost = old.security.filter(({ key }) => !now.security.some((other) => other.key === key));
  const won = now.security.filter(({ key }) => !old.security.some((other) => other.key === key));
  const renames = new Map<string, string>();
  for (const scheme of lost) {
    const [same, ...others] = won.filter(
      (other) => wireText(other) === wireText(scheme) && ![...renames.values()].includes(other.key),
    );
    const name = `security scheme ${scheme.key}`;
    const places = { old: scheme.source, now: same?.source ?? nowhere.now };
    if (same && others.length === 0) {
      renames.set(scheme.key, same.key);
      changes.add("scheme-renamed", "fromClients", name, `is now ${same.key}`, places);
      compareScheme(changes, scheme, same);
    } else
      changes.add("scheme-removed", "fromClients", name, "removed", {
        ...nowhere,
        old: scheme.source,
      });
  }
  for (const scheme of won)
    if (![...renames.values()].includes(scheme.key))
      changes.add("scheme-added", "fromClients", `security scheme ${scheme.key}`, "added", {
        ...nowhere,
        now: scheme.source,
      });
  for (const scheme of old.security) {
    const next = now.security.find(({ key }) => key === scheme.key);
    if (next) compareScheme(changes, scheme, next);
  }
  return renames;
}

function compareScheme(changes: Changes, old: SecurityScheme, now: SecurityScheme): void {
  const add = changes.adder("fromClients", `security scheme ${now.key}`, sourcesOf(old, now));
  if (old.prose.description !== now.prose.description)
    add("scheme-description", "another description");
  if (wireText(old) !== wireText(now)) {
    add("scheme-changed", `${wireText(old)} → ${wireText(now)}`);
    return;
  }
  if (old.kind !== "oauth2" || now.kind !== "oauth2") return;
  const byGrant = (flows: readonly OAuthFlow[]) => byKey(flows, ({ grant }) => grant);
  for (const [grant, was, is] of paired(byGrant(old.flows), byGrant(now.flows)))
    if (was && is)
      compareFlow(was, is, (rule, message, ...path) => add(rule, message, "flows", grant, ...path));
    else add(is ? "flow-added" : "flow-removed", `flow ${grant} ${is ? "added" : "removed"}`);
}

function compareFlow(old: OAuthFlow, now: OAuthFlow, add: Add): void {
  for (const member of new Set([...Object.keys(old.urls), ...Object.keys(now.urls)]))
    if (old.urls[member] !== now.urls[member])
      add(
        "flow-address",
        `${member} ${old.urls[member] ?? "none"} → ${now.urls[member] ?? "none"}`,
        member,
      );
  for (const [scope, was, is] of paired(old.scopes, now.scopes))
    if (is === undefined) add("scope-removed", `scope ${scope} removed`, "scopes");
    else if (was === undefined) add("scope-added", `scope ${scope} added`, "scopes");
    else if (was !== is) add("scheme-description", `another description of ${scope}`, "scopes");
}
