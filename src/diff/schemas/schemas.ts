import { covers } from "../../model/walks/values.js";
import { remembered } from "../../common/collections.js";
import type { Source } from "../../common/source.js";
import type { JsonType, Keywords, Schema } from "../../model/types.js";
import { referencesIfAlike } from "./alike.js";
import { Changes, type Flow, type SourcePair, quoted } from "../changes.js";
import { compareChoices, isWrapped } from "./choices.js";
import { compareConditions } from "./conditions.js";
import { compareLimits } from "./limits.js";
import { compareNotes } from "./notes.js";
import { compareObjects } from "./objects.js";
import { type Pair, type Spot, placesOf } from "./pair.js";
import type { RuleName } from "../rules.js";
import {
  type Constraints,
  type Together,
  admittedTypes,
  constraintsOf,
  constraintsWithLone,
  withListedValues,
  titleOf,
} from "./constraints.js";

/** So many comparisons in each other at most; what is further inside waits until they are done. */
const deepest = 100;

/** Compares schemas, each pair once for each direction: recursive ones end where they began. */
export class SchemaComparison {
  readonly changes: Changes;
  /** Schemas with names that were found to be each other, old ones first. */
  readonly met = new Map<Schema, Schema>();
  /** By the numbers of the schemas. */
  readonly #seen = new Map<string, Set<Flow>>();
  #last = 0;
  readonly #number: (schema: Schema) => number;
  /** The pairs of which it is being asked whether they are equal or breaking. */
  readonly #asked: Set<string>;
  readonly #isAnswer: boolean;
  /** Number of nested comparisons. */
  #depth = 0;
  #isText = false;
  readonly #waiting: (() => void)[] = [];

  /** `asking`: the comparison that needs to know what this one finds. */
  constructor(changes: Changes, asking?: SchemaComparison) {
    this.changes = changes;
    this.#number = asking ? asking.#number : remembered((_schema: Schema) => (this.#last += 1));
    this.#asked = asking ? asking.#asked : new Set();
    this.#isAnswer = asking !== undefined;
  }

  /** Compares the schemas of values that are sent as text, so that a string is whatever a scalar of another type is sent as. */
  compareAsText(
    old: Together,
    now: Together,
    flow: Flow,
    subject: string,
    places: SourcePair,
  ): void {
    this.#isText = true;
    this.compare(old, now, flow, subject, places);
    this.#isText = false;
  }

