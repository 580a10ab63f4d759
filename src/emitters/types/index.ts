import { type Code, code, join } from "../../emit/code.js";
import { withCallbacks } from "../../model/operations.js";
import type { Emitter } from "../emitter.js";
import { rateLimitHeaders } from "../rate-limits.js";
import { isFilledIn } from "../requests.js";
import * as operations from "./operation-types.js";
import { InlineTypes } from "./inline-types.js";
import { inStyle } from "./style.js";

/** `types.ts`. */
export const types: Emitter = {
  name: "types",
  purpose:
    "An interface or type for each schema, and the request and the replies of each operation.",
  needs: [],
  emit(model, { options }) {
    const { enums, readonly } = options;
    const limits = rateLimitHeaders(model);
    const inline = new InlineTypes();
    const shared = (): readonly Code[] => [
      ...(limits ? [operations.rateLimitType(limits)] : []),
      ...model.replies.flatMap((reply) => [
        operations.sharedReplyType(reply, limits),
        ...inline.ofContent(reply.content),
      ]),
    ];
    const parts = inStyle({ enums, readonly }, () => [
      ...under(
        code`// Schemas`,
        model.schemas.flatMap((schema) => inline.declare(schema)),
      ),
      ...under(code`// Shared replies`, shared()),
      ...withCallbacks(model.operations).flatMap((operation) => [
        operations.requestType(operation),
        ...(isFilledIn(operation) ? [operations.receivedType(operation)] : []),
        operations.replyType(operation, limits),
        ...operations.partTypes(operation),
        ...inline.ofOperation(operation),
      ]),
    ]);
    return [{ path: "types.ts", owner: "generator", code: join(parts, "\n\n") }];
  },
};

function under(title: Code, parts: readonly Code[]): readonly Code[] {
  return parts.length > 0 ? [title, ...parts] : [];
}
