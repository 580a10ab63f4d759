import { type Code, code, hasWord, name } from "../../../emit/code.js";
import type { Piece as FilePiece } from "../../../emit/split.js";

/** One declaration of the module. */
export interface Piece extends FilePiece {
  readonly words: readonly [string];
}

export function exportedPiece({ text }: Code, code: Code, owners: readonly string[]): Piece {
  return { words: [text], code, owners };
}

/** A private declaration of the module; without owners it is where its user is. */
export function privatePiece(word: string, code: Code, owners: readonly string[] = []): Piece {
  return { words: [word], code, owners, isPrivate: true };
}

export type ParameterName = "value" | "at" | "schema" | "issues" | "levels";

/** The name of a parameter, with an underscore where the body does not use it: compilers ask for that. */
export function parameter(word: ParameterName, body: Code): Code {
  return hasWord(body, word) ? name(word) : code`_${name(word)}`;
}
