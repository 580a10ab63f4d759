import type { Options } from "prettier";

/**
 * Lays out one generated file in prettier's style: width 100, LF, all else prettier's defaults.
 * No configuration is looked for, so that a file has the same bytes wherever it is generated.
 */
export async function formatFile(path: string, text: string): Promise<string> {
  const { format, plugins } = await (loading ??= loadPrettier());
  try {
    return await format(text, { ...options, plugins });
  } catch (error) {
    throw new Error(explain(path, text, error), { cause: error });
  }
}

const options = {
  parser: "typescript",
  printWidth: 100,
  endOfLine: "lf",
} as const satisfies Options;

let loading: ReturnType<typeof loadPrettier> | undefined;

// The parts by name take about 70 ms to load and format a first line, the main entry 110 ms: it also
// loads what finds configuration and plugins on disk, which is not wanted here.
async function loadPrettier() {
  const [{ format }, typescript, estree] = await Promise.all([
    import("prettier/standalone"),
    import("prettier/plugins/typescript"),
    import("prettier/plugins/estree"),
  ]);
  return { format, plugins: [typescript, estree] };
}

function explain(path: string, text: string, error: unknown): string {
  const start = placeOf(error);
  const message = error instanceof Error ? error.message.split("\n")[0] : String(error);
  const place = start ? `${path}:${start.line}:${start.column}` : path;
  const line = start ? text.split("\n")[start.line - 1] : undefined;
  return [
    `the generated file ${place} cannot be formatted: ${message}`,
    ...(line === undefined ? [] : [`  ${line.slice(0, 200)}`]),
    "This is a bug in specsmith, please report it.",
  ].join("\n");
}

/** Line and column, both from 1, of prettier's syntax errors. */
function placeOf(error: unknown): { line: number; column: number } | undefined {
  const { start } = (error as { loc?: { start?: { line: number; column: number } } }).loc ?? {};
  return start;
}
