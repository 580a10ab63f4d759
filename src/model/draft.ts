import type { Identifier, Keywords, Schema } from "./types.js";

/** Keywords while they are filled in. */
export type MutableKeywords = { -readonly [K in keyof Keywords]: Keywords[K] };

/** With what JSON Schema decides by the way to a schema; when a model is made, that is decided. */
export interface DraftKeywords extends MutableKeywords {
  /** `$dynamicRef` (JSON Schema 2020-12 core, section 8.2.3.2): its anchor, and where it points at first. */
  dynamicRef?: { readonly anchor: string | undefined; readonly initial: Schema };
  dynamicAnchor?: string;
  /** The schemas with a `$dynamicAnchor` in the schema resource that the schema is part of, by anchor. */
  dynamicAnchors?: ReadonlyMap<string, Schema>;
}

/** A schema that is being made. */
export interface Draft extends Schema {
  /** Given later to one without, where a reference in it leads back to it. */
  name: Identifier | undefined;
  lost?: string;
  readonly keywords: DraftKeywords;
}
