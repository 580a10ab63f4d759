import { type Code, type DocTag, doc, link } from "../emit/code.js";
import type { ApiModel, Operation } from "../model/types.js";

/** The title of an API as it stands in a sentence: without a full stop of its own. */
export function apiTitle({ title, name }: ApiModel): string {
  return title.replace(/(?<![\s.])[\s.]+$/, "").trim() || name;
}

/** `GET /pets`, or the name of a webhook or of a callback with its operation. */
export function operationTitle({ kind, method, template }: Operation): string {
  if (kind === "path") return `\`${method} ${template}\``;
  return `${kind === "webhook" ? "Webhook" : "Callback"} \`${template}\``;
}

/** The comment of an operation: what it is, what the description says of it, and whether it goes away. */
export function operationDoc(operation: Operation, owner?: string, note = ""): Code {
  const { summary, description } = operation.prose;
  const title = operationTitle(operation);
  const [first, rest] = summary !== "" ? [summary, description] : [description, ""];
  const head = headOf(title, first);
  const prose =
    rest.trim() === "" || rest.trim() === first.trim() ? head : `${head}\n\n${rest.trim()}`;
  const whole = note === "" ? prose : `${prose}\n\n${note}`;
  return doc(whole, operationDeprecation(operation, owner));
}

/** The first paragraph of that comment, for an operation that is described in full in another place. */
export function operationLine(operation: Operation, owner?: string): Code {
  return doc(firstParagraph(operation), operationDeprecation(operation, owner));
}

/** The same for its handler, which a server has to have also while it is deprecated: linters report what uses a `@deprecated`. */
export function handlerLine(operation: Operation, owner: string): Code {
  const [deprecation] = operationDeprecation(operation, owner);
  if (!deprecation) return doc(firstParagraph(operation));
  const said = [deprecation.text].flat().filter((part) => part !== "");
  const text = said.length === 0 ? "Deprecated." : ["Deprecated. ", ...said];
  return doc(firstParagraph(operation), [{ tag: "remarks", text }]);
}

function firstParagraph(operation: Operation): string {
  const { summary, description } = operation.prose;
  const [first = ""] = (summary || description).trim().split(/\n\s*\n/, 1);
  return headOf(operationTitle(operation), first);
}

function headOf(title: string, text: string): string {
  return text.trim() === "" ? title : `${title}: ${text.trim()}`;
}

/** When an operation goes away and what to use instead; `owner` is the interface that links lead into. */
function operationDeprecation(operation: Operation, owner?: string): readonly DocTag[] {
  const { deprecation } = operation;
  if (!deprecation) return [];
  const { sunset, replacedBy, advice } = deprecation;
  const when = sunset === undefined ? "" : `Removed on ${sunset}. `;
  if (!replacedBy) return [{ tag: "deprecated", text: when + (advice ?? "") }];
  const method = replacedBy.names.method;
  const target = owner === undefined ? link(method) : link(owner, method);
  return [{ tag: "deprecated", text: [`${when}Use `, target, advice ? ` ${advice}.` : "."] }];
}
