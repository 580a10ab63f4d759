import type { Source } from "../common/source.js";
import { below, placeText } from "../common/pointers.js";
import { type Broken, type RuleName, rules } from "./rules.js";

/** The senders of a compared value; `unused` if no operation leads to it. */
export type Flow = "fromClients" | "fromServers" | "unused";

/** The places of something in both descriptions; if it is only in one, the place in the other is where it would be. */
export interface SourcePair {
  readonly old: Source;
  readonly now: Source;
}

/** `breaking` for clients or servers; `names`: only for code that uses generated names; `words`: only what people read. */
export type Level = "breaking" | "names" | "harmless" | "words";

/** One difference between two descriptions. */
export interface Change {
  readonly rule: RuleName;
  readonly level: Level;
  readonly clients: boolean;
  readonly servers: boolean;
  /** Subject: `GET /pets, query limit`, `Pet.status`. */
  readonly subject: string;
  readonly message: string;
  readonly places: SourcePair;
}

/** Takes down a change of one thing, or of a member of it. */
export type Add = (rule: RuleName, message: string, ...members: readonly string[]) => void;

type Draft = { -readonly [K in keyof Change]: Change[K] };

/** Collects changes. What several operations share is one change, which breaks whom it breaks in any of them. */
export class Changes {
  readonly #found = new Map<string, Draft>();

  add(rule: RuleName, flow: Flow, subject: string, message: string, places: SourcePair): void {
    const { weight, ...broken } = rules.get(rule) as NonNullable<ReturnType<typeof rules.get>>;
    const who: Broken = flow === "unused" ? "nobody" : broken[flow];
    const clients = who === "clients" || who === "both";
    const servers = who === "servers" || who === "both";
    const key = [rule, message, placeText(places.old), placeText(places.now)].join("\0");
    const known = this.#found.get(key);
    if (known) {
      known.clients ||= clients;
      known.servers ||= servers;
      if (known.clients || known.servers) known.level = "breaking";
      return;
    }
    const level = clients || servers ? "breaking" : weight;
    this.#found.set(key, { rule, level, clients, servers, subject, message, places });
  }

  /** `add` for one thing: what is about a member of it stands at that member. */
  adder(flow: Flow, subject: string, places: SourcePair): Add {
    return (rule, message, ...members) =>
      this.add(rule, flow, subject, message, bothBelow(places, ...members));
  }

  /** In the order in which they were found. */
  get all(): readonly Change[] {
    return [...this.#found.values()];
  }
}

interface Placed {
  readonly source: Source;
}

/** The places of the same thing in both descriptions. */
export function sourcesOf(old: Placed, now: Placed): SourcePair {
  return { old: old.source, now: now.source };
}

/** A member of the same thing in both descriptions, by the path to it. */
export function bothBelow({ old, now }: SourcePair, ...path: readonly string[]): SourcePair {
  return { old: path.reduce(below, old), now: path.reduce(below, now) };
}

export function byKey<T>(all: readonly T[], keyOf: (one: T) => string): ReadonlyMap<string, T> {
  return new Map(all.map((one) => [keyOf(one), one]));
}

/** The members of both sides by key, old ones first; undefined on the side without the key. */
export function paired<T>(
  old: ReadonlyMap<string, T>,
  now: ReadonlyMap<string, T>,
): readonly (readonly [key: string, was: T | undefined, is: T | undefined])[] {
  const keys = new Set([...old.keys(), ...now.keys()]);
  return [...keys].map((key) => [key, old.get(key), now.get(key)] as const);
}

/** A text of a description in a message; what is too long is cut. */
export function quoted(value: unknown): string {
  const digits = (_: string, one: unknown) => (typeof one === "bigint" ? Number(one) : one);
  const text = JSON.stringify(value, digits) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
