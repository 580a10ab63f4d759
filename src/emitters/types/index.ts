import { type Code, code } from "../../emit/code.js";
import { type Piece, stacked } from "../../emit/split.js";
import { withCallbacks } from "../../model/operations.js";
import { inCode } from "../../model/passes/renamed-model.js";
import type { Operation } from "../../model/types.js";
import type { Emitter } from "../emitter.js";
import { type RateLimitHeaders, rateLimitHeaders } from "../rate-limits.js";
import { isFilledIn } from "../requests.js";
import { partTypes } from "./part-types.js";
import { rateLimitType, replyType, sharedReplyType } from "./reply-types.js";
import { receivedType, requestType } from "./request-types.js";
import { InlineTypes, type PendingPiece, SameTypes } from "./inline-types.js";
import { inStyle } from "./print.js";

/** `types.ts`. */
export const types: Emitter = {
  name: "types",
  purpose:
    "An interface or type for each schema, and the request and the replies of each operation.",
  needs: [],
  isLast: true,
  emit(described, { imported, options }) {
    const model = inCode(described);
    const { enums, readonly, exactOptional, typeNames } = options;
    const limits = rateLimitHeaders(model);
    const used = imported?.("./types.js");
    const same = new SameTypes();
    const inline = new InlineTypes(same);
    const shared = (): readonly PendingPiece[] => [
      ...(limits ? [{ words: [limits.name], code: () => rateLimitType(limits) }] : []),
      ...model.replies.flatMap((reply) => [
        { words: [reply.name], code: () => sharedReplyType(reply, limits) },
        ...inline.ofContent(reply.content),
      ]),
    ];
    const all = inStyle({ enums, readonly, exactOptional, typeNames }, () => {
      const ofSchemas = under(
        code`// Schemas`,
        model.schemas.flatMap((schema) => inline.declare(schema)),
      );
      const ofReplies = under(code`// Shared replies`, shared());
      same.decide();
      const ofOperations = withCallbacks(model.operations).flatMap((operation) => {
        // Those of its parts are compared by their names.
        const parts = inline.ofOperation(operation);
        return [...operationTypes(operation, limits, same, used), ...parts];
      });
      const pending = [...ofSchemas, ...ofReplies, ...ofOperations];
      return pending.map((piece): Piece => ({ ...piece, code: piece.code() }));
    });
    const parts = all.map((piece) => piece.code);
    const pieces = { all, areTypes: true, isEntry: true };
    // Without an export, it would be no module.
    const whole = parts.length > 0 ? stacked(parts) : code`export {};`;
    return [{ path: "types.ts", code: whole, pieces }];
  },
};

function operationTypes(
  operation: Operation,
  limits: RateLimitHeaders | undefined,
  same: SameTypes,
  used: ReadonlySet<string> | undefined,
): readonly PendingPiece[] {
  const { received, reply, request } = operation.names;
  const all = [
    { word: request, code: () => requestType(operation) },
    ...(isFilledIn(operation) && used?.has(received) !== false
      ? [{ word: received, code: () => receivedType(operation) }]
      : []),
    { word: reply, code: () => replyType(operation, limits) },
    ...partTypes(operation, same),
  ];
  return all.map(({ word, code }) => ({ words: [word], code, owners: [request] }));
}

function under(title: Code, parts: readonly PendingPiece[]): readonly PendingPiece[] {
  return parts.length > 0 ? [{ words: [], code: () => title }, ...parts] : [];
}
