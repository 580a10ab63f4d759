import { runtimeNames } from "./validators/formats.js";
import { runtime } from "./validators/runtime-names.js";

/** Names of the runtime and of locals in generated files: nothing from a description is called so. */
export const reservedNames: ReadonlySet<string> = new Set([
  ...(
    "Answer AnyObject ApiError AuthenticateBasic AuthenticateRequest AuthenticateScopes AuthenticateToken Awaitable " +
    "BasicCredential BinaryAnswer BinaryOptions BinaryReply Bytes Call CallOptions Check CheckOptions ClientErrorStatus ClientOptions Context " +
    "Credential ErrorStatus HookOptions HeaderReaders InformationalStatus Issue Items Limit PlainCallOptions PlainClientOptions Problem " +
    "ProblemDescription RateLimiting RedirectStatus Replies ReplyReader RetryOptions Sender " +
    "SenderOptions Server ServerErrorStatus ServerSentEvent ServerOptions StandardSchema Status SuccessStatus TokenOptions ValidationError"
  ).split(" "),
  ...(
    "apiKey apiKeyCookie apiKeyHeader apiKeyQuery authorization basic bearer bigint binary binaryBody boolean byType bytes " +
    "callHooks checkReplies choose clientCredentials cookie cookieHeader cookieJoined cookieJson cookieRaw cookieRawJoined createSender createServer datedJsonWith dateTime dateTimeHeader dateTimeText deepObject exactJson exactJsonWith explain filling form formBody " +
    "formJoined headerExploded headerJson headerValue httpScheme integer json jsonBody jsonHeader jsonOrText label " +
    "labelExploded list matrix matrixExploded multipartBody mutualTls notImplemented number oauth2 " +
    "openIdConnect part parts pathJson pathScalar pipeDelimited queryJson queryScalar queryString readChecked readJson readReply record refreshing reserved reservedInPath route " +
    "readEventData readEvents readJsonLines readJsonSequence receiveItems sendItems streamBody styledPart " +
    "wholeJson wholeText writeEventData writeEvents writeJsonLines writeJsonSequence items " +
    "setCookies simple simpleExploded spaceDelimited string text textBody waitOut"
  ).split(" "),
  ..."base body call client context cookies handlers field headers issues options path Options perform rateLimitHeaders problem query reply request sender value".split(
    " ",
  ),
  ...Object.keys(runtime),
  ...runtimeNames,
]);
