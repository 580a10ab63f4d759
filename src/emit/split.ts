import { type Code, code, empty, fixedNames, type Import, importing, join, name } from "./code.js";
import type { OutputFile } from "./file.js";
import { groupBy } from "../common/collections.js";
import { byCodeUnit } from "../common/words.js";

/** A part of a file that can be written into another one. */
export interface Piece {
  /** The names that it declares; a piece without any is left out where a file is written in parts. */
  readonly words: readonly string[];
  readonly code: Code;
  /** True for a piece without `export`, which nothing but this file uses. */
  readonly isPrivate?: boolean;
  /** The types of what it is about, which decide the part; without any, what uses it decides. */
  readonly owners?: readonly string[];
}

export interface Pieces {
  readonly all: readonly Piece[];
  /** True where pieces name each other as types only. */
  readonly areTypes: boolean;
  /** True where the file itself stays, and exports what its parts do. */
  readonly isEntry: boolean;
}

/** The part for what several parts use. */
export const sharedPart = "shared";
/** The part for what none of them uses. */
export const otherPart = "others";

/** The files that have pieces, in parts: `partOf` says to which part the type of an owner belongs, if any. */
export function splitFiles(
  files: readonly OutputFile[],
  partOf: (owner: string) => string | undefined,
): readonly OutputFile[] {
  const placed = new Map(
    files.map((file) => [file, file.pieces && placePieces(file.pieces.all, partOf)] as const),
  );
  const places = new Map<string, ReadonlyMap<string, string>>();
  for (const [{ path }, parts] of placed) {
    if (!parts) continue;
    const words = [...parts].flatMap(([piece, part]) =>
      piece.words.map((word) => [word, modulePath(partPath(path, part))] as const),
    );
    places.set(modulePath(path), new Map(words));
  }
  const locate = (from: string, word = ""): string => places.get(from)?.get(word) ?? from;
  return files.flatMap((file) => {
    const parts = placed.get(file);
    if (!parts || parts.size === 0 || !file.pieces) return file.locate ? { ...file, locate } : file;
    return partsOf(file, file.pieces, parts, locate);
  });
}

/** Types below each other, without a blank line between two that take one line each. */
export function stacked(types: readonly Code[]): Code {
  const isLine = ({ text }: Code): boolean =>
    text.length <= lineWidth && text.startsWith("export type ") && !text.includes("\n");
  const groups: Code[][] = [];
  let isOpen = false;
  for (const type of types) {
    if (isOpen && isLine(type)) groups.at(-1)?.push(type);
    else groups.push([type]);
    isOpen = isLine(type);
  }
  return join(
    groups.map((group) => join(group, "\n")),
    "\n\n",
  );
}

/** The width that the formatter keeps to. */
export const lineWidth = 100;

/** `types/pets.ts` for the part `pets` of `types.ts`. */
export function partPath(path: string, part: string): string {
  return path.replace(/\.ts$/, `/${part}.ts`);
}

function modulePath(path: string): string {
  return `./${path.replace(/\.ts$/, ".js")}`;
}

function partsOf(
  file: OutputFile,
  { areTypes, isEntry }: Pieces,
  placed: ReadonlyMap<Piece, string>,
  locate: (from: string, name?: string) => string,
): readonly OutputFile[] {
  const self = modulePath(file.path);
  const partOfWord = wordsOf(placed);
  const borrowed = new Set<string>();
  // In the order of their names, so that it is the same whatever comes first.
  const byPart = [...groupBy(placed.keys(), (piece) => placed.get(piece) ?? "")].sort(([a], [b]) =>
    byCodeUnit(a, b),
  );
  const parts = byPart.map(([part, own]) => {
    const imports = own.flatMap(({ code }) =>
      [...fixedNames(code)].flatMap((word): readonly Import[] => {
        const from = partOfWord.get(word);
        if (from === undefined || from === part) return [];
        borrowed.add(word);
        return [{ name: word, from: self, typeOnly: areTypes, fixed: true }];
      }),
    );
    return { part, own, imports };
  });
  const files = parts.map(({ part, own, imports }): OutputFile => {
    const pieces = own.map(({ code: text, isPrivate, words }) =>
      isPrivate && words.some((word) => borrowed.has(word)) ? code`export ${text}` : text,
    );
    const path = partPath(file.path, part);
    const text = areTypes ? stacked(pieces) : join(pieces, "\n\n");
    return { path, code: importing(text, imports), locate };
  });
  const exports = parts.flatMap(({ part, own }) => {
    const from = modulePath(partPath(file.path, part));
    const exported = own.filter(({ isPrivate }) => !isPrivate).flatMap(({ words }) => words);
    const isWhole = !own.some(
      ({ isPrivate, words }) => isPrivate && words.some((word) => borrowed.has(word)),
    );
    if (exported.length === 0) return [];
    return [isWhole ? { from } : { from, names: exported.map((word) => name(word)) }];
  });
  const { pieces: _, ...entry } = file;
  return isEntry ? [{ ...entry, code: empty, exports }, ...files] : files;
}

function wordsOf(placed: ReadonlyMap<Piece, string>): ReadonlyMap<string, string> {
  return new Map([...placed].flatMap(([{ words }, part]) => words.map((word) => [word, part])));
}

/**
 * The part of each piece: that of all that use it and of what it is about, or the shared one where these differ. So what is
 * in a part needs that part and the shared one, what is shared nothing else, and what is left over is needed by none: no
 * two files need each other.
 */
function placePieces(
  all: readonly Piece[],
  partOf: (owner: string) => string | undefined,
): ReadonlyMap<Piece, string> {
  const pieces = all.filter(({ words }) => words.length > 0);
  const byWord = new Map(pieces.flatMap((piece) => piece.words.map((word) => [word, piece])));
  const placed = new Map<Piece, string>();
  const usedBy = (piece: Piece): readonly Piece[] =>
    [...fixedNames(piece.code)].flatMap((word) => byWord.get(word) ?? []);
  for (const piece of pieces)
    for (const owner of piece.owners ?? []) {
      const part = partOf(owner);
      if (part !== undefined) spread(piece, part, placed, usedBy);
    }
  return new Map(pieces.map((piece) => [piece, placed.get(piece) ?? otherPart]));
}

/** Puts something, and all that it uses, into a part, or into the shared one where it is in another part already. */
export function spread<Item>(
  start: Item,
  part: string,
  placed: Map<Item, string>,
  usedBy: (item: Item) => Iterable<Item>,
): void {
  const waiting = [{ item: start, part }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const before = placed.get(next.item);
    const now = before === undefined || before === next.part ? next.part : sharedPart;
    if (now === before) continue;
    placed.set(next.item, now);
    for (const item of usedBy(next.item)) waiting.push({ item, part: now });
  }
}
