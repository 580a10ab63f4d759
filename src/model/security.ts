import type { Located } from "../load/document.js";
import type { Builder } from "./build.js";
import { localName } from "./naming.js";
import { isObject, textOf } from "./json.js";
import type { OAuthFlow, SecurityScheme, SecurityUse } from "./types.js";

/** What clients and servers are made with besides credentials, which stand in the same object. */
export const optionNames: readonly string[] = (
  "basePath baseUrl bodyLimit clock cors deprecationHeaders depthLimit describe description fetch fieldLimit handlers headers " +
  "idempotencyKey maxWait onDeprecated onError onReply onRequest onResponse onRetry rateLimit " +
  "rateLimitHeaders replies requestId retries strictQuery timeout trace tryTimeout unexpected"
).split(" ");

/** The security schemes of a description, by the key that requirements use. */
export function securitySchemesOf(builder: Builder, schemes: Located): Map<string, SecurityScheme> {
  const found = new Map<string, SecurityScheme>();
  const taken = new Set<string>();
  for (const [key, located] of builder.entries(schemes)) {
    const own = localName(key, "scheme");
    const plain = optionNames.includes(own) ? localName(`${own} scheme`, own) : own;
    const name = taken.has(plain) ? localName(`${plain} scheme ${found.size + 1}`, plain) : plain;
    taken.add(name);
    const scheme = schemeOf(builder, located, key, name);
    if (scheme) found.set(key, scheme);
  }
  return found;
}

function schemeOf(
  builder: Builder,
  located: Located,
  key: string,
  name: SecurityScheme["name"],
): SecurityScheme | undefined {
  const { value, source } = located;
  if (!isObject(value)) return undefined;
  const base = {
    key,
    name,
    prose: { summary: "", description: textOf(value["description"]) },
    source,
  };
  switch (value["type"]) {
    case "http":
      return { ...base, ...httpKind(textOf(value["scheme"]).toLowerCase()) };
    case "apiKey": {
      const place = value["in"];
      if (place !== "header" && place !== "query" && place !== "cookie") return undefined;
      return { ...base, kind: "apiKey", in: place, parameter: textOf(value["name"]) };
    }
    case "oauth2":
      return { ...base, kind: "oauth2", flows: flowsOf(builder, located) };
    case "openIdConnect":
      return { ...base, kind: "openIdConnect", url: textOf(value["openIdConnectUrl"]) };
    case "mutualTLS":
      return { ...base, kind: "mutualTls" };
    default:
      return undefined;
  }
}

function httpKind(
  scheme: string,
): { kind: "bearer" | "basic" | "digest" } | { kind: "http"; scheme: string } {
  if (scheme === "bearer" || scheme === "basic" || scheme === "digest") return { kind: scheme };
  return { kind: "http", scheme };
}

function flowsOf(builder: Builder, scheme: Located): readonly OAuthFlow[] {
  const flows = builder.member(scheme, "flows");
  if (!flows) return [];
  return builder.entries(flows).flatMap(([grant, { value }]) => {
    if (!isObject(value) || !isGrant(grant)) return [];
    const urls = Object.entries(value).filter(
      (entry): entry is [string, string] => /Url$/.test(entry[0]) && typeof entry[1] === "string",
    );
    const scopes = isObject(value["scopes"]) ? Object.entries(value["scopes"]) : [];
    return {
      grant,
      urls: Object.fromEntries(urls),
      scopes: new Map(scopes.map(([scope, text]) => [scope, textOf(text)])),
    };
  });
}

function isGrant(text: string): text is OAuthFlow["grant"] {
  return /^(implicit|password|clientCredentials|authorizationCode|deviceAuthorization)$/.test(text);
}

/** OpenAPI 3.1, section 4.8.30: alternatives, each a list of schemes that must all be met. */
export function securityOf(
  builder: Builder,
  owner: Located,
): readonly (readonly SecurityUse[])[] | undefined {
  const list = builder.member(owner, "security");
  if (!list || !Array.isArray(list.value)) return undefined;
  return list.value.filter(isObject).flatMap((requirement) => {
    const uses = Object.entries(requirement).map(([key, scopes]) => ({
      key,
      scheme: builder.securitySchemes.get(key),
      scopes: Array.isArray(scopes) ? scopes.map(textOf) : [],
    }));
    return [uses.flatMap(({ scheme, scopes }) => (scheme ? [{ scheme, scopes }] : []))];
  });
}
