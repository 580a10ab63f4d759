import type { Check, Issue, Judge } from "./issue.js";

/** When enough is known of a value that is wrong, so that its check stops. */
export interface Enough {
  /** So many issues; 100 when left out. */
  readonly issues?: number;
  /** So many characters of their paths and messages together; 65,536 when left out. */
  readonly characters?: number;
}

/** Limits that are left to the check that runs now. */
export interface Room {
  issues: number;
  characters: number;
  readonly mode: Mode;
  /** True for a value that must not get into a message. */
  readonly isSecret: boolean;
  /** How many issues trials may find before it is no longer tried which alternative was meant. */
  readonly trials: { left: number };
  /** Which issues are added at all. */
  readonly keep: ((issue: Issue) => boolean) | undefined;
}

/**
 * Unions tell what is wrong by the alternative that was meant; where they are only tried themselves, that nothing fits is
 * enough; where it is probed what a schema knows of a value, they say all that their alternatives say.
 */
export type Mode = "tell" | "try" | "probe";

/** Checks are synchronous: there is one at a time, and others only inside of it. */
let room: Room | undefined;

/** The limits of the check that runs now. */
export function currentRoom(): Room {
  return room ?? unlimited;
}

const isFull: Error = /* @__PURE__ */ new Error("enough is known");

/** A check that stops when enough is known: `limited(checkPet, { issues: 10 })`. */
export function limited<T>(
  check: Check<T>,
  enough?: Enough,
  keep?: (issue: Issue) => boolean,
): Check<T>;
export function limited(check: Judge, enough?: Enough, keep?: (issue: Issue) => boolean): Judge;
export function limited(
  check: Judge,
  { issues: most = 100, characters = 65_536 }: Enough = {},
  keep?: (issue: Issue) => boolean,
): Judge {
  return (value, issues) => {
    const outer = room ?? { ...unlimited, trials: { left: keep ? Infinity : 20 * most } };
    return inRoom({ ...outer, issues: most, characters, keep }, check, value, issues) === true;
  };
}

/** The issues of the part of a value that is at `at`, no more than `limited` gives; secrets are not quoted. */
export function issuesOf(
  check: Judge,
  value: unknown,
  at = "",
  isSecret: boolean = secret.test(at),
): readonly Issue[] {
  const issues: Issue[] = [];
  const judge = limited(check);
  if (isSecret) inRoom({ ...unlimited, isSecret: true }, judge, value, issues);
  else judge(value, issues);
  return at === "" ? issues : issues.map((issue) => ({ ...issue, path: at + issue.path }));
}

export const unlimited: Room = {
  issues: Infinity,
  characters: Infinity,
  mode: "tell",
  isSecret: false,
  trials: { left: Infinity },
  keep: undefined,
};

/** Headers, cookies, and members whose name says that a secret is in them. */
export const secret: RegExp =
  /^\/(?:headers|cookies)(?:\/|$)|pass(?:word|wd|phrase|code)|pwd|secret|token|credential|auth|key(?:\/|$)|signature|\/(?:pin|cvc|cvv|ssn)(?:\/|$)/i;

let lastPath = "";
let isLastPathSecret = false;

/** True where messages may quote the value at a place; in trials none does. Of null and of objects, only that is said, which is no secret. */
export function mayQuote(path: string, value?: unknown): boolean {
  if (room !== undefined && room.mode !== "tell") return false;
  if (typeof value === "object") return true;
  if (room?.isSecret === true) return false;
  if (path.length > 200) return !secret.test(path);
  // The same member is often wrong again.
  if (path !== lastPath) {
    lastPath = path;
    isLastPathSecret = secret.test(path);
  }
  return !isLastPathSecret;
}

/** As many of some issues as are enough. */
export function someOf(issues: readonly Issue[]): readonly Issue[] {
  return issuesOf((_, found) => {
    for (const issue of issues) add(found, issue);
    return issues.length === 0;
  }, undefined);
}

/** Adds an issue, unless that is more than enough: then the check is left. */
export function add(issues: Issue[], issue: Issue): void {
  if (room === undefined) issues.push(issue);
  else if (room.keep?.(issue) !== false) addTo(room, issues, issue);
}

function addTo(room: Room, issues: Issue[], issue: Issue): void {
  room.characters -= issue.path.length + issue.message.length;
  if (room.characters >= 0) issues.push(issue);
  // Names that a value has may be as long as it is.
  else if (issues.length === 0)
    issues.push({ ...issue, params: {}, path: cut(issue.path), message: cut(issue.message) });
  if (--room.issues <= 0 || room.characters <= 0) throw isFull;
}

function cut(text: string): string {
  return text.length > 1000 ? `${text.slice(0, 1000)}…` : text;
}

export type Work<T = unknown> = (value: unknown, issues: Issue[]) => T;

/** Undefined: enough was known before the end. */
export function inRoom<T>(
  own: Room,
  work: Work<T>,
  value: unknown,
  issues: Issue[],
): T | undefined {
  const outer = room;
  room = own;
  try {
    return work(value, issues);
  } catch (error) {
    if (error !== isFull) throw error;
    return undefined;
  } finally {
    room = outer;
  }
}
