import { description, places } from "./description.js";
import { type Generated, type Read, generate, read } from "./generate.js";
import { faultsOf } from "./inert.js";
import { canary, type Payload } from "./payloads.js";
import type { At } from "./words.js";

/** What became of a payload in some places. */
export interface Outcome {
  /** Places where the description was refused, with the first reason. */
  readonly refused: ReadonlyMap<string, string>;
  /** What was wrong with what was generated, with the places that were polluted. */
  readonly faults: readonly string[];
}

export const all = places();
export const prosePlaces = all.filter((place) => place.startsWith("prose."));
export const otherPlaces = all.filter((place) => !place.startsWith("prose."));

/** A description with a payload in some places, a canary of its own in each. */
export function polluted(chosen: readonly string[], payload: Payload): string {
  const at: At = (place, plain) => {
    const index = chosen.indexOf(place);
    return index < 0 ? plain : payload(canary(index));
  };
  return JSON.stringify(description(at));
}

const raw = "RAW JSON TEXT";

/** A description with JSON text, which need not be a string, in some places. */
export function pollutedRaw(chosen: readonly string[], text: string): string {
  return polluted(chosen, () => raw).replaceAll(JSON.stringify(raw), text);
}

/** Places that were refused before, so that the others need not be halved to find them. */
const suspects = new Set<string>();

/** The parts that places were read in the last time: what gives two places one name mostly does so for any payload. */
const lastParts = new Map<readonly string[], readonly (readonly string[])[]>();

/** Puts a payload into all places at once, and into fewer of them where something goes wrong. */
export async function pollute(
  chosen: readonly string[],
  text: (places: readonly string[]) => string,
  check: (generated: Generated) => readonly string[] = faultsOf,
): Promise<Outcome> {
  const refused = new Map<string, string>();
  const faults: string[] = [];
  const attempt = async (part: readonly string[], read?: Read): Promise<void> => {
    const found = await attemptOnce(read ?? text(part), check);
    if (!found) return;
    const [first = "", second] = part;
    if (second === undefined) {
      if (found.refused !== undefined) refused.set(first, found.refused);
      else faults.push(`${first}: ${found.faults.slice(0, 3).join("; ")}`);
      return;
    }
    const before = refused.size + faults.length;
    for (const fewer of split(part)) await attempt(fewer);
    // Two places may not have the same name: that is refused, and each by itself is not.
    if (refused.size + faults.length === before && found.refused === undefined)
      faults.push(`${part.join(" + ")}: ${found.faults.slice(0, 3).join("; ")}`);
  };
  for (const { part, read } of await readable(chosen, text, refused)) await attempt(part, read);
  for (const place of refused.keys()) suspects.add(place);
  return { refused, faults };
}

/** Places whose payloads are read together. */
interface Part {
  readonly part: readonly string[];
  /** Nothing where it throws: that is a fault, not a refusal, which is found where all is done. */
  readonly read: Read | undefined;
}

/**
 * The places whose payloads are read, together as far as they can be: to read is a tenth of the work. Those that are
 * refused by themselves go to `refused`.
 */
async function readable(
  chosen: readonly string[],
  text: (places: readonly string[]) => string,
  refused: Map<string, string>,
): Promise<readonly Part[]> {
  const parts: Part[] = [];
  const reading = (part: readonly string[]): Promise<Read | undefined> =>
    read(text(part)).catch(() => undefined);
  const add = async (added: Part): Promise<void> => {
    for (const [index, other] of parts.entries()) {
      const part = [...other.part, ...added.part];
      const both = await reading(part);
      if (both && both.errors().length > 0) continue;
      parts[index] = { part, read: both };
      return;
    }
    parts.push(added);
  };
  const look = async (part: readonly string[]): Promise<void> => {
    const found = await reading(part);
    const reason = found?.errors()[0];
    const [first = "", second] = part;
    if (reason === undefined) await add({ part, read: found });
    else if (second === undefined) refused.set(first, reason);
    else for (const fewer of split(part)) await look(fewer);
  };
  for (const part of lastParts.get(chosen) ?? [chosen]) await look(part);
  const alone = [...refused.keys()].map((place) => [place]);
  lastParts.set(chosen, [...parts.map(({ part }) => part), ...alone]);
  return parts;
}

function split(places: readonly string[]): readonly (readonly string[])[] {
  const others = places.filter((place) => !suspects.has(place));
  const before = places.filter((place) => suspects.has(place));
  if (before.length > 0 && others.length > 0) return [others, ...before.map((place) => [place])];
  const middle = Math.ceil(places.length / 2);
  return [places.slice(0, middle), places.slice(middle)];
}

async function attemptOnce(
  description: string | Read,
  check: (generated: Generated) => readonly string[],
): Promise<{ readonly refused?: string; readonly faults: readonly string[] } | undefined> {
  try {
    const generated = await generate(description, undefined, undefined, true);
    const [first] = generated.errors;
    if (first !== undefined) return { refused: first, faults: [] };
    const faults = check(generated);
    return faults.length === 0 ? undefined : { faults };
  } catch (error) {
    const stack =
      error instanceof Error ? error.stack?.split("\n").slice(0, 4).join(" | ") : String(error);
    return { faults: [`an exception: ${stack}`] };
  }
}
