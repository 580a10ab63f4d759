import type { Source } from "../diagnostics/catalog.js";
import type { LoadedFile, Pieces } from "./document.js";
import { skipSpace } from "./text/json.js";
import { eachMember, endOfValue } from "./text/json-places.js";
import { escapeToken } from "./pointer.js";
import type { FoundReference } from "./grammar/walk.js";

/**
 * The members of `paths` and of each group of `components` in a JSON text, by pointer. Undefined where references lead
 * to anything but whole components, so that more than these hangs together.
 */
export function piecesOf(
  { file, text }: LoadedFile,
  references: readonly FoundReference[],
  discriminators: readonly { readonly source: Source }[],
): Pieces | undefined {
  const pieces = new Map<string, { text: string; isAlone: boolean; schemas: Set<string> }>();
  for (const [pointer, piece] of textsOf(text))
    pieces.set(pointer, { text: piece, isAlone: true, schemas: new Set() });
  for (const { ref, source, shape, inline } of references) {
    if (inline || source.file !== file || !component.test(ref)) return undefined;
    const target = ref.slice(1);
    const piece = pieces.get(pieceAt(source.pointer));
    if (!piece || shape.is !== "kind" || shape.kind !== "Schema") continue;
    if (target.startsWith("/components/schemas/")) piece.schemas.add(target);
    else piece.isAlone = false;
  }
  // What one without a mapping chooses from is found by looking at all other schemas.
  for (const { source } of discriminators) {
    const piece = pieces.get(pieceAt(source.pointer));
    if (piece) piece.isAlone = false;
  }
  return Object.assign(pieces, { pieceAt });
}

const component =
  /^#\/components\/(?:schemas|responses|parameters|examples|requestBodies|headers|links|callbacks|pathItems|securitySchemes)\/[\w.-]+$/;

/** The pointer of the piece that a place would be in. */
export function pieceAt(pointer: string): string {
  const steps = pointer.startsWith("/components/") ? 3 : 2;
  let end = 0;
  for (let step = 0; step < steps; step += 1) {
    end = pointer.indexOf("/", end + 1);
    if (end < 0) return pointer;
  }
  return pointer.slice(0, end);
}

/** The texts of the members of `paths` and of each group of `components` in a correct JSON text, by pointer. */
function textsOf(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const group = (pointer: string, at: number): number =>
    eachMember(text, at, (key, start) => {
      const end = endOfValue(text, start);
      found.set(`${pointer}/${escapeToken(key)}`, text.slice(start, end));
      return end;
    });
  eachMember(text, skipSpace(text, 0), (key, at) => {
    if (key === "paths") return group("/paths", at);
    if (key !== "components") return endOfValue(text, at);
    return eachMember(text, at, (name, start) => group(`/components/${escapeToken(name)}`, start));
  });
  return found;
}
