import type { Source } from "../diagnostics/catalog.js";
import { escapeToken } from "../diagnostics/json.js";
import { type Broken, type RuleName, rules } from "./rules.js";

/** Who sends what is compared; `unused` is what no operation leads to. */
export type Flow = "fromClients" | "fromServers" | "unused";

/** Where something is in both descriptions; what is only in one has the place in the other where it would be. */
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

type Draft = { -readonly [K in keyof Change]: Change[K] };

/** Collects changes. What several operations share is one change, which breaks whom it breaks in any of them. */
export class Changes {
  readonly #found = new Map<string, Draft>();

  add(rule: RuleName, flow: Flow, subject: string, message: string, places: SourcePair): void {
    const { weight, ...broken } = rules.get(rule) as NonNullable<ReturnType<typeof rules.get>>;
    const who: Broken = flow === "unused" ? "nobody" : broken[flow];
    const clients = who === "clients" || who === "both";
    const servers = who === "servers" || who === "both";
    const key = [rule, message, keyOf(places.old), keyOf(places.now)].join("\0");
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
  adder(
    flow: Flow,
    subject: string,
    places: SourcePair,
  ): (rule: RuleName, message: string, member?: string) => void {
    return (rule, message, member) => {
      const at =
        member === undefined
          ? places
          : { old: below(places.old, member), now: below(places.now, member) };
      this.add(rule, flow, subject, message, at);
    };
  }

  get isEmpty(): boolean {
    return this.#found.size === 0;
  }

  /** In the order in which they were found. */
  get all(): readonly Change[] {
    return [...this.#found.values()];
  }
}

function keyOf({ file, pointer }: Source): string {
  return `${file}#${pointer}`;
}

/** A member of what is at a place. */
export function below(source: Source, ...keys: readonly (string | number)[]): Source {
  const steps = keys.map((key) => `/${escapeToken(key)}`);
  return { file: source.file, pointer: source.pointer + steps.join("") };
}

/** A text of a description in a message; what is too long is cut. */
export function quoted(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}
