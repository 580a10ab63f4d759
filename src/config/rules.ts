import { inspect } from "node:util";
import { closest } from "../common/closest.js";
import { isObject } from "../common/json.js";

/** Rule for the values of an option: a check, its wording, and their type. */
export interface Rule<T = unknown> {
  /** Completes "has to be …". */
  readonly expected: string;
  /** A fault in the value of a key, with what to do about it. */
  readonly fault: (value: unknown, key: string) => Fault | undefined;
  /** Of an object whose members have rules of their own. */
  readonly members?: Members;
  /** The values that there are, or that the items of a list are; of one that has several forms, those of words. */
  readonly words?: readonly Word[];
  /** Never set: it holds the type of the values. */
  readonly type?: T;
}

type Word = string | boolean;

/** A message, and what to do about it. */
export type Fault = readonly [message: string, help: string];

/** The type of the values that a rule takes. */
export type TypeOf<R> = R extends Rule<infer T> ? T : never;

/** The values that `is` finds right. */
export function rule<T>(expected: string, is: (value: unknown) => boolean): Rule<T> {
  return {
    expected,
    fault: (value, key) =>
      is(value) ? undefined : [`${key} has to be ${expected}`, `It is ${shown(value)}.`],
  };
}

function shown(value: unknown): string {
  if (typeof value === "function") return "a function";
  if (typeof value === "string") return JSON.stringify(value);
  return inspect(value, { compact: true, breakLength: Infinity });
}

export const isText = (value: unknown): boolean => typeof value === "string" && value !== "";
export const isFunction = (value: unknown): boolean => typeof value === "function";

/** No file system has a NUL in a path. */
const isPath = (value: unknown): boolean => isText(value) && !String(value).includes("\0");

/** Anything else is a path. */
export const isAddress = (name: string): boolean => /^https?:\/\//i.test(name);

export const text = rule<string>("a text", isText);
export const path = rule<string>("a path", isPath);
export const address = rule<string>("a path or an address", isPath);
export const yesOrNo = oneOf(true, false);

/** One of a few words. */
export function oneOf<const W extends readonly Word[]>(...words: W): Rule<W[number]> {
  const listed = words.map((word) => JSON.stringify(word));
  const expected = `${listed.slice(0, -1).join(", ")} or ${listed.at(-1) ?? ""}`;
  return {
    expected,
    fault: (value, key) =>
      words.includes(value as Word)
        ? undefined
        : [`${key} has to be ${expected}`, nearest(value, words) ?? `It is ${shown(value)}.`],
    words,
  };
}

/** The word that is most like a value, when one is like enough. */
function nearest(value: unknown, words: readonly Word[]): string | undefined {
  if (typeof value !== "string") return undefined;
  const names = words.map(String);
  const name = names.includes(value) ? value : closest(value, names);
  const near = words.find((word) => String(word) === name);
  return near === undefined ? undefined : `Did you mean ${JSON.stringify(near)}?`;
}

/** A list of at least so many values. */
export function listOf<T>(each: Rule<T>, expected: string, least = 0): Rule<readonly T[]> {
  const whole = rule(expected, (value) => Array.isArray(value) && value.length >= least);
  return {
    expected,
    fault: (value, key) => {
      const [message] = whole.fault(value, key) ?? [];
      if (message === undefined)
        return first(value as unknown[], (item, at) => each.fault(item, `${key}[${at}]`));
      return [message, each.fault(value, key)?.[1] ?? `Write [${shown(value)}].`];
    },
    ...(each.words && { words: each.words }),
  };
}

/** A list of some of these words; `meant` has the words for what else is written for one. */
export function namesOf<const W extends readonly string[]>(
  names: W,
  least: number,
  meant: Readonly<Record<string, W[number]>> = {},
): Rule<readonly W[number][]> {
  const listed = names.map((name) => JSON.stringify(name));
  const each = oneOf(...names);
  const fault: Rule["fault"] = (value, key) => {
    const [message, help] = each.fault(value, key) ?? [];
    if (message === undefined || help === undefined) return undefined;
    const word =
      typeof value === "string" && Object.hasOwn(meant, value) ? meant[value] : undefined;
    return [message, word === undefined ? help : `Did you mean ${JSON.stringify(word)}?`];
  };
  return listOf({ ...each, fault }, `a list of ${listed.join(", ")}`, least);
}

/** An object with values of one kind, by any names. */
export function recordOf<T>(each: Rule<T>, expected: string): Rule<Readonly<Record<string, T>>> {
  return {
    expected,
    fault: (value, key) =>
      rule(expected, isObject).fault(value, key) ??
      first(Object.entries(value as object), ([name, item]) => each.fault(item, `${key}.${name}`)),
  };
}

/** Rules by the name of a member. */
export type Members = Readonly<Record<string, Rule>>;

/** An object with some of these members, `needed` among them. */
export function objectOf<const M extends Members>(
  expected: string,
  members: M,
  ...needed: readonly (keyof M & string)[]
): Rule<{ readonly [K in keyof M]?: TypeOf<M[K]> }> {
  return {
    expected,
    fault: (value, key) =>
      rule(expected, isObject).fault(value, key) ??
      faultIn(value as object, members, `${key}.`) ??
      first(needed, (name) =>
        members[name]?.fault((value as Record<string, unknown>)[name], `${key}.${name}`),
      ),
    members,
  };
}

/** A rule for each outer form of a value; the last one for all else. */
export function byForm<T>(
  expected: string,
  ...forms: readonly (readonly [is: (value: unknown) => boolean, rule: Rule])[]
): Rule<T> {
  const fault: Rule["fault"] = (value, key) =>
    (forms.find(([is]) => is(value)) ?? forms.at(-1))?.[1].fault(value, key);
  return { expected, fault, words: forms.flatMap(([, { words = [] }]) => words) };
}

function first<T>(
  items: readonly T[],
  fault: (item: T, at: number) => Fault | undefined,
): Fault | undefined {
  for (const [at, item] of items.entries()) {
    const found = fault(item, at);
    if (found) return found;
  }
  return undefined;
}

/** The first member of an object that is unknown or wrong; `prefix` stands in front of its name. */
export function faultIn(value: object, members: Members, prefix: string): Fault | undefined {
  return first(Object.entries(value), ([key, content]) => {
    const known = Object.hasOwn(members, key) ? members[key] : undefined;
    if (!known) return [`there is no option ${prefix}${key}`, suggestion(key, members)];
    return content === undefined ? undefined : known.fault(content, prefix + key);
  });
}

function suggestion(key: string, members: Members): string {
  const names = Object.keys(members);
  const holder = names.find((name) => Object.hasOwn(members[name]?.members ?? {}, key));
  const inside = holder === undefined ? undefined : `${holder}.${key}`;
  const near = inside ?? closest(key, names) ?? closest(key.toLowerCase(), names);
  return near === undefined ? `The options are ${names.join(", ")}.` : `Did you mean ${near}?`;
}
