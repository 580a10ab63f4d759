import { type DocTag, link } from "../emit/code.js";
import type { Operation } from "../model/types.js";

/** The bare tag, for what the description marks and says nothing more of. */
export function deprecationTags(deprecated: boolean): readonly DocTag[] {
  return deprecated ? [{ tag: "deprecated", text: "" }] : [];
}

/** When an operation goes away and what to use instead; `owner` is the interface that links lead into. */
export function operationDeprecation(operation: Operation, owner?: string): readonly DocTag[] {
  const { deprecation } = operation;
  if (!deprecation) return [];
  const { sunset, replacedBy, advice } = deprecation;
  const when = sunset === undefined ? "" : `Removed on ${sunset}. `;
  if (!replacedBy) return [{ tag: "deprecated", text: when + (advice ?? "") }];
  const method = replacedBy.names.method;
  const target = owner === undefined ? link(method) : link(owner, method);
  return [{ tag: "deprecated", text: [`${when}Use `, target, advice ? ` ${advice}.` : "."] }];
}
