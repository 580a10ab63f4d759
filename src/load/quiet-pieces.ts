import type { Source } from "../diagnostics/catalog.js";
import type { Piece } from "./document.js";
import { pieceAt } from "./pieces.js";

type PieceMap = ReadonlyMap<string, Piece>;

/**
 * The pieces of a description that have the very text of the run before, where their schemas were found to be right: what
 * is said of a schema by itself needs not be looked for again.
 */
export class QuietPieces {
  #version = "";
  #file = "";
  #pieces: PieceMap | undefined;
  /** Of what is looked at now, the pieces that something is wrong with. */
  #loud = new Set<string>();
  #known: ReadonlySet<string> = new Set();
  #last = { piece: "", isKnown: false };

  /** Without pieces, nothing is known, now and the next time. */
  begin(version: string, file: string, pieces: PieceMap | undefined): void {
    const isSame = this.#version === version && this.#file === file;
    const before = isSame ? this.#pieces : undefined;
    const quiet = [...(pieces ?? [])].filter(
      ([piece, { text }]) => before?.get(piece)?.text === text && !this.#loud.has(piece),
    );
    this.#known = new Set(quiet.map(([piece]) => piece));
    this.#version = version;
    this.#file = file;
    this.#pieces = pieces;
    this.#loud = new Set();
    this.#last = { piece: "", isKnown: false };
  }

  /** Whether a place is in a piece that nothing was wrong with. */
  isKnown({ file, pointer }: Source): boolean {
    if (file !== this.#file) return false;
    const { piece, isKnown } = this.#last;
    // Schemas of one piece come one after the other.
    const isIn = pointer.startsWith(piece) && (pointer[piece.length] ?? "/") === "/";
    if (piece !== "" && isIn) return isKnown;
    const found = pieceAt(pointer);
    this.#last = { piece: found, isKnown: this.#known.has(found) };
    return this.#last.isKnown;
  }

  /** Takes down that something is wrong at a place. */
  takeOut({ file, pointer }: Source): void {
    if (file === this.#file) this.#loud.add(pieceAt(pointer));
  }
}
