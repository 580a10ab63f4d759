import { type Code, code, join, key, name } from "../../emit/code.js";
import { isSuccess } from "../../model/replies.js";
import type { Identifier, Operation, Reply } from "../../model/types.js";
import { requestGroups } from "../requests.js";
import type { SameTypes } from "./inline-types.js";
import { declareObject, readonlyWord } from "./print.js";
import { groupType } from "./request-types.js";
import { type Side, unionOfBodies } from "./media-types.js";
import { declaresSuccess } from "./reply-types.js";

interface PartType {
  readonly word: Identifier;
  readonly code: () => Code;
}

/** `interface ListPetsQuery`, `type ListPetsBody`, `type ListPetsResult`: what a request and a success consist of. */
export function partTypes(operation: Operation, same: SameTypes): readonly PartType[] {
  const { body, names, replies } = operation;
  const { parts } = names;
  const groups = requestGroups(operation).flatMap((group) => {
    const declared = parts[group.place];
    if (declared === undefined) return [];
    const written = same.declare(declared, (word) => {
      const type = groupType(group);
      return group.whole ? code`export type ${name(word)} = ${type};` : declareObject(word, type);
    });
    return [{ word: declared, code: written }];
  });
  const declared = replies.filter(({ statuses }) => statuses.length > 0);
  const hasSuccess = declaresSuccess(operation);
  const isGood = ({ match }: Reply): boolean =>
    isSuccess(match) || (!hasSuccess && match.kind === "default");
  const good = declared.filter(isGood);
  const bad = declared.filter((reply) => !isGood(reply));
  return [
    ...groups,
    ...(body ? bodiesType(parts.body, [body], "request") : []),
    ...bodiesByStatus(parts.results, good),
    ...bodiesType(parts.result, good, "reply"),
    ...bodiesByStatus(parts.errors, bad),
    ...bodiesType(parts.error, bad, "reply"),
  ];
}

/** `{ 200: Pet; "4XX": Problem; default: Problem }`. */
function bodiesByStatus(
  declared: Identifier | undefined,
  replies: readonly Reply[],
): readonly PartType[] {
  if (declared === undefined || replies.length === 0) return [];
  const members = replies.map(({ content, match }) => {
    const status =
      match.kind === "exact"
        ? code`${match.status}`
        : key(match.kind === "range" ? `${match.class}XX` : "default");
    return code`${readonlyWord()}${status}: ${unionOfBodies([{ content }], "reply")};`;
  });
  const type = code`{\n${join(members, "\n")}\n}`;
  return [{ word: declared, code: () => declareObject(declared, type) }];
}

/** The union of bodies under a name, unless it is the name of the one inline type that there is. */
function bodiesType(
  declared: Identifier | undefined,
  messages: readonly Pick<Reply, "content">[],
  side: Side,
): readonly PartType[] {
  const all = messages.flatMap(({ content }) => content);
  if (declared === undefined || all.some(({ schema }) => schema?.alias === declared)) return [];
  const type = unionOfBodies(messages, side);
  return [{ word: declared, code: () => code`export type ${name(declared)} = ${type};` }];
}
