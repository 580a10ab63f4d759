/**
 * The value of a member, in short: `string`, `boolean`, `number`, `integer`, `any` (data, never looked into), the name
 * of a kind, `[…]` a list, `{…}` a mapping; then `!` when it must be there, `?` when it should; then the versions that
 * have it: `3.1+`, `-3.0`, `3.2`. Alternatives are separated by `|`, values by `'…'`.
 */
export type Notation = string;

/** A kind of object that OpenAPI describes. */
export interface Kind {
  /** For people: `path item`. */
  readonly noun: string;
  readonly members: Readonly<Record<string, Notation>>;
  /** Members with any other name; `maps.ts` says of which kinds extensions are none of these. */
  readonly others?: Notation;
  /** May be written as `{ $ref }`; with `siblings`, in every version more may stand beside that. */
  readonly reference?: "alone" | "siblings";
  /** Unknown members are tolerated unless they look misspelt (JSON Schema 2020-12 core, section 6.5). */
  readonly open?: boolean;
}
