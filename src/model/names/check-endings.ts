import { type Located, namesIn } from "../../load/document.js";
import type { Builder } from "../build.js";
import { pascalCase } from "./naming.js";

/** Suffixes of the checks of an operation's messages: `Reply200`, `Reply404XKindHeader`. */
export function checkEndings(builder: Builder, operation: Located): readonly string[] {
  const responses = builder.members(builder.member(operation, "responses"));
  const replies = responses.flatMap(([status, reply]) =>
    messageEndings(builder, reply, `Reply${pascalCase(status).replace("_", "")}`),
  );
  const body = builder.member(operation, "requestBody");
  return [...replies, ...messageEndings(builder, body, "Request")];
}

/** The same for one message, behind `stem`. */
export function messageEndings(
  builder: Builder,
  message: Located | undefined,
  stem = "",
): readonly string[] {
  const inside = (group: string): readonly string[] =>
    namesIn(builder.member(message, group)?.value).map(pascalCase);
  const bodies = ["", ...inside("content")].flatMap((type) => [type, `Item${type}`]);
  const headers = inside("headers").map((name) => `${name}Header`);
  return [...bodies, ...headers].map((ending) => `${stem}${ending}`);
}
