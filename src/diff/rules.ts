/** The side that breaks: its code follows the old description, and the other side the new one. */
export type Broken = "nobody" | "clients" | "servers" | "both";

/** The kind of a change that breaks neither clients nor servers. */
export type Weight = "names" | "harmless" | "words";

/** One kind of change, and what it means. */
export interface Rule {
  readonly group: string;
  readonly what: string;
  /** For values that clients send: requests, and replies to webhooks and callbacks. */
  readonly fromClients: Broken;
  /** For values that servers send: replies, and requests of webhooks and callbacks. */
  readonly fromServers: Broken;
  readonly weight: Weight;
}

type Draft = Omit<Rule, "group">;

const breaks = (what: string, fromClients: Broken, fromServers: Broken = fromClients): Draft => ({
  what,
  fromClients,
  fromServers,
  weight: "harmless",
});
/** Less is allowed: senders may send what is refused now. */
const narrows = (what: string): Draft => breaks(what, "clients", "servers");
/** More is allowed: receivers may get what they do not know. */
const widens = (what: string): Draft => breaks(what, "servers", "clients");
const differs = (what: string): Draft => breaks(what, "both");
const harmless = (what: string): Draft => breaks(what, "nobody");
/** Nothing on the wire, but the names that generated code has. */
const names = (what: string): Draft => ({ ...harmless(what), weight: "names" });
const words = (what: string): Draft => ({ ...harmless(what), weight: "words" });

const api = {
  "openapi-version": words("the version of OpenAPI"),
  "api-version": words("the API's own version"),
  "api-name": names("the title, which gives clients and servers their names"),
  "api-description": words("title, summary or description of the API"),
  "plan-added": harmless("a rate limit plan more"),
  "plan-removed": names("a rate limit plan less"),
  "plan-changed": harmless("other limits in a rate limit plan"),
  "server-added": harmless("an address more"),
  "server-removed": breaks("an address less", "clients"),
  "server-address": breaks("an address that was replaced", "clients"),
  "server-value-added": harmless("a value more for a variable of an address"),
  "server-value-removed": breaks("a value less for a variable of an address", "clients"),
  "server-default": harmless("another default of a variable of an address"),
  "server-name": names("the name of an address"),
  "server-description": words("the description of an address"),
};

const security = {
  "security-required": breaks("credentials are needed where none were", "clients"),
  "security-open": breaks("no credentials are needed where some were", "servers"),
  "security-way-added": harmless("another way to identify oneself"),
  "security-way-removed": breaks("a way less to identify oneself", "clients"),
  "security-way-relaxed": breaks("fewer credentials are needed to identify oneself", "servers"),
  "security-scope-added": breaks("a scope more is needed", "clients"),
  "security-scope-removed": breaks("a scope less is needed", "servers"),
  "scheme-added": harmless("a security scheme more"),
  "scheme-removed": names("a security scheme less"),
  "scheme-renamed": names("a security scheme under another key"),
  "scheme-changed": differs("a security scheme of another kind, or in another place"),
  "flow-added": harmless("an OAuth flow more"),
  "flow-removed": breaks("an OAuth flow less", "clients"),
  "flow-address": breaks("another address to authorize at", "clients"),
  "scope-added": harmless("a scope more to ask for"),
  "scope-removed": breaks("a scope less to ask for", "clients"),
  "scheme-description": words("the description of a security scheme or scope"),
};

const operations = {
  "operation-added": harmless("an operation, webhook or callback more"),
  "operation-removed": breaks("an operation, webhook or callback less", "clients"),
  "operation-moved": differs("an operation at another path or method, by its operationId"),
  "operation-renamed": names("another operationId"),
  "path-parameter-renamed": names("another name for a parameter of the path"),
  "operation-group": names("another first tag, after which the stub's file is named"),
  "operation-tags": words("other tags"),
  "operation-deprecated": harmless("deprecated from now on"),
  "operation-restored": harmless("no longer deprecated"),
  "operation-sunset": harmless("another day on which it goes away"),
  "operation-replacement": words("something else to use instead"),
  "operation-description": words("summary or description of an operation"),
};

