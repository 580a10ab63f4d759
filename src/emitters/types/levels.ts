import { ask } from "./asking.js";

/** What decides about the type of a level of a schema: neither names nor texts, nor what is below. */
export interface Level {
  readonly type:
    "string" | "number" | "integer" | "boolean" | "null" | "array" | "object" | undefined;
  /** Of its members, each once, from small to large: 1 if they are required, and 2 more if they are read-only. */
  readonly kinds: readonly number[];
  /** Whether a type is known of members without a name. */
  readonly others: boolean;
  readonly items: boolean;
  /** How many there are, as `oneOf`. */
  readonly allOf: number;
  readonly oneOf: number;
}

/** The level in words, which are the same for all levels with the same type. */
export function levelName({ type, kinds, others, items, allOf, oneOf }: Level): string {
  const words: readonly (string | number | false | undefined)[] = [
    type,
    ...kinds,
    others && "others",
    items && "items",
    allOf > 0 && `allOf ${allOf}`,
    oneOf > 0 && `oneOf ${oneOf}`,
  ];
  return words.filter((word) => word !== false && word !== undefined).join(" ");
}

/** What openapi-typescript answers about a level, see `ask`. */
export function answerTo(level: Level): string {
  return known.get(levelName(level)) ?? knownList(level) ?? ask(level);
}

/** A list of many goes on as one of two does. */
function knownList({ type, kinds, others, items, allOf, oneOf }: Level): string | undefined {
  const isList = type === undefined && kinds.length === 0 && !others && !items;
  if (!isList || Math.min(allOf, oneOf) > 0) return undefined;
  const two = known.get(allOf > 0 ? "allOf 2" : "oneOf 2") ?? "";
  const between = two.slice("hole0".length, -"hole1".length);
  const holes = Array.from({ length: allOf + oneOf }, (_, i) => `hole${i}`);
  return holes.length === 0 ? undefined : holes.join(between);
}

/**
 * What it has answered about those levels that most descriptions have no others than: to load it takes longer than all
 * else that is done for a small description. A test asks it again.
 */
const known: ReadonlyMap<string, string> = new Map([
  ["string", "string"],
  ["number", "number"],
  ["integer", "number"],
  ["boolean", "boolean"],
  ["null", "null"],
  ["array items", "hole0[]"],
  ["object", "Record<string, unknown>"],
  ["object others", "{ [key: string]: hole0; }"],
  ["object 0", "{ m0?: hole0; }"],
  ["object 1", "{ m0: hole0; }"],
  ["object 2", "{ readonly m0?: hole0; }"],
  ["object 3", "{ readonly m0: hole0; }"],
  ["object 0 1", "{ m0?: hole0; m1: hole1; }"],
  ["object 0 2", "{ m0?: hole0; readonly m1?: hole1; }"],
  ["object 0 3", "{ m0?: hole0; readonly m1: hole1; }"],
  ["object 1 2", "{ m0: hole0; readonly m1?: hole1; }"],
  ["object 1 3", "{ m0: hole0; readonly m1: hole1; }"],
  ["object 2 3", "{ readonly m0?: hole0; readonly m1: hole1; }"],
  ["object 0 1 2", "{ m0?: hole0; m1: hole1; readonly m2?: hole2; }"],
  ["object 0 1 3", "{ m0?: hole0; m1: hole1; readonly m2: hole2; }"],
  ["object 0 2 3", "{ m0?: hole0; readonly m1?: hole1; readonly m2: hole2; }"],
  ["object 1 2 3", "{ m0: hole0; readonly m1?: hole1; readonly m2: hole2; }"],
  ["object 0 1 2 3", "{ m0?: hole0; m1: hole1; readonly m2?: hole2; readonly m3: hole3; }"],
  ["object 0 others", "{ m0?: hole0; } & { [key: string]: hole1; }"],
  ["object 1 others", "{ m0: hole0; } & { [key: string]: hole1; }"],
  ["object 0 1 others", "{ m0?: hole0; m1: hole1; } & { [key: string]: hole2; }"],
  ["allOf 1", "hole0"],
  ["oneOf 1", "hole0"],
  ["allOf 2", "hole0 & hole1"],
  ["oneOf 2", "hole0 | hole1"],
]);

/** The levels that need not be asked about. */
export const knownLevels: readonly string[] = [...known.keys()];
