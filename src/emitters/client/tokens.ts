import { type Code, code, doc, exportsOf, property, str } from "../../emit/code.js";
import type { OAuthFlow, SecurityScheme } from "../../model/types.js";

const runtime = exportsOf("./runtime/client/auth/oauth.js");

export interface TokenView {
  readonly doc: Code;
  readonly name: Code;
  readonly flows: readonly { readonly flow: Code }[];
}

/** Token functions for the schemes of OAuth 2, with the URLs of the description. */
export function tokenViews(schemes: readonly SecurityScheme[]): readonly TokenView[] {
  return schemes.flatMap((scheme) => {
    const flows = tokenFlows(scheme);
    const prose = `Give what they return as \`${scheme.name}\`; calls at once share one request.`;
    return flows.length > 0 ? [{ doc: doc(prose), name: property(scheme.name), flows }] : [];
  });
}

export function hasTokens(scheme: SecurityScheme): boolean {
  return tokenFlows(scheme).length > 0;
}

function tokenFlows(scheme: SecurityScheme): TokenView["flows"] {
  return scheme.kind === "oauth2"
    ? [...clientFlow(scheme.flows), ...refreshFlow(scheme.flows)]
    : [];
}

function clientFlow(flows: readonly OAuthFlow[]): readonly { readonly flow: Code }[] {
  const url = flows.find(({ grant }) => grant === "clientCredentials")?.urls["tokenUrl"];
  if (url === undefined) return [];
  const options = code`{ tokenUrl: ${str(url)}, ...options }`;
  const flow = code`clientCredentials: (options: ${runtime("TokenOptions", "type")}): (() => Promise<string>) => ${runtime("clientCredentials")}(${options})`;
  return [{ flow }];
}

function refreshFlow(flows: readonly OAuthFlow[]): readonly { readonly flow: Code }[] {
  const urls = flows
    .filter(({ grant }) => grant !== "clientCredentials")
    .map(({ urls }) => urls["refreshUrl"] ?? urls["tokenUrl"]);
  const url = urls.find((one) => one !== undefined);
  if (url === undefined) return [];
  const options = code`{ tokenUrl: ${str(url)}, ...options }`;
  const flow = code`refreshing: (refreshToken: string, options: ${runtime("TokenOptions", "type")}, onRefresh?: (refreshToken: string) => void): (() => Promise<string>) => ${runtime("refreshing")}(refreshToken, ${options}, onRefresh)`;
  return [{ flow }];
}
