import { createRequire } from "node:module";
import type { NFA } from "refa";
import { cyclesOf } from "./collections.js";

type Refa = typeof import("refa");
type Scslre = typeof import("scslre");

const require = createRequire(import.meta.url);

/** States of an automaton at most, of which each pair is looked at. */
const fewStates = 200;

/** True for a text that a pattern of a description matches; undefined where that cannot be told, or not in short time. */
export function matches(pattern: string, text: string): boolean | undefined {
  const flags = flagsOf(pattern);
  if (flags === undefined || backtracksWithoutEnd(pattern) || isLong(pattern, text))
    return undefined;
  return new RegExp(pattern, flags).test(text);
}

/**
 * The flags that a pattern is read with: code points, as JSON Schema asks for, or, for one that escapes more than these
 * allow, the older rules (ECMA-262, annex B). Undefined: it is no regular expression, or one of another language, of which the
 * older rules would take `\h` for an `h`.
 */
export function flagsOf(pattern: string): "u" | "" | undefined {
  const flags = (["u", ""] as const).find((one) => faultOf(pattern, one) === undefined);
  return flags === "" && isOfOtherLanguage(pattern) ? undefined : flags;
}

function isOfOtherLanguage(pattern: string): boolean {
  const escapes = pattern.match(/\\(?:[pPux]\{|[^])/g) ?? [];
  return (
    pattern.includes("&&[") ||
    escapes.some((one) => !/^\\(?:[^a-zA-Z]|[bBcdDfknrsStuvwWx]$)/.test(one))
  );
}

/** What JavaScript says of a pattern that it cannot read. */
export function faultOf(pattern: string, flags: string): string | undefined {
  try {
    new RegExp(pattern, flags);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** Steps that take some hundredths of a second. */
const fewSteps = 1e7;

/** Each repetition may be tried for each character, and so may each beginning that is not fixed. */
function isLong(pattern: string, text: string): boolean {
  const bare = pattern.replace(/\\[^]|\[(?:\\[^]|[^\]\\])*\]?/g, ".");
  const repetitions = bare.match(/[*+]|\{\d+,\d*\}/g)?.length ?? 0;
  return text.length ** (repetitions + (bare.startsWith("^") ? 0 : 1)) > fewSteps;
}

/**
 * True for a regular expression whose time may double with each character of a text that it does not match. It
 * does so where a part that is repeated can be matched by the same text in several ways. Patterns that JavaScript does
 * not read, and those that are too large to tell, are not.
 */
export function backtracksWithoutEnd(pattern: string): boolean {
  // Only what is repeated as a group can do that, and to look closer takes libraries that take time to load.
  if (!/\)(?:[*+]|\{\d+,\d*\})/.test(pattern)) return false;
  const answer = known.get(pattern) ?? looksSo(pattern);
  if (known.size < mostKnown) known.set(pattern, answer);
  return answer;
}

/** Descriptions repeat their patterns, and so does a description that is read again. */
const known = new Map<string, boolean>();
const mostKnown = 1000;

function looksSo(pattern: string): boolean {
  const flags = flagsOf(pattern);
  return flags !== undefined && (repeatsItself(pattern, flags) || isAmbiguous(pattern, flags));
}

/** `(a+)+`: quantifiers that take characters from each other. */
function repeatsItself(source: string, flags: string): boolean {
  const { analyse } = require("scslre") as Scslre;
  try {
    const { reports } = analyse({ source, flags }, { reportTypes: { Move: false } });
    return reports.some(({ exponential }) => exponential);
  } catch {
    return false;
  }
}

/** `(a|aa)+$`: alternatives that match the same text. */
function isAmbiguous(source: string, flags: string): boolean {
  const { JS, NFA } = require("refa") as Refa;
  try {
    const parser = JS.Parser.fromLiteral({ source, flags });
    const mayFail = !/\)[*+]$/.test(source);
    if (mayFail && hasCommonCharacters(parser.ast.pattern, JS, flags)) return true;
    const parsed = parser.parse({
      assertions: "ignore",
      backreferences: "throw",
      maxNodes: 2000,
    });
    const { expression, maxCharacter } = parsed;
    const nfa = NFA.fromRegex(expression, { maxCharacter }, {}, new NFA.LimitedNodeFactory(2000));
    return hasTwoWaysRound(nfa, /\$\)*$/.test(source));
  } catch {
    return false;
  }
}

type Branch = { readonly alternatives: readonly Alternative[] };
type Alternative = { readonly raw: string; readonly elements: readonly Element[] };
type Element = { readonly type: string; readonly max?: number; readonly element?: object };

/** `(\w|\d)+`: alternatives of one character each, which an automaton has no need to tell apart. */
function hasCommonCharacters(branch: Branch, JS: Refa["JS"], flags: string): boolean {
  return branch.alternatives.some(({ elements }) =>
    elements.some(({ element, max, ...other }) => {
      const inner = (element ?? other) as Partial<Branch>;
      if (!inner.alternatives) return false;
      const isRepeated = element !== undefined && max === Infinity;
      const group = { alternatives: inner.alternatives };
      return (isRepeated && overlap(group, JS, flags)) || hasCommonCharacters(group, JS, flags);
    }),
  );
}

function overlap({ alternatives }: Branch, JS: Refa["JS"], flags: string): boolean {
  const sets = alternatives
    .filter(({ elements }) => elements.length === 1 && /^Character/.test(elements[0]?.type ?? ""))
    .flatMap(({ raw }) => {
      const { expression } = JS.Parser.fromLiteral({ source: raw, flags }).parse();
      const [only] = expression.alternatives[0]?.elements ?? [];
      return only?.type === "CharacterClass" ? [only.characters] : [];
    });
  return sets.some((one, index) =>
    sets.slice(0, index).some((other) => !one.isDisjointWith(other)),
  );
}

/** A text leads from a state back to it on two different paths (Weber and Seidl, 1991). */
function hasTwoWaysRound(nfa: NFA, isAnchored: boolean): boolean {
  const states = [...nfa.nodes()];
  if (states.length > fewStates) return false;
  const numbers = new Map(states.map((state, index) => [state, index]));
  // Pairs of states are numbers: `a * size + b`; those of a state with itself are the multiples of `size + 1`.
  const size = states.length;
  return cyclesOf(states, (state) => [...state.out.keys()]).some((cycle) => {
    const nextOf = (pair: number): number[] => {
      const [a, b] = [states[Math.floor(pair / size)], states[pair % size]];
      const next: number[] = [];
      for (const [toA, charsA] of a?.out ?? [])
        for (const [toB, charsB] of b?.out ?? [])
          if (cycle.has(toA) && cycle.has(toB) && !charsA.isDisjointWith(charsB))
            next.push((numbers.get(toA) ?? 0) * size + (numbers.get(toB) ?? 0));
      return next;
    };
    // If the whole already matches, nothing that follows makes it try again.
    const open = [...cycle].filter((state) => isAnchored || !nfa.finals.has(state));
    const starts = new Set(open.map((state) => (numbers.get(state) ?? 0) * (size + 1)));
    return cyclesOf(starts, nextOf).some((pairs) => {
      const all = [...pairs];
      return all.some((pair) => starts.has(pair)) && all.some((pair) => pair % (size + 1) !== 0);
    });
  });
}
