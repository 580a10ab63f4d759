import type { Keywords, Prose } from "../../model/types.js";
import { isSame } from "../../common/json.js";
import { below } from "../../common/pointers.js";
import { quoted } from "../changes.js";
import { type Pair, spotOf } from "./pair.js";
import type { RuleName } from "../rules.js";
import type { SchemaComparison } from "./schemas.js";
import { type Constraints, partWith } from "./constraints.js";

/** Annotations: keywords that do not change which values are valid. */
export function compareNotes(comparison: SchemaComparison, pair: Pair): void {
  compareDefaults(comparison, pair);
  for (const mark of ["readOnly", "writeOnly"] as const) {
    const is = has(pair.now, mark);
    if (has(pair.old, mark) === is) continue;
    const added = mark === "readOnly" ? "read-only-added" : "write-only-added";
    const message = is ? `is ${mark} now` : `is no longer ${mark}`;
    comparison.add(pair, is ? added : "access-opened", message, mark);
  }
  const is = has(pair.now, "deprecated");
  if (has(pair.old, "deprecated") !== is) {
    const message = is ? "is deprecated now" : "is no longer deprecated";
    comparison.add(pair, "schema-deprecated", message, "deprecated");
  }
  compareEncoding(comparison, pair);
  compareWords(comparison, pair);
}

function has(constraints: Constraints, keyword: keyof Keywords): boolean {
  return partWith(constraints, keyword) !== undefined;
}

function compareDefaults(comparison: SchemaComparison, pair: Pair): void {
  const old = partWith(pair.old, "default")?.keywords.default;
  const now = partWith(pair.now, "default")?.keywords.default;
  const add = (rule: RuleName, message: string): void =>
    comparison.add(pair, rule, message, "default");
  if (!old && now) add("default-added", `${quoted(now.value)} is the default now`);
  if (old && !now) add("default-removed", `${quoted(old.value)} is no longer the default`);
  if (old && now && !isSame(old.value, now.value))
    add("default-changed", `default ${quoted(old.value)} → ${quoted(now.value)}`);
}

function compareEncoding(comparison: SchemaComparison, pair: Pair): void {
  for (const keyword of ["contentEncoding", "contentMediaType"] as const) {
    const old = encodingOf(pair.old, keyword);
    const now = encodingOf(pair.now, keyword);
    if (old === now) continue;
    const message = `${keyword} ${old ?? "none"} → ${now ?? "none"}`;
    comparison.add(pair, "encoding-changed", message, keyword);
  }
}

/** Bytes as they are need no name. */
function encodingOf(
  constraints: Constraints,
  keyword: "contentEncoding" | "contentMediaType",
): string | undefined {
  const found = partWith(constraints, keyword)?.keywords[keyword];
  return found === "application/octet-stream" || found === "binary" ? undefined : found;
}

/** Of the schema itself: what it refers to has its own words, which are compared there. */
function compareWords(comparison: SchemaComparison, pair: Pair): void {
  if (pair.old.parts.length === 0 || pair.now.parts.length === 0) return;
  const before = proseOf(pair.old);
  const after = proseOf(pair.now);
  for (const [key, word] of [
    ["description", "description"],
    ["summary", "title"],
  ] as const) {
    if (before[key] === after[key]) continue;
    const spot = spotOf(
      pair,
      ({ keywords }) => keywords.prose !== undefined,
      ({ source }) => below(source, word),
    );
    comparison.addAt(pair, "schema-description", `another ${word}`, spot);
  }
  const examples = partWith(pair.old, "examples")?.keywords.examples ?? [];
  if (!isSame(examples, partWith(pair.now, "examples")?.keywords.examples ?? []))
    comparison.add(pair, "schema-examples", "other examples", "examples");
}

function proseOf(constraints: Constraints): Prose {
  return partWith(constraints, "prose")?.keywords.prose ?? { summary: "", description: "" };
}
