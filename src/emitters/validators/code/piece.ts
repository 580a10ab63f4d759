import type { Code } from "../../../emit/code.js";
import type { Piece as FilePiece } from "../../../emit/split.js";

/** One declaration of the module. */
export interface Piece extends FilePiece {
  readonly words: readonly [string];
}

export function exportedPiece({ text }: Code, code: Code, owners: readonly string[]): Piece {
  return { words: [text], code, owners };
}

/** What only the module itself uses; without owners it stands where that is. */
export function privatePiece(word: string, code: Code, owners: readonly string[] = []): Piece {
  return { words: [word], code, owners, isPrivate: true };
}
