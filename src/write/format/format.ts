import { firstLine } from "../error.js";
import { joinUnions } from "./unions.js";

/**
 * Formats one generated file in prettier's style (width 100, LF, all else prettier's defaults) by oxfmt, which knows that
 * style in native code and works in-process. Its version is pinned, and it looks for no configuration. Where its native part
 * is missing, specsmith's own prettier formats, and a note says so: a file has the same bytes wherever it is generated, and
 * tests hold both to them.
 *
 * What it buys beside prettier: 0.2 s instead of 7 s to format the types of Stripe's API, 0.8 s of processor time instead
 * of 3.2 for the whole run, for 10 MB on disk. Measure by `specsmith generate --only types --timings`, without and with
 * `format: "prettier"` in the config. Delete it, with `unions.ts` and `layoutOf` in `formatter.ts`, when prettier itself is
 * no more than twice as slow.
 */
export async function formatFile(
  path: string,
  text: string,
  layout: Layout = defaultLayout,
  notes = new Set<string>(),
): Promise<string> {
  const { endOfLine = "lf", ...style } = layout;
  const options = { ...style, endOfLine: "lf", embeddedLanguageFormatting: "off" } as const;
  const { format, missing } = await (loading ??= loadOxfmt());
  if (missing !== undefined)
    notes.add(`prettier formats, which takes longer, since oxfmt cannot be loaded: ${missing}`);
  const formatted: string[] = [];
  let start = 0;
  for (const piece of piecesOf(text)) {
    const { code, errors } = await format("file.ts", piece, options);
    const [error] = errors;
    if (error) {
      const at = error.labels[0]?.start;
      const place = at === undefined ? undefined : start + at;
      throw new LayoutError(explain(path, text, error.message, place));
    }
    formatted.push(joinUnions(code, layout.printWidth, layout.tabWidth));
    // The blank line behind it belongs to no piece.
    start += piece.length + 1;
  }
  const whole = formatted.join("\n");
  return endOfLine === "lf" ? whole : whole.replaceAll("\n", endOfLine === "crlf" ? "\r\n" : "\r");
}

/** A file that is no TypeScript, with its place: a bug of ours, unless the user's own code made it. */
export class LayoutError extends Error {
  /** Without the word about the bug. */
  readonly fault: string;

  constructor(fault: string, cause?: unknown) {
    super(`${fault}\nThis is a bug in specsmith.`, { cause });
    this.fault = fault;
  }
}

/** The options of oxfmt that are used, which are those of prettier. */
export interface Layout {
  readonly printWidth: number;
  readonly tabWidth?: number;
  readonly useTabs?: boolean;
  readonly semi?: boolean;
  readonly singleQuote?: boolean;
  readonly quoteProps?: "as-needed" | "consistent" | "preserve";
  readonly trailingComma?: "all" | "es5" | "none";
  readonly bracketSpacing?: boolean;
  readonly objectWrap?: "preserve" | "collapse";
  readonly arrowParens?: "always" | "avoid";
  readonly endOfLine?: "lf" | "crlf" | "cr";
}

/** specsmith's own style: prettier's, but for the width. */
export const defaultLayout: Layout = { printWidth: 100 };

/** Each is formatted on its own, so that memory does not grow with the length of a file. */
export const pieceLength = 250_000;

/** A blank line and what has to be at the top level, with its comment; no literal of ours spans lines. */
const border = /\n\n(?=(?:\/\*\*(?:[^*]|\*(?!\/))*\*\/\n)?export )/g;

function* piecesOf(text: string): Generator<string> {
  let start = 0;
  while (text.length - start > pieceLength) {
    border.lastIndex = start + pieceLength;
    const end = border.exec(text)?.index;
    if (end === undefined) break;
    yield text.slice(start, end + 1);
    start = end + 2;
  }
  yield text.slice(start);
}

let loading: ReturnType<typeof loadOxfmt> | undefined;

type Oxfmt = (
  file: string,
  text: string,
  options?: Readonly<Record<string, unknown>>,
) => Promise<{
  readonly code: string;
  readonly errors: readonly {
    readonly message: string;
    readonly labels: readonly { readonly start: number }[];
  }[];
}>;

/** npm leaves native parts out where a lock file was written on another system (npm/cli issue 4828). */
async function loadOxfmt(): Promise<{ readonly format: Oxfmt; readonly missing?: string }> {
  try {
    const { format } = await import("oxfmt");
    // Its native part is loaded by the first call.
    await format("file.ts", "");
    return { format };
  } catch (error) {
    return { format: likeOxfmt, missing: firstLine(error) };
  }
}

const likeOxfmt: Oxfmt = async (_, text, options) => {
  const { format, plugins } = await (loadingPrettier ??= loadPrettier());
  try {
    const code = await format(text, { ...options, parser: "typescript", plugins });
    return { code, errors: [] };
  } catch (error) {
    return { code: "", errors: [{ message: firstLine(error), labels: [] }] };
  }
};

/**
 * Lays out a piece of a file of the user's by prettier itself, which is what most users have the whole
 * file laid out with: these pieces are small, and prettier is loaded when there is one to write only.
 */
export async function formatOwned(path: string, text: string): Promise<string> {
  const { format, plugins } = await (loadingPrettier ??= loadPrettier());
  const { printWidth } = defaultLayout;
  try {
    return await format(text, { parser: "typescript", printWidth, endOfLine: "lf", plugins });
  } catch (error) {
    throw new LayoutError(explain(path, text, firstLine(error)), error);
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

/** `start`: where the formatter stopped. */
function explain(path: string, text: string, message: string, start?: number): string {
  const before = start === undefined ? undefined : text.slice(0, start).split("\n");
  const line = before && text.split("\n")[before.length - 1];
  const column = (before?.at(-1)?.length ?? 0) + 1;
  const place = before ? `${path}:${before.length}:${column}` : path;
  return [
    `the generated file ${place} cannot be formatted: ${message}`,
    ...(line === undefined ? [] : [`  ${line.slice(0, 200)}`]),
  ].join("\n");
}
