import type { Outcome } from "./schema-suite.js";

/** Passed of all, by keyword, under a title with the sum. */
export function table(title: string, outcomes: readonly Outcome[]): string {
  const files = [...new Set(outcomes.map(({ file }) => file))].sort();
  return [
    line(title.toUpperCase(), outcomes),
    ...files.map((file) =>
      line(
        `  ${file}`,
        outcomes.filter((outcome) => outcome.file === file),
      ),
    ),
  ].join("\n");
}

function line(title: string, outcomes: readonly Outcome[]): string {
  const passed = outcomes.filter((outcome) => outcome.passed).length;
  const mark = passed < outcomes.length ? "  !" : "";
  return `${title.padEnd(44)} ${String(passed).padStart(5)} / ${outcomes.length}${mark}`;
}
