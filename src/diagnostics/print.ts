import type { Diagnostic, Source, Span } from "./catalog.js";
import { excerpt } from "./excerpt.js";
import type { LineTexts } from "./lines.js";
import { visible } from "./visible.js";

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
  /** How many diagnostics are printed; 50 when left out. JSON has all. */
  readonly limit?: number | undefined;
  /** How many there were, when the list does not hold all of them. */
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

/** Where things are in the files that were read, and their lines. */
export interface Locator {
  locate(source: Source | Span, marks?: "key" | "value"): Place | undefined;
  linesOf(file: string): LineTexts | undefined;
}

interface Found {
  readonly diagnostic: Diagnostic;
  readonly place: Place | undefined;
}

/** All diagnostics as text that ends with a line break; "" when there are none. */
export function printDiagnostics(list: readonly Diagnostic[], options: PrintOptions): string {
  const found = inOrder(list, options);
  const counts = options.counts ?? countOf(list);
  if (options.format === "json") return `${JSON.stringify(found.map(toJson), undefined, 2)}\n`;
  if (found.length === 0) return "";
  const shown = select(found, options.limit ?? 50);
  const rest = counts.error + counts.warning - shown.length;
  if (options.format === "github") {
    return shown.map((item) => `${toCommand(item)}\n`).join("");
  }
  const more = rest > 0 ? `… and ${rest} more\n\n` : "";
  const blocks = shown.map((item) => `${pretty(item, options)}\n\n`).join("");
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

/** The first ones; errors rather than warnings when not all can be shown. */
function select(found: readonly Found[], limit: number): readonly Found[] {
  if (found.length <= limit) return found;
  const errors = found.filter(({ diagnostic }) => diagnostic.severity === "error");
  const kept = new Set(errors.slice(0, limit));
  for (const item of found) if (kept.size < limit) kept.add(item);
  return found.filter((item) => kept.has(item));
}

const colours = { error: 31, warning: 33, help: 36, place: 1, dim: 2 } as const;

type Paint = (text: string, colour: keyof typeof colours) => string;

function pretty({ diagnostic, place }: Found, options: PrintOptions): string {
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
  for (const { note, source: other, marks } of related) {
    const there = options.locate(other, marks);
    const where = there ? `:${there.line}:${there.column}` : "";
    lines.push(`  ${paint("see", "help")}: ${visible(other.file)}${where} ${visible(note)}`);
  }
  lines.push(`  ${paint("help", "help")}: ${visible(help)}`);
  return lines.join("\n");
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
