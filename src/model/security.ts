import type { Source } from "../common/source.js";
import { closest } from "../common/closest.js";
import type { Located } from "../load/document.js";
import type { Builder } from "./build.js";
import { canBeHeader } from "./header-names.js";
import { localName } from "./names/naming.js";
import { asObject, isObject, textOf } from "../common/json.js";
import { below, lastToken, placeText } from "../common/pointers.js";
import { proseOf } from "./schemas.js";
import type { Identifier, OAuthFlow, SecurityScheme, SecurityUse } from "./types.js";

/** Names of the options of clients and servers, which credentials stand beside. */
export const optionNames: readonly string[] = (
  "asked basePath baseUrl bodyLimit clock cors deprecationHeaders depthLimit describe description fetch fieldLimit handlers headers " +
  "idempotencyKey init maxWait onDeprecated onError onReply onRequest onResponse onRetry rateLimit " +
  "rateLimitHeaders replies requestId retries security strictQuery timeout trace tryTimeout unexpected verify"
).split(" ");

/** The security schemes of a description: those that it declares, and those that it only names. */
export class SecuritySchemes {
  readonly #byKey = new Map<string, SecurityScheme>();
  readonly #names = new Set<string>();
  /** Keeps reports to one for each scheme and each pair of schemes. */
  readonly #reported = new Set<string>();

