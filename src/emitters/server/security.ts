import { type Code, code, empty, exportsOf, str } from "../../emit/code.js";
import type { SecurityScheme } from "../../model/types.js";
import { access } from "../names.js";

const runtime = exportsOf("./runtime/server/authenticate.js");

/** The type of the function that judges the credentials of a scheme; empty where none can. */
export function schemeType({ kind }: SecurityScheme): Code {
  switch (kind) {
    case "unknown":
      return empty;
    case "basic":
      return code`${runtime("AuthenticateBasic", "type")}<Caller, Host>`;
    case "oauth2":
    case "openIdConnect":
      return code`${runtime("AuthenticateScopes", "type")}<Caller, Host>`;
    case "mutualTls":
      return code`${runtime("AuthenticateRequest", "type")}<Caller, Host>`;
    default:
      return code`${runtime("AuthenticateToken", "type")}<Caller, Host>`;
  }
}

/** `bearer(options.bearerAuth)`. */
export function schemeCode(scheme: SecurityScheme): Code {
  const judge = access(code`options`, scheme.name);
  switch (scheme.kind) {
    case "apiKey":
      return code`${runtime("apiKey")}(${str(scheme.in)}, ${str(scheme.parameter)}, ${judge})`;
    case "http":
      return code`${runtime("httpScheme")}(${str(scheme.scheme)}, ${judge})`;
    case "digest":
      return code`${runtime("httpScheme")}("Digest", ${judge})`;
    case "unknown":
      return code`${runtime("unknownScheme")}()`;
    default:
      return code`${runtime(scheme.kind)}(${judge})`;
  }
}
