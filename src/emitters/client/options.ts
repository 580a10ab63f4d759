import { type Code, code, empty, exportsOf, join, use } from "../../emit/code.js";
import type { SecurityScheme } from "../../model/types.js";
import { isBearer } from "./credentials.js";
import type { EmitOptions } from "../emitter.js";

export const runtime = exportsOf("./runtime/client/client.js");

const option = (type: string): Code => use(type, "./runtime/client/options.js", "type");

/** The parts of a client beyond sending a request once and reading its reply, and how it is laid out. */
export type ClientParts = EmitOptions["client"];

/** `ClientOptions`, or the options of the parts that the client has; and the address, if it has to be given. */
export function optionTypes({ retries, checks, hooks }: ClientParts, hasDefaultUrl: boolean): Code {
  const types =
    retries && checks && hooks
      ? ["ClientOptions"]
      : [
          "PlainClientOptions",
          ...(retries ? ["RetryOptions"] : []),
          ...(checks ? ["CheckOptions"] : []),
          ...(hooks ? ["HookOptions"] : []),
        ];
  return join([...types, ...(hasDefaultUrl ? [] : ["BaseUrl"])].map(option), ", ");
}

/** The same for one call. */
export function callOptionTypes({ retries, hooks }: ClientParts): Code {
  if (retries && hooks) return option("CallOptions");
  const types = [
    option("PlainCallOptions"),
    ...(retries ? [option("RetryCallOptions")] : []),
    ...(hooks ? [option("HookCallOptions")] : []),
  ];
  return join(types, " & ");
}

/** `(perform) => waitOut(options, callHooks(options, perform))`: a try with all that the client can do, outermost first. */
export function extensionOf(
  { retries, hooks }: ClientParts,
  schemes: readonly SecurityScheme[],
): Code {
  const hasQueryKey = schemes.some((scheme) => scheme.kind === "apiKey" && scheme.in === "query");
  const renews = hooks && schemes.some(isBearer);
  const wrappers = [
    [hasQueryKey, "hideKeys", "auth/hide-keys", empty],
    [renews, "sendRenewed", "auth/renew", empty],
    [hooks, "callHooks", "hooks", code`options, `],
    [retries, "waitOut", "retries/retry", code`options, `],
  ] as const;
  const used = wrappers.filter(([isUsed]) => isUsed);
  if (used.length === 0) return empty;
  const wrapped = used.reduce(
    (inner, [, wrapper, file, options]) =>
      code`${use(wrapper, `./runtime/client/${file}.js`)}(${options}${inner})`,
    code`perform`,
  );
  return code`(perform) => ${wrapped}`;
}
