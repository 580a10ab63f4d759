import { flagsOf } from "../../../common/patterns.js";
import { type Code, code, regex, str } from "../../../emit/code.js";

/**
 * A pattern as a regular expression, by code points as JSON Schema asks for. Many patterns in the wild escape
 * more than that mode allows: those are read by the older rules, which every browser still follows. A pattern is
 * made from text where TypeScript could find fault with a literal: with one that only the older rules allow, and, for
 * older targets, with the flag and with groups that have names.
 */
export function patternCode(source: string): Code | undefined {
  const flags = flagsOf(source);
  if (flags === "u")
    return isSameByUnits(source)
      ? regex(source, "")
      : code`/* @__PURE__ */ new RegExp(${str(source)}, "u")`;
  return flags === undefined ? undefined : code`/* @__PURE__ */ new RegExp(${str(source)})`;
}

/**
 * True for a pattern that matches the same texts without the flag `u`, because nothing in it matches half of a character
 * beyond U+FFFF. False does not mean that it would match others.
 */
function isSameByUnits(source: string): boolean {
  const bare = source.replace(harmless, "");
  if (/\\|[\ud800-\udfff]|\[\^/.test(bare)) return false;
  const outside = bare.replace(/\[[^\]]*/g, "");
  // Between the halves, only what looks for the absence of something could match.
  const isAnchored = outside.startsWith("^") && !outside.includes("|");
  return !/\.|\(\?<?[^:=!<]/.test(outside) && (isAnchored || !/\(\?<?!/.test(outside));
}

/** Escapes of one character, which may be any but half of one, and of sets that have none of the large characters. */
const harmless = /\\(?:[^DPSWkpu]|u(?![dD][89a-fA-F])[\da-fA-F]{4})/g;