  /** `places`: of what holds the schemas, where one of them is missing. */
  compare(old: Together, now: Together, flow: Flow, subject: string, places: SourcePair): void {
    if (this.#isKnown(old, now, flow)) return;
    if (this.#depth === deepest) {
      this.#waiting.push(() => this.#compare(old, now, flow, subject, places));
      return;
    }
    this.#depth += 1;
    this.#compare(old, now, flow, subject, places);
    this.#depth -= 1;
    if (this.#depth > 0) return;
    for (let next = this.#waiting.pop(); next; next = this.#waiting.pop()) {
      this.#depth += 1;
      next();
      this.#depth -= 1;
    }
  }

  #compare(old: Together, now: Together, flow: Flow, subject: string, places: SourcePair): void {
    const [first] = old;
    const [other] = now;
    const isSingle = old.length === 1 && now.length === 1;
    const named = isSingle && first ? titleOf(first) : undefined;
    if (named !== undefined && first && other?.name !== undefined) this.met.set(first, other);
    const references = isSingle && first && other ? referencesIfAlike(first, other) : undefined;
    if (references) {
      for (const [was, is] of references) this.compare([was], [is], flow, subject, places);
      return;
    }
    this.#constraints({
      ...bothConstraints(old, now),
      flow,
      subject: named ?? subject,
      places: { old: first?.source ?? places.old, now: other?.source ?? places.now },
    });
  }

  /** Takes down a change of a pair, at the first of these keywords that it has. */
  add(
    pair: Pair,
    rule: RuleName,
    message: string,
    ...keywords: readonly [keyof Keywords, ...(keyof Keywords)[]]
  ): void {
    this.addAt(pair, rule, message, placesOf(pair, ...keywords));
  }

  addAt(pair: Pair, rule: RuleName, message: string, spot: Spot): void {
    this.changes.add(rule, pair.flow, spot.subject, message, spot);
  }

  /** Equal but for what people read. */
  areEqual(old: Together, now: Together): boolean {
    return this.#changesOf(old, now, "unused").every(({ level }) => level === "words");
  }

  /** There are values that only one of two schemas lets through. What answers such a question has found that already. */
  isBreaking(old: Together, now: Together): boolean {
    if (this.#isAnswer) return false;
    return this.#changesOf(old, now, "fromClients").some(({ level }) => level === "breaking");
  }

  /** Empty for a pair that is part of itself: it is as equal as the rest of it. */
  #changesOf(old: Together, now: Together, flow: Flow): Changes["all"] {
    const key = this.#keyOf(old, now);
    if (this.#asked.has(key)) return [];
    this.#asked.add(key);
    const changes = new Changes();
    const nowhere: Source = { file: "", pointer: "" };
    const answer = new SchemaComparison(changes, this);
    answer.compare(old, now, flow, "", { old: nowhere, now: nowhere });
    this.#asked.delete(key);
    return changes.all;
  }

  #keyOf(old: Together, now: Together): string {
    const text = (together: Together): string => together.map((one) => this.#number(one)).join(",");
    return `${text(old)} ${text(now)}`;
  }

  #isKnown(old: Together, now: Together, flow: Flow): boolean {
    const key = `${this.#keyOf(old, now)} ${this.#isText}`;
    const seen = this.#seen.get(key);
    if (seen?.has(flow) || (seen && flow === "unused")) return true;
    this.#seen.set(key, (seen ?? new Set()).add(flow));
    return false;
  }

  #constraints(pair: Pair): void {
    compareNotes(this, pair);
    if (isWrapped(pair)) {
      this.#null(pair);
      compareChoices(this, pair);
      return;
    }
    if (this.#types(pair)) return;
    this.#null(pair);
    this.#values(pair);
    compareLimits(this, pair);
    compareObjects(this, pair);
    this.#items(pair);
    compareConditions(this, pair);
    compareChoices(this, pair);
  }

  /** True: the types have nothing in common, so that nothing else is worth a word. */
  #types(pair: Pair): boolean {
    const { old, now } = pair;
    if (old.nothing || now.nothing) {
      if (!now.nothing) this.add(pair, "type-widened", "was never allowed", "types");
      if (!old.nothing) this.add(pair, "type-narrowed", "is never allowed now", "types");
      return true;
    }
    // Where one side leaves them to its branches, the branches of both are asked.
    const isLeft = (old.types === undefined) !== (now.types === undefined);
    const [was, is] = isLeft ? [admittedTypes(old), admittedTypes(now)] : [old.types, now.types];
    const [lostInCode, wonInCode] = [missing(was, is), missing(is, was)];
    const [lost, won] = [this.#unsent(lostInCode, is), this.#unsent(wonInCode, was)];
    const message = `${typeText(was, old)} → ${typeText(is, now)}`;
    if (lost.length < lostInCode.length || won.length < wonInCode.length)
      this.add(pair, "type-in-code", message, "types");
    if (lost.length > 0 && won.length > 0) {
      this.add(pair, "type-changed", message, "types");
      return ![...(was ?? [])].some((type) => is && covers(is, type));
    }
    const isFreeNow = was !== undefined && !is;
    const wasFree = is !== undefined && !was;
    if (lost.length > 0 || wasFree) this.add(pair, "type-narrowed", message, "types");
    else if (won.length > 0 || isFreeNow) this.add(pair, "type-widened", message, "types");
    return false;
  }

  /** Those whose values are sent as no value of the other types is. */
  #unsent(
    missed: readonly JsonType[],
    others: ReadonlySet<JsonType> | undefined,
  ): readonly JsonType[] {
    if (!this.#isText || others?.has("string") !== true) return missed;
    return missed.filter((type) => type === "array" || type === "object");
  }

  #null(pair: Pair): void {
    const { old, now } = pair;
    // A type that is added or removed together with all others is reported with them.
    const isTold = old.free !== now.free && (old.free ? old : now).nullable;
    if (isTold || old.nullable === now.nullable) return;
    const rule = now.nullable ? "null-added" : "null-removed";
    const message = now.nullable ? "may be null now" : "may no longer be null";
    this.add(pair, rule, message, "types", "anyOf", "oneOf");
  }

  #values(pair: Pair): void {
    const { old, now } = pair;
    const add = (rule: RuleName, message: string): void =>
      this.add(
        pair,
        rule,
        message,
        old.values?.size === 1 ? "const" : "enum",
        "enum",
        "oneOf",
        "anyOf",
      );
    if (!old.values || !now.values) {
      const list = (values: ReadonlyMap<string, unknown>): string =>
        [...values.values()].map(quoted).join(", ");
      if (now.values) add("enum-added", `only ${list(now.values)} from now on`);
      if (old.values) add("enum-removed", `no longer only ${list(old.values)}`);
      return;
    }
    const lost = [...old.values].filter(([text]) => !now.values?.has(text));
    const won = [...now.values].filter(([text]) => !old.values?.has(text));
    const [was] = lost;
    const [is] = won;
    if (was && is && old.values.size === 1 && now.values.size === 1) {
      add("constant-changed", `${quoted(was[1])} → ${quoted(is[1])}`);
      return;
    }
    for (const [, value] of lost)
      add("enum-value-removed", `${quoted(value)} is no longer a value`);
    for (const [, value] of won) add("enum-value-added", `${quoted(value)} is a value now`);
  }

  #items(pair: Pair): void {
    const { old, now, flow, subject, places } = pair;
    const own = ({ parts }: Constraints, index: number): Together =>
      parts.flatMap(({ keywords }) => keywords.prefixItems?.[index] ?? keywords.items ?? []);
    const length = (constraints: Constraints): number =>
      constraints.parts.reduce(
        (most, { keywords }) => Math.max(most, keywords.prefixItems?.length ?? 0),
        0,
      );
    const known = Math.max(length(old), length(now));
    for (let index = 0; index < known; index += 1)
      this.compare(own(old, index), own(now, index), flow, `${subject}[${index}]`, places);
    this.compare(own(old, known), own(now, known), flow, `${subject}[]`, places);
  }
}

/** A choice that has one branch on one side only is a choice on both; one between values is a list where the other side has one. */
function bothConstraints(old: Together, now: Together): Pick<Pair, "old" | "now"> {
  const [was, is] = [constraintsOf(old), constraintsOf(now)];
  if (was.values && !is.values) return { old: was, now: withListedValues(is) };
  if (is.values && !was.values) return { old: withListedValues(was), now: is };
  const isOneSided =
    (was.hasLone && is.choices.length > was.choices.length) ||
    (is.hasLone && was.choices.length > is.choices.length);
  return isOneSided
    ? { old: constraintsWithLone(old), now: constraintsWithLone(now) }
    : { old: was, now: is };
}

/** The types that none of the others covers. */
function missing(
  from: ReadonlySet<JsonType> | undefined,
  types: ReadonlySet<JsonType> | undefined,
): readonly JsonType[] {
  return [...(from ?? [])].filter((type) => types && !covers(types, type));
}

function typeText(types: Constraints["types"], { nullable }: Constraints): string {
  if (!types) return "anything";
  const list = [...types, ...(nullable ? ["null"] : [])];
  return list.length === 0 ? "nothing" : list.join(" or ");
}
