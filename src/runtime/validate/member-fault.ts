import { currentRoom, secret } from "./enough.js";
import { withValue } from "./fault.js";

let lastPlace = "";
let isLastSecret = false;
/** Names are those of a description. */
const secretNames = /* @__PURE__ */ new Map<string, boolean>();

/** As `came`, of a member of the object at `at`; it costs less where several members of one are wrong. */
export function cameAsMember(
  message: string,
  value: unknown,
  at: string,
  property: string,
): string {
  const { mode, isSecret } = currentRoom();
  if (mode !== "tell") return message;
  if (typeof value === "object") return withValue(message, value);
  if (isSecret) return message;
  if (at !== lastPlace) {
    lastPlace = at;
    isLastSecret = secret.test(at);
  }
  let isSecretName = secretNames.get(property);
  if (isSecretName === undefined)
    secretNames.set(property, (isSecretName = secret.test("/" + property)));
  return isSecretName || isLastSecret ? message : withValue(message, value);
}
