import type { Diagnostic } from "./diagnostics.js";
import type { Source, Span } from "../common/source.js";
import { excerpt } from "./excerpt.js";
import type { LineTexts } from "../common/lines.js";
import { visible } from "../common/visible.js";

/** Line and column from 1, in UTF-16 units. */
export interface Place {
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

export type Format = "pretty" | "json" | "github";

export interface PrintOptions {
  readonly format: Format;
  readonly colour: boolean;
  readonly locate: (source: Source | Span, marks?: "key" | "value") => Place | undefined;
  /** The lines of a file that was read, at least those around the places that are printed. */
  readonly linesOf: (file: string) => LineTexts | undefined;
  /** Maximum number of printed diagnostics; 50 by default. JSON has all. */
  readonly limit?: number | undefined;
  /** Maximum number of printed warnings of one code; 5 by default. */
  readonly limitOfCode?: number | undefined;
  /** Numbers of all diagnostics, if the list does not contain all of them. */
  readonly counts?: Counts | undefined;
}

export interface Counts {
  readonly error: number;
  readonly warning: number;
}

/** Diagnostics that are to be printed, and how many there are in all. */
export interface Problems {
  readonly all: readonly Diagnostic[];
  readonly counts: Counts;
}

/** Looks up places and lines in the files that were read. */
export interface Locator {
  locate(source: Source | Span, marks?: "key" | "value"): Place | undefined;
  linesOf(file: string): LineTexts | undefined;
}

interface Found {
  readonly diagnostic: Diagnostic;
  readonly place: Place | undefined;
}

/** A message for several places of a file. */
interface Block extends Found {
  readonly others: readonly Found[];
}

/** All diagnostics as text that ends with a line break; "" when there are none. */
export function printDiagnostics(list: readonly Diagnostic[], options: PrintOptions): string {
  const found = inOrder(list, options);
  const counts = options.counts ?? countOf(list);
  if (options.format === "json") return `${JSON.stringify(found.map(toJson), undefined, 2)}\n`;
  if (found.length === 0) return "";
  if (options.format === "github")
    return select(found, options)
      .map((item) => `${toCommand(item)}\n`)
      .join("");
  const shown = select(blocksOf(found), options);
  const rest = restOf(found, shown, counts);
  const more = rest === "" ? "" : `${rest}\n\n`;
  const blocks = shown.map((block) => `${pretty(block, options)}\n\n`).join("");
  return `${blocks}${more}${summary(counts)}\n`;
}

/** `2 errors, 1 warning`. */
export function summary(counts: Counts): string {
  const part = (count: number, noun: string): string[] =>
    count === 0 ? [] : [`${count} ${noun}${count === 1 ? "" : "s"}`];
  return [...part(counts.error, "error"), ...part(counts.warning, "warning")].join(", ");
}

function countOf(list: readonly Diagnostic[]): Counts {
  const error = list.filter(({ severity }) => severity === "error").length;
  return { error, warning: list.length - error };
}

/** Root causes first, then by file as they were read, then by place. */
function inOrder(list: readonly Diagnostic[], { locate }: PrintOptions): Found[] {
  const files = new Map<string, number>();
  const found = list.map((diagnostic) => {
    const { source, marks } = diagnostic;
    if (!files.has(source.file)) files.set(source.file, files.size);
    return { diagnostic, place: locate(source, marks) };
  });
  const keys = ({ diagnostic, place }: Found): readonly number[] => [
    diagnostic.root && diagnostic.severity === "error" ? 0 : 1,
    files.get(diagnostic.source.file) ?? 0,
    place?.line ?? 0,
    place?.column ?? 0,
  ];
  return found.sort((one, other) => {
    const otherKeys = keys(other);
    const differences = keys(one).map((key, index) => key - (otherKeys[index] ?? 0));
    return differences.find((difference) => difference !== 0) ?? 0;
  });
}

/** Those that point at other places stay by themselves. */
function blocksOf(found: readonly Found[]): readonly Block[] {
  const blocks = new Map<unknown, Found & { readonly others: Found[] }>();
  for (const item of found) {
    const { code, message, help, source, related } = item.diagnostic;
    const words = related.length > 0 ? item : JSON.stringify([code, message, help, source.file]);
    const block = blocks.get(words);
    if (block) block.others.push(item);
    else blocks.set(words, { ...item, others: [] });
  }
  return [...blocks.values()];
}

/** Errors first; of warnings few of each code, so that many of one do not hide the others. */
function select<T extends Found>(
  found: readonly T[],
  { limit = 50, limitOfCode = 5 }: PrintOptions,
): readonly T[] {
  const errors = found.filter(({ diagnostic }) => diagnostic.severity === "error");
  const kept = new Set(errors.slice(0, limit));
  const counts = new Map<string, number>();
  for (const item of found) {
    const { code, severity } = item.diagnostic;
    const count = (counts.get(code) ?? 0) + 1;
    if (severity === "error" || count > limitOfCode || kept.size >= limit) continue;
    counts.set(code, count);
    kept.add(item);
  }
  return found.filter((item) => kept.has(item));
}

/** `… and 12 more: 9 wrong-version, 3 format-unknown`. */
function restOf(found: readonly Found[], shown: readonly Block[], counts: Counts): string {
  const printed = new Set(
    shown.flatMap(({ diagnostic, others }) => [diagnostic, ...others.map((one) => one.diagnostic)]),
  );
  const count = counts.error + counts.warning - printed.size;
  if (count <= 0) return "";
  // Of those that were only counted it is not known which they are.
  if (found.length < counts.error + counts.warning) return `… and ${count} more`;
  const codes = new Map<string, number>();
  for (const { diagnostic } of found)
    if (!printed.has(diagnostic)) codes.set(diagnostic.code, (codes.get(diagnostic.code) ?? 0) + 1);
  const known = [...codes].sort(([, one], [, other]) => other - one);
  const names = known.slice(0, 5).map(([code, number]) => `${number} ${code}`);
  return `… and ${count} more: ${names.join(", ")}`;
}

const colours = { error: 31, warning: 33, help: 36, place: 1, dim: 2 } as const;

type Paint = (text: string, colour: keyof typeof colours) => string;

function pretty({ diagnostic, place, others }: Block, options: PrintOptions): string {
  const { code, severity, message, help, source, related } = diagnostic;
  const paint: Paint = (text, colour) =>
    options.colour ? `\u001b[${colours[colour]}m${text}\u001b[0m` : text;
  const at = place ? `:${place.line}:${place.column}` : "";
  const lines = [
    `${paint(visible(source.file) + at, "place")} ${paint(severity, severity)} ${code}: ${visible(message)}`,
  ];
  const around = place && options.linesOf(source.file);
  if (around) {
    for (const line of excerpt(around, place)) {
      lines.push(line.marker ? paint(line.text, severity) : paint(line.text, "dim"));
    }
  }
  if (others.length > 0) lines.push(`  ${paint("also", "help")}: ${placesOf(others)}`);
  for (const { note, source: other, marks } of related) {
    const there = options.locate(other, marks);
    const where = there ? `:${there.line}:${there.column}` : "";
    lines.push(`  ${paint("see", "help")}: ${visible(other.file)}${where} ${visible(note)}`);
  }
  lines.push(`  ${paint("help", "help")}: ${visible(help)}`);
  return lines.join("\n");
}

/** `12:5, 30:5 and 7 more`. */
function placesOf(others: readonly Found[]): string {
  const named = others.flatMap(({ place }) => (place ? [`${place.line}:${place.column}`] : []));
  const first = named.slice(0, 4);
  const left = others.length - first.length;
  if (left === 0) return first.join(", ");
  return first.length === 0 ? `${left} more` : `${first.join(", ")} and ${left} more`;
}

function toJson({ diagnostic, place }: Found): Record<string, unknown> {
  const { code, severity, message, help, source } = diagnostic;
  return {
    code,
    severity,
    message,
    help,
    file: source.file,
    line: place?.line ?? null,
    column: place?.column ?? null,
    endColumn: place ? place.column + place.length : null,
    pointer: source.pointer,
  };
}

/** A workflow command of GitHub Actions, which shows the diagnostic beside the line in a pull request. */
function toCommand({ diagnostic, place }: Found): string {
  const { code, severity, message, help, source } = diagnostic;
  const properties: [string, string | number][] = [["file", source.file]];
  if (place) {
    properties.push(["line", place.line], ["col", place.column]);
    properties.push(["endColumn", place.column + place.length]);
  }
  properties.push(["title", code]);
  const list = properties
    .map(([key, value]) => `${key}=${escapeProperty(String(value))}`)
    .join(",");
  return `::${severity} ${list}::${escapeData(`${message}\n${help}`)}`;
}

/** Text of others as the data or a property of a workflow command of GitHub Actions. */
export function commandValue(text: string, place: "data" | "property"): string {
  return place === "data" ? escapeData(text) : escapeProperty(text);
}

function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