  get all(): readonly SecurityScheme[] {
    return [...this.#byKey.values()];
  }

  declare(builder: Builder, schemes: Located | undefined): void {
    for (const [key, located] of builder.entries(schemes))
      this.#add(schemeOf(builder, located, key, this.#nameFor(key)));
  }

  /**
   * The scheme that a requirement names, at `source`. There always is one: a requirement that lost a scheme would let in
   * more than was meant.
   */
  named(builder: Builder, key: string, source: Source): SecurityScheme {
    const scheme =
      this.#byKey.get(key) ??
      this.#addressed(builder, key, source) ??
      this.#add(schemeOf(builder, { value: {}, source }, key, this.#nameFor(key)));
    if (scheme.kind === "unknown" && this.#isNew(key)) {
      const known = this.all.filter(({ kind }) => kind !== "unknown").map((one) => one.key);
      const isDeclared = scheme.source !== source;
      const suggestion = isDeclared ? undefined : closest(key, known);
      builder.diagnostics.report("security-unknown", source, {
        scheme: key,
        isDeclared,
        suggestion,
      });
    }
    return scheme;
  }

  /** Reports two schemes of one alternative whose credentials are sent in the same place, which holds one. */
  checkPlaces(builder: Builder, uses: readonly SecurityUse[], source: Source): void {
    const taken = new Map<string, SecurityScheme>();
    for (const { scheme } of uses) {
      const place = placeOf(scheme);
      if (place === undefined) continue;
      const other = taken.get(place);
      taken.set(place, scheme);
      if (other === undefined || !this.#isNew(JSON.stringify([other.key, scheme.key]))) continue;
      const details = { scheme: scheme.key, other: other.key, place };
      builder.diagnostics.report("security-same-place", source, details);
    }
  }

  /** OpenAPI 3.2, section 4.30: a name that no component has is the address of a scheme. */
  #addressed(builder: Builder, ref: string, source: Source): SecurityScheme | undefined {
    if (!/[#/]/.test(ref)) return undefined;
    const located = builder.deref({ value: { $ref: ref }, source });
    if (!located) return undefined;
    const place = placeText(located.source);
    const known = this.all.find((one) => placeText(one.source) === place);
    return known ?? this.#add(schemeOf(builder, located, ref, this.#nameFor(lastToken(ref))));
  }

  #add(scheme: SecurityScheme): SecurityScheme {
    this.#byKey.set(scheme.key, scheme);
    return scheme;
  }

  #nameFor(key: string): Identifier {
    const own = localName(key, "scheme");
    const plain = optionNames.includes(own) ? localName(`${own} scheme`, own) : own;
    let name = plain;
    for (let number = this.#names.size + 1; this.#names.has(name); number += 1)
      name = localName(`${plain} scheme ${number}`, plain);
    this.#names.add(name);
    return name;
  }

  #isNew(what: string): boolean {
    const isNew = !this.#reported.has(what);
    this.#reported.add(what);
    return isNew;
  }
}

/** The place of a credential in a request, for messages; undefined if it is unknown, or not in the request. */
function placeOf(scheme: SecurityScheme): string | undefined {
  switch (scheme.kind) {
    case "mutualTls":
    case "unknown":
      return undefined;
    case "apiKey": {
      const { in: place, parameter } = scheme;
      if (place !== "header") return `the ${place} parameter ${parameter}`;
      return `the header ${/^authorization$/i.test(parameter) ? "Authorization" : parameter.toLowerCase()}`;
    }
    default:
      return "the header Authorization";
  }
}

function schemeOf(
  builder: Builder,
  located: Located,
  key: string,
  name: SecurityScheme["name"],
): SecurityScheme {
  const { source } = located;
  const value = asObject(located.value);
  const base = { key, name, prose: proseOf(value), source };
  switch (value["type"]) {
    case "basic":
      return { ...base, kind: "basic" };
    case "http": {
      const scheme = textOf(value["scheme"]);
      if (scheme === "") break;
      return { ...base, ...httpKind(scheme) };
    }
    case "apiKey": {
      const place = value["in"];
      const parameter = textOf(value["name"]);
      if (parameter === "") break;
      if (place !== "header" && place !== "query" && place !== "cookie") break;
      if (place === "header") {
        const what = /^authorization(:\s*|\s+)bearer(\s|$)/i.test(parameter) ? "bearer" : "key";
        const can = canBeHeader(builder, parameter, what, below(source, "name"));
        if (what === "bearer") return { ...base, kind: "bearer" };
        if (!can) break;
      }
      return { ...base, kind: "apiKey", in: place, parameter };
    }
    case "oauth2":
      return { ...base, kind: "oauth2", flows: flowsOf(builder, located) };
    case "openIdConnect":
      return { ...base, kind: "openIdConnect", url: textOf(value["openIdConnectUrl"]) };
    case "mutualTLS":
      return { ...base, kind: "mutualTls" };
  }
  return { ...base, kind: "unknown" };
}

/** RFC 9110, section 11.1: the case of a scheme does not count; one that has no kind of its own is sent as it is written. */
function httpKind(
  scheme: string,
): { kind: "bearer" | "basic" | "digest" } | { kind: "http"; scheme: string } {
  const kind = scheme.toLowerCase();
  if (kind === "bearer" || kind === "basic" || kind === "digest") return { kind };
  return { kind: "http", scheme };
}

function flowsOf(builder: Builder, scheme: Located): readonly OAuthFlow[] {
  return builder.entries(builder.member(scheme, "flows")).flatMap(([grant, { value }]) => {
    if (!isObject(value) || !isGrant(grant)) return [];
    const urls = Object.entries(value).filter(
      (entry): entry is [string, string] => /Url$/.test(entry[0]) && typeof entry[1] === "string",
    );
    const scopes = Object.entries(asObject(value["scopes"]));
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

/**
 * OpenAPI 3.1, section 4.8.30: alternatives, each a list of schemes that must all be met. What is not written as that names a
 * scheme that there is not, so that no request meets it.
 */
export function securityOf(
  builder: Builder,
  owner: Located,
): readonly (readonly SecurityUse[])[] | undefined {
  const list = builder.member(owner, "security");
  if (!list) return undefined;
  const requirements: readonly unknown[] = Array.isArray(list.value) ? list.value : [list.value];
  return requirements.map((requirement, index) => {
    const source = Array.isArray(list.value) ? below(list.source, index) : list.source;
    const named = isObject(requirement) ? requirement : { [String(requirement)]: [] };
    const scopesOf = new Map<SecurityScheme, readonly string[]>();
    for (const [key, scopes] of Object.entries(named)) {
      const scheme = builder.securitySchemes.named(builder, key, below(source, key));
      const added = Array.isArray(scopes) ? scopes.map(textOf) : [];
      // The name of a component and its address are one scheme.
      scopesOf.set(scheme, [...(scopesOf.get(scheme) ?? []), ...added]);
    }
    const uses = [...scopesOf].map(([scheme, scopes]) => ({ scheme, scopes }));
    builder.securitySchemes.checkPlaces(builder, uses, source);
    return uses;
  });
}
