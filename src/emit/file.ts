import { type Code, code, empty, isEmpty, join, spelled, str } from "./code.js";
import { importsOf, type Locate, spellingIn } from "./imports.js";
import type { Pieces } from "./split.js";

/** A file to write, before it is formatted. Its imports follow from the names that its code uses. */
export interface OutputFile {
  /** Below the output folder, with forward slashes. */
  readonly path: string;
  /** True for a user's file, which is written once, and then only added to; any other is replaced each time. */
  readonly isUsers?: true;
  readonly code: Code;
  /** Re-exports below the code: these names, or all. */
  readonly exports?: readonly { readonly from: string; readonly names?: readonly Code[] }[];
  /** The pieces of its code, where it may be written in parts. */
  readonly pieces?: Pieces;
  /** Of a part of a file: imports stand in its code as in a file of the output folder, and this says from where they come. */
  readonly locate?: (from: string, name?: string) => string;
  /** The whole text, of a file that is no code. */
  readonly plain?: string;
  /** In the place of the line at the top of each generated file. */
  readonly header?: Code;
  /** For a user's file that is there already: what it has to have. */
  readonly members?: Members;
}

export interface Emission {
  readonly files: readonly OutputFile[];
  /** Files of the runtime that people import themselves, by name without ending. */
  readonly runtime: readonly string[];
}

/** Members of an object (or class) that a user's file exports; those that it lacks are added. */
export interface Members {
  readonly exportName: string;
  /** The interface that the object satisfies. */
  readonly type: string;
  readonly all: readonly { readonly name: string; readonly code: Code }[];
  /** Every name that the object may have; others are reported. */
  readonly known: ReadonlySet<string>;
  /** The code of a new file with some of them. */
  readonly codeOf: (some: Members["all"]) => Code;
}

/** The whole text of a file: header, imports (from where `locate` says that a module is), body. Not formatted. */
export function fileText(
  file: OutputFile,
  header: Code = empty,
  locate: Locate = (from) => from,
): string {
  if (file.plain !== undefined) return file.plain;
  const exports = (file.exports ?? []).map(
    ({ names, from }) =>
      code`export ${names ? code`{ ${join(names, ", ")} }` : code`*`} from ${str(locate(from))};`,
  );
  const spell = spellingIn(file.code);
  const imports = importsOf(file.code, locate, spell);
  const all = [file.header ?? header, imports, file.code, join(exports, "\n")];
  const parts = all.filter((part) => !isEmpty(part));
  return spelled(code`${join(parts, "\n\n")}\n`, spell);
}
