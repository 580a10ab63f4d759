import type { Issue } from "../issue.js";
import { currentRoom, inRoom, type Mode, type Room, unlimited, type Work } from "../enough.js";

export function currentMode(): Mode {
  return currentRoom().mode;
}

/** The issues of a value in a trial, up to 100; undefined if the limit for trials was reached. */
export function attempt(
  explain: Work,
  value: unknown,
  mode: "try" | "probe",
): readonly Issue[] | undefined {
  const { trials } = currentRoom();
  if (trials.left <= 0) return undefined;
  const found = tryOut(explain, value, mode);
  trials.left -= 1 + found.length;
  return found;
}

/** True for a valid value. Issues are discarded, so that one list is used for all trials. */
export function passes<Place>(
  explain: (value: unknown, place: Place, issues: Issue[], levels: number) => unknown,
  value: unknown,
  place: Place,
  levels: number,
): boolean {
  const explained = (): true => {
    explain(value, place, faults, levels);
    return true;
  };
  try {
    return inRoom(untilFault, explained, value, faults) === true;
  } finally {
    faults.length = 0;
    untilFault.issues = 1;
  }
}

const faults: Issue[] = [];
const untilFault: Room = { ...unlimited, issues: 1, mode: "try" };

/** More are not looked at to find the branch that is meant. */
const mostIssues = 100;

function tryOut(explain: Work, value: unknown, mode: "try" | "probe"): readonly Issue[] {
  const found: Issue[] = [];
  const { isSecret, trials } = currentRoom();
  const keep = mode === "probe" ? isPresent : undefined;
  const own = { issues: mostIssues, characters: Infinity, mode, isSecret, trials, keep };
  inRoom(own, explain, value, found);
  return found;
}

/** True for an issue of a member that is present. */
function isPresent({ keyword }: Issue): boolean {
  return keyword !== "required";
}
