import type { Check, Issue, Judge } from "./issue.js";

/** Limits at which a check stops collecting issues. */
export interface Enough {
  /** Maximum number of issues; 100 by default. */
  readonly issues?: number;
  /** Maximum number of characters in their paths and messages together; 65,536 by default. */
  readonly characters?: number;
}

/** The remaining limits of the running check. */
export interface Room {
  issues: number;
  characters: number;
  readonly mode: Mode;
  /** True for a value that messages must not quote. */
  readonly isSecret: boolean;
  /** The number of issues that trials of branches may still find. */
  readonly trials: { left: number };
  /** Which issues are added at all. */
  readonly keep: ((issue: Issue) => boolean) | undefined;
}

/**
 * Reporting of unions: normally the issues of the best matching branch; in a trial only that no branch matches; in a
 * probe, which finds the members that a schema declares, the issues of all branches.
 */
export type Mode = "tell" | "try" | "probe";

/** Checks are synchronous: only one runs at a time, with others nested in it. */
let room: Room | undefined;

/** The limits of the running check. */
export function currentRoom(): Room {
  return room ?? unlimited;
}

const isFull: Error = /* @__PURE__ */ new Error("enough is known");

/** A check with limits: `limited(checkPet, { issues: 10 })`. */
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

/** The issues of the part of a value at `at`, with the limits of `limited`; secrets are not quoted. */
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

/** Headers, cookies, and members whose names suggest a secret. */
export const secret: RegExp =
  /^\/(?:headers|cookies)(?:\/|$)|pass(?:word|wd|phrase|code)|pwd|secret|token|credential|auth|key(?:\/|$)|signature|\/(?:pin|cvc|cvv|ssn)(?:\/|$)/i;

let lastPath = "";
let isLastPathSecret = false;

/** True if messages may quote the value at a place; never in trials. Null and objects may be named, since messages do not show their content. */
export function mayQuote(path: string, value?: unknown): boolean {
  if (room !== undefined && room.mode !== "tell") return false;
  if (typeof value === "object") return true;
  if (room?.isSecret === true) return false;
  if (path.length > 200) return !secret.test(path);
  // Issues are often about the same member as before.
  if (path !== lastPath) {
    lastPath = path;
    isLastPathSecret = secret.test(path);
  }
  return !isLastPathSecret;
}

/** The issues up to the default limits. */
export function someOf(issues: readonly Issue[]): readonly Issue[] {
  return issuesOf((_, found) => {
    for (const issue of issues) add(found, issue);
    return issues.length === 0;
  }, undefined);
}

/** Adds an issue, or stops the check if its limits are reached. */
export function add(issues: Issue[], issue: Issue): void {
  if (room === undefined) issues.push(issue);
  else if (room.keep?.(issue) !== false) addTo(room, issues, issue);
}

function addTo(room: Room, issues: Issue[], issue: Issue): void {
  room.characters -= issue.path.length + issue.message.length;
  if (room.characters >= 0) issues.push(issue);
  // Names of members count, since they may be very long.
  else if (issues.length === 0)
    issues.push({ ...issue, params: {}, path: cut(issue.path), message: cut(issue.message) });
  if (--room.issues <= 0 || room.characters <= 0) throw isFull;
}

function cut(text: string): string {
  return text.length > 1000 ? `${text.slice(0, 1000)}…` : text;
}

export type Work<T = unknown> = (value: unknown, issues: Issue[]) => T;

/** Undefined if the limits were reached. */
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