const parameters = {
  "parameter-added": harmless("an optional parameter more"),
  "parameter-added-required": narrows("a required parameter more"),
  "parameter-removed": breaks("an optional parameter less", "clients"),
  "parameter-removed-required": breaks("a required parameter less", "both", "clients"),
  "parameter-required": narrows("a parameter is required now"),
  "parameter-optional": widens("a parameter is optional now"),
  "parameter-moved": differs("a parameter in another place: query, header, cookie"),
  "parameter-list-added": widens("a list where one value was, which is written as before"),
  "parameter-list-removed": narrows("one value where a list was, written as before"),
  "parameter-style": differs("a parameter is written another way: style, explode"),
  "parameter-media": differs("a parameter is written in another media type, or no longer in one"),
  "parameter-empty-allowed": widens("a parameter may be empty now"),
  "parameter-empty-refused": narrows("a parameter may no longer be empty"),
  "parameter-reserved": harmless("allowReserved, which the receiver decodes either way"),
  "parameter-deprecated": harmless("a parameter is deprecated, or no longer"),
  "parameter-description": words("the description of a parameter"),
};

const bodies = {
  "body-added": harmless("an optional body where there was none"),
  "body-added-required": narrows("a required body where there was none"),
  "body-removed": breaks("no body where there was an optional one", "clients"),
  "body-removed-required": breaks("no body where there was a required one", "both", "clients"),
  "body-required": narrows("a body is required now"),
  "body-optional": widens("a body is optional now"),
  "body-description": words("the description of a body"),
  "media-added": harmless("a media type more"),
  "media-removed": breaks("a media type less", "clients"),
  "media-narrowed": narrows("certain media types in place of a range of them"),
  "media-named": names(
    "a media type that code has to name, beside others, where it could be left out",
  ),
  "part-encoding": differs("a part of a form is written another way"),
};

const replies = {
  "reply-added": harmless(
    "an error status more; all clients know the class (RFC 9110, section 15)",
  ),
  "reply-added-success": widens("a status more that is no error"),
  "reply-removed": names("an error status less: code that asks for it no longer compiles"),
  "reply-removed-success": differs("a status less that is no error"),
  "reply-body-added": narrows("a body in a reply that had none"),
  "reply-body-removed": widens("no body in a reply that had one"),
  "reply-description": words("the description of a reply"),
  "header-added": harmless("an optional header more"),
  "header-added-required": narrows("a required header more"),
  "header-removed": breaks("a header less", "clients"),
  "header-required": narrows("a header is always there now"),
  "header-optional": widens("a header may be missing now"),
  "header-style": differs("a header is written another way"),
  "header-deprecated": harmless("a header is deprecated, or no longer"),
  "header-description": words("the description of a header"),
};

const schemas = {
  "schema-added": harmless("a schema more"),
  "schema-removed": names("a schema less"),
  "schema-renamed": names("another name for a schema"),
  "type-changed": differs("another type"),
  "type-narrowed": narrows("a type less"),
  "type-widened": widens("a type more"),
  "type-in-code": names("another type in code for what is sent as text, such as a parameter"),
  "null-added": widens("null is allowed now"),
  "null-removed": narrows("null is no longer allowed"),
  "enum-value-added": widens("an enum value more"),
  "enum-value-removed": narrows("an enum value less"),
  "enum-added": narrows("only certain values are allowed now"),
  "enum-removed": widens("other values are allowed now"),
  "constant-changed": differs("the only value that is allowed is another"),
  "format-added": narrows("a format where there was none"),
  "format-removed": widens("no format where there was one"),
  "format-narrowed": narrows("a format that allows less, as int64 to int32"),
  "format-widened": widens("a format that allows more, as int32 to int64"),
  "format-changed": differs("another format"),
  "format-note": harmless("a format that is not checked"),
  "encoding-changed": differs("contentEncoding or contentMediaType"),
  "limit-tightened": narrows("a limit is tighter: length, number of items, minimum …"),
  "limit-relaxed": widens("a limit is looser, or gone"),
  "limit-changed": differs("a limit is another: multipleOf"),
  "pattern-added": narrows("a pattern where there was none"),
  "pattern-removed": widens("no pattern where there was one"),
  "pattern-changed": differs("another pattern"),
};

