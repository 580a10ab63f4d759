import { runtimeNames } from "./validators/formats.js";
import { runtime } from "./validators/runtime-names.js";

/** Names of the runtime and of locals in generated files: nothing from a description is called so. */
export const reservedNames: ReadonlySet<string> = new Set([
  ...(
    "Answer AnyObject ApiError AuthenticateBasic AuthenticateRequest AuthenticateScopes AuthenticateToken Awaitable " +
    "BasicCredential Call CallOptions Check ClientErrorStatus ClientOptions Context Credential ErrorStatus " +
    "InformationalStatus Issue Limit Problem ProblemDescription RateLimiting RedirectStatus ReplyReader Sender " +
    "SenderOptions Server ServerErrorStatus ServerOptions StandardSchema Status SuccessStatus ValidationError"
  ).split(" "),
  ...(
    "apiKey apiKeyCookie apiKeyHeader apiKeyQuery authorization basic bearer bigint binaryBody boolean bytes cookie " +
    "cookieJoined cookieJson cookieRaw cookieRawJoined createSender createServer deepObject exactJson exactJsonWith explain form formBody " +
    "formJoined headerExploded headerJson headerValue httpScheme integer json jsonBody jsonHeader label " +
    "labelExploded list matrix matrixExploded multipartBody mutualTls notImplemented number oauth2 " +
    "openIdConnect optional part pathJson pipeDelimited queryJson record reserved reservedInPath route " +
    "simple simpleExploded spaceDelimited string text textBody waitOut"
  ).split(" "),
  ..."body call client context cookies handlers headers issues options path rateLimitHeaders problem query request sender value".split(
    " ",
  ),
  ...Object.keys(runtime),
  ...runtimeNames,
]);
