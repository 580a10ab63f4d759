import { isRange } from "../model/media.js";
import type { Media, Part, Schema } from "../model/types.js";
import { impliedMedia } from "../model/walks/implied-media.js";
import { type Flow, type SourcePair, bothBelow, byKey, paired, sourcesOf } from "./changes.js";
import { compareHeaders } from "./headers.js";
import type { OperationPair } from "./operations.js";
import type { RuleName } from "./rules.js";
import type { SchemaComparison } from "./schemas/schemas.js";

/** The body of an operation's request. */
export function compareBodies(comparison: SchemaComparison, pair: OperationPair): void {
  const { old, now, request: flow } = pair;
  const subject = `${pair.subject}, body`;
  const places = sourcesOf(old.body ?? old, now.body ?? now);
  const addWhole = comparison.changes.adder(flow, pair.subject, places);
  if (!old.body && now.body)
    if (now.body.required) addWhole("body-added-required", "required body added");
    else addWhole("body-added", "optional body added");
  if (old.body && !now.body)
    if (old.body.required) addWhole("body-removed-required", "required body removed");
    else addWhole("body-removed", "optional body removed");
  if (!old.body || !now.body) return;
  const add = comparison.changes.adder(flow, subject, places);
  if (!old.body.required && now.body.required) add("body-required", "is required now", "required");
  if (old.body.required && !now.body.required) add("body-optional", "is optional now", "required");
  if (old.body.prose.description !== now.body.prose.description)
    add("body-description", "another description", "description");
  const around = { flow, subject, places };
  compareContent(comparison, old.body.content, now.body.content, around);
  compareNamed(
    comparison,
    impliedMedia(old.body),
    impliedMedia(now.body),
    now.body.content,
    around,
  );
}

/** The owner of the content, for messages. */
interface Around {
  readonly flow: Flow;
  readonly subject: string;
  readonly places: SourcePair;
}

/** The media types of a body, and what each of them holds. */
function compareContent(
  comparison: SchemaComparison,
  old: readonly Media[],
  now: readonly Media[],
  around: Around,
): void {
  const { flow, subject, places } = around;
  const before = byKey(old, essence);
  const after = byKey(now, essence);
  const several = before.size > 1 || after.size > 1;
  const content = bothBelow(places, "content");
  const add = (rule: RuleName, message: string, at: SourcePair): void =>
    comparison.changes.add(rule, flow, subject, message, at);
  const compareBoth = (was: Media, is: Media): void =>
    compareMedia(comparison, was, is, {
      flow,
      subject: several ? `${subject} ${is.type}` : subject,
      places: sourcesOf(was, is),
    });
  for (const [type, was, is] of paired(before, after))
    if (was && is) compareBoth(was, is);
    else if (was) {
      const range = rangeOver(type, now);
      const isNarrowed = [...after.keys()].some((other) => rangeOver(other, [was]));
      const rule = isNarrowed ? "media-narrowed" : "media-removed";
      if (range) compareBoth(was, range);
      else add(rule, `${was.type} removed`, { ...content, old: was.source });
    } else if (is) {
      const range = rangeOver(type, old);
      if (range) compareBoth(range, is);
      add("media-added", `${is.type} added`, { ...content, now: is.source });
    }
}

/** The range that a media type falls under where it is not named. */
function rangeOver(type: string, content: readonly Media[]): Media | undefined {
  const covers = (range: string): boolean => type.startsWith(range.replace(/^\*\/\*$|\*$/, ""));
  const ranges = content.filter((media) => isRange(media.type) && covers(essence(media)));
  return ranges.sort((one, other) => other.type.length - one.type.length)[0];
}

/** The content of a reply, whose media type code names where it could be another one. */
export function compareReplyContent(
  comparison: SchemaComparison,
  old: readonly Media[],
  now: readonly Media[],
  around: Around,
): void {
  const onlyOf = ([only, other]: readonly Media[]): Media | undefined =>
    only && !other && !isRange(only.type) ? only : undefined;
  compareContent(comparison, old, now, around);
  compareNamed(comparison, onlyOf(old), onlyOf(now), now, around);
}

/** Reports a media type that code did not have to name, and has to name beside what the body may be now. */
function compareNamed(
  comparison: SchemaComparison,
  was: Media | undefined,
  is: Media | undefined,
  content: readonly Media[],
  { flow, subject }: Around,
): void {
  const same = was && content.find((media) => essence(media) === essence(was));
  if (!same || same === is) return;
  const message = `${same.type} has to be named as contentType now`;
  comparison.changes.add("media-named", flow, subject, message, sourcesOf(was, same));
}

/** JSON is UTF-8, and text says so by itself. */
function essence({ type }: Media): string {
  return type
    .toLowerCase()
    .replaceAll(" ", "")
    .replace(/;charset="?utf-8"?$/, "");
}

function compareMedia(comparison: SchemaComparison, old: Media, now: Media, around: Around): void {
  const { flow, subject, places } = around;
  const list = (schema: Schema | undefined): readonly Schema[] => (schema ? [schema] : []);
  comparison.compare(list(old.schema), list(now.schema), flow, subject, places);
  comparison.compare(list(old.itemSchema), list(now.itemSchema), flow, `${subject} item`, places);
  for (const part of old.parts) {
    const next = now.parts.find(({ name }) => name === part.name);
    if (next) compareParts(comparison, part, next, around);
  }
}

function compareParts(
  comparison: SchemaComparison,
  old: Part,
  now: Part,
  { flow, subject, places }: Around,
): void {
  const where = `${subject}, part ${old.name}`;
  const spot = bothBelow(places, "encoding", old.name);
  const written = ({ contentType, encoding }: Part): string =>
    [
      contentType ?? "default",
      encoding && `${encoding.style}${encoding.explode ? ", exploded" : ""}`,
    ]
      .filter((text) => text !== undefined)
      .join(", ");
  if (written(old) !== written(now)) {
    const message = `${written(old)} → ${written(now)}`;
    comparison.changes.add("part-encoding", flow, where, message, spot);
  }
  compareHeaders(comparison, old.headers, now.headers, { flow, subject: where, places: spot });
}
