import type { Source } from "../diagnostics/catalog.js";
import type { Pieces } from "../load/document.js";
import type { Identifier, Schema } from "./types.js";

/**
 * The schemas of one model, for the next model of the same description: those in pieces of text that have not changed, and
 * lead to no piece that has, are the same objects again.
 */
export class KeptSchemas {
  #before: Build | undefined;
  #now: Build | undefined;
  #unchanged: ReadonlySet<string> = new Set();
  readonly #reused = new Set<object>();

  /** Begins a model: `names` are those of the components, by pointer. Without pieces, nothing is kept. */
  begin(version: string, pieces: Pieces | undefined, names: ReadonlyMap<string, Identifier>): void {
    this.#reused.clear();
    this.#now = pieces && { version, pieces, names, schemas: new Map() };
    this.#unchanged =
      this.#before?.version === version && this.#now
        ? unchanged(this.#before, this.#now)
        : new Set();
  }

  /** Ends it; when something was wrong with it, all is looked at again next time, so that it is said again. */
  end(isFlawless: boolean): void {
    this.#before = isFlawless ? this.#now : undefined;
    this.#now = undefined;
  }

  /** The schema that stood at a place, with all that it leads to, if nothing of that has changed. */
  find({ pointer }: Source): Schema | undefined {
    const piece = this.#now?.pieces.pieceAt(pointer);
    if (piece === undefined || !this.#unchanged.has(piece)) return undefined;
    const known = this.#before?.schemas.get(pointer);
    if (known) this.#reused.add(known);
    return known;
  }

  /** Takes down a schema that was asked for, not one that it consists of. */
  add({ pointer }: Source, schema: Schema): void {
    this.#now?.schemas.set(pointer, schema);
  }

  /**
   * Puts others in the place of the schemas of a model that has ended, and was compared with the one before: all that leads to
   * a schema has to lead to the same object.
   */
  replace(other: (schema: Schema) => Schema): void {
    const schemas = this.#before?.schemas;
    for (const [place, schema] of schemas ?? []) schemas?.set(place, other(schema));
  }

  /** Whether an object of the model at hand was in the one before. */
  isReused(schema: object): boolean {
    return this.#reused.has(schema);
  }
}

interface Build {
  /** Of the description, as it was written. */
  readonly version: string;
  readonly pieces: Pieces;
  readonly names: ReadonlyMap<string, Identifier>;
  readonly schemas: Map<string, Schema>;
}

function unchanged(before: Build, now: Build): ReadonlySet<string> {
  const users = new Map<string, string[]>();
  const changed = new Set<string>();
  for (const [pointer, piece] of now.pieces) {
    const isSame =
      piece.isAlone &&
      before.pieces.get(pointer)?.text === piece.text &&
      before.names.get(pointer) === now.names.get(pointer);
    if (!isSame) changed.add(pointer);
    for (const schema of piece.schemas) {
      const known = users.get(schema);
      if (known) known.push(pointer);
      else users.set(schema, [pointer]);
      // What leads nowhere is told of each time.
      if (!now.pieces.has(schema)) changed.add(pointer);
    }
  }
  for (const pointer of changed) for (const user of users.get(pointer) ?? []) changed.add(user);
  return new Set([...now.pieces.keys()].filter((pointer) => !changed.has(pointer)));
}
