import { joinUnions } from "./unions.js";

/**
 * Lays out one generated file in prettier's style: width 100, LF, all else prettier's defaults.
 *
 * oxfmt does it, which knows prettier's style in native code: it needs a twelfth of the time, loads in
 * a few milliseconds and works in-process. It costs 10 MB on disk, and has a build for each system that
 * Node 20 runs on. Its version is pinned, it looks for no configuration, and nothing else steps in where
 * it is missing: a file has the same bytes wherever it is generated. Tests hold it to prettier's bytes.
 */
export async function formatFile(path: string, text: string): Promise<string> {
  const { format } = await (loading ??= import("oxfmt"));
  const { code, errors } = await format("file.ts", text, options);
  const [error] = errors;
  if (error) throw new Error(explain(path, text, error.message, error.labels[0]?.start));
  return joinUnions(code, options.printWidth);
}

const options = {
  printWidth: 100,
  endOfLine: "lf",
  embeddedLanguageFormatting: "off",
} as const;

let loading: Promise<typeof import("oxfmt")> | undefined;

/**
 * Lays out a piece of a file of the user's by prettier itself, which is what most users have the whole
 * file laid out with: these pieces are small, and prettier is loaded when there is one to write only.
 */
export async function formatOwned(path: string, text: string): Promise<string> {
  const { format, plugins } = await (loadingPrettier ??= loadPrettier());
  const { printWidth, endOfLine } = options;
  try {
    return await format(text, { parser: "typescript", printWidth, endOfLine, plugins });
  } catch (error) {
    throw new Error(explain(path, text, String(error).split("\n")[0] ?? ""), { cause: error });
  }
}

let loadingPrettier: ReturnType<typeof loadPrettier> | undefined;

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

/** `start`: the UTF-8 offset where the formatter stopped. */
function explain(path: string, text: string, message: string, start?: number): string {
  const before = start === undefined ? undefined : Buffer.from(text).toString("utf8", 0, start);
  const lines = before?.split("\n") ?? [];
  const column = (lines.at(-1)?.length ?? 0) + 1;
  const line = before === undefined ? undefined : text.split("\n")[lines.length - 1];
  const place = line === undefined ? path : `${path}:${lines.length}:${column}`;
  return [
    `the generated file ${place} cannot be formatted: ${message}`,
    ...(line === undefined ? [] : [`  ${line.slice(0, 200)}`]),
    "This is a bug in specsmith, please report it.",
  ].join("\n");
}