const objects = {
  "property-added": harmless("an optional property more"),
  "property-added-required": narrows("a required property more"),
  "property-added-closed": widens("an optional property more where no others were allowed"),
  "property-added-closed-required": differs(
    "a required property more where no others were allowed",
  ),
  "property-removed": breaks("an optional property less", "clients"),
  "property-removed-required": breaks("a required property less", "both", "clients"),
  "property-removed-closed": breaks(
    "an optional property less where no others are allowed",
    "clients",
    "both",
  ),
  "property-removed-closed-required": differs(
    "a required property less where no others are allowed",
  ),
  "property-required": narrows("a property is required now"),
  "property-optional": widens("a property is optional now"),
  "properties-closed": narrows("other properties are no longer allowed"),
  "properties-opened": widens("other properties are allowed now"),
  "property-pattern-added": narrows("a schema for properties whose name fits a pattern"),
  "property-pattern-removed": widens("no schema for properties whose name fits a pattern"),
  "property-pattern-added-closed": widens(
    "properties whose name fits a pattern where no others were allowed",
  ),
  "property-pattern-removed-closed": narrows(
    "no properties whose name fits a pattern where no others are allowed",
  ),
  "dependency-added": narrows("a property is required when another is there"),
  "dependency-removed": widens("a property is no longer required when another is there"),
  "read-only-added": breaks("a property is readOnly now", "clients", "nobody"),
  "write-only-added": breaks("a property is writeOnly now", "nobody", "clients"),
  "access-opened": harmless("a property is no longer readOnly or writeOnly"),
  "default-added": harmless("a default where there was none"),
  "default-changed": breaks("another default", "clients", "nobody"),
  "default-removed": breaks("no default where there was one", "clients", "nobody"),
};

const choices = {
  "branch-added": widens("a branch more of oneOf or anyOf"),
  "branch-removed": narrows("a branch less of oneOf or anyOf"),
  "branch-added-overlapping": differs("a branch more of oneOf that may fit what another one fits"),
  "branch-removed-overlapping": differs(
    "a branch less of oneOf that may fit what another one fits",
  ),
  "branch-overlap": differs("a branch of oneOf that may fit what another one fits is another"),
  "choice-added": narrows("a oneOf or anyOf where there was none"),
  "choice-removed": widens("no oneOf or anyOf where there was one"),
  "choice-exclusive": narrows("anyOf has become oneOf"),
  "choice-inclusive": widens("oneOf has become anyOf"),
  "discriminator-added": harmless("a discriminator where there was none"),
  "discriminator-removed": names("no discriminator where there was one"),
  "discriminator-changed": differs("another property tells the branches apart"),
  "tag-added": widens("a value more that stands for a branch"),
  "tag-removed": narrows("a value less that stands for a branch"),
  "tag-moved": differs("a value stands for another branch"),
  "condition-added": narrows("not, if, contains, dependentSchemas … where there was none"),
  "condition-removed": widens("no not, if, contains, dependentSchemas … where there was one"),
  "condition-changed": differs("another not, if, contains, dependentSchemas …"),
  "schema-deprecated": harmless("a schema or property is deprecated, or no longer"),
  "schema-description": words("title or description of a schema"),
  "schema-examples": words("the examples of a schema"),
};

const groups = {
  "the API and its addresses": api,
  security,
  operations,
  parameters,
  bodies,
  replies,
  schemas,
  "objects and defaults": objects,
  "branches and conditions": choices,
};

type Tables = (typeof groups)[keyof typeof groups];
/** The name of a rule, as it is printed. */
export type RuleName = Tables extends infer T
  ? T extends unknown
    ? keyof T & string
    : never
  : never;

/** Each kind of change that is told, and whom it breaks. Extensions (`x-…`) and links are not compared, but for those that this names. */
export const rules: ReadonlyMap<RuleName, Rule> = new Map(
  Object.entries(groups).flatMap(([group, table]) =>
    Object.entries(table as Record<string, Draft>).map(
      ([name, rule]) => [name as RuleName, { group, ...rule }] as const,
    ),
  ),
);

/** The rules as a table for people, in Markdown. */
export function rulesTable(): string {
  const lines = [
    "| change | what it is | in a request it breaks | in a reply it breaks |",
    "| --- | --- | --- | --- |",
  ];
  let group = "";
  for (const [name, rule] of rules) {
    if (rule.group !== group) lines.push(`| **${rule.group}** | | | |`);
    group = rule.group;
    const plain = rule.weight === "names" ? "names in code" : "–";
    const cell = (broken: Broken): string => (broken === "nobody" ? plain : sides[broken]);
    lines.push(
      `| \`${name}\` | ${rule.what} | ${cell(rule.fromClients)} | ${cell(rule.fromServers)} |`,
    );
  }
  return `${lines.join("\n")}\n`;
}

const sides = { clients: "clients", servers: "servers", both: "clients, servers" } as const;
