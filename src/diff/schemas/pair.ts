import type { Source } from "../../common/source.js";
import type { Keywords, Schema } from "../../model/types.js";
import { below } from "../../common/pointers.js";
import type { Flow, SourcePair } from "../changes.js";
import { type Constraints, titleOf } from "./constraints.js";

/** A place in both descriptions under the name of the schema that it is part of. */
export interface Spot extends SourcePair {
  readonly subject: string;
}

/** Two schemas of the same place, one of each description, as they are being compared. */
export interface Pair {
  readonly old: Constraints;
  readonly now: Constraints;
  readonly flow: Flow;
  /** Name of the place in messages. */
  readonly subject: string;
  /** The places of the schemas, or of their owners. */
  readonly places: SourcePair;
}

/** The places of the first of these keywords that is present; else those of the schemas. */
export function placesOf(pair: Pair, ...keywords: readonly (keyof Keywords)[]): Spot {
  const isOwner = ({ keywords: own }: Schema): boolean =>
    keywords.some((keyword) => own[keyword] !== undefined);
  return spotOf(pair, isOwner, ({ source, keywords: own }) =>
    below(source, spelled(keywords.find((keyword) => own[keyword] !== undefined) ?? "")),
  );
}

/** The place of something that belongs to a part of a schema. If only one description has it, it belongs to the part of the same name. */
export function spotOf(
  pair: Pair,
  isOwner: (part: Schema) => boolean,
  place: (owner: Schema) => Source,
): Spot {
  const { old, now, subject, places } = pair;
  const was = old.parts.find(isOwner);
  const is = now.parts.find(isOwner);
  const owner = is ?? was;
  const isBase = owner !== undefined && owner !== old.parts[0] && owner !== now.parts[0];
  const other = ({ parts }: Constraints, otherwise: Source): Source => {
    const title = isBase ? titleOf(owner) : undefined;
    const partner = title && parts.find((part) => titleOf(part) === title);
    return partner ? partner.source : otherwise;
  };
  return {
    old: was ? place(was) : other(old, places.old),
    now: is ? place(is) : other(now, places.now),
    subject: (isBase ? titleOf(owner) : undefined) ?? subject,
  };
}

function spelled(keyword: string): string {
  return keyword === "types" ? "type" : keyword;
}
