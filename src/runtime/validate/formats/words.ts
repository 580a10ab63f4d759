import type { Format } from "../issue.js";

// Separate constants, so that a bundle contains only those that it needs.

export const dateTimeFormat: Format = {
  name: "date-time",
  words: "a date and time with a zone, such as 2026-03-14T09:30:00Z",
};
export const dateFormat: Format = { name: "date", words: "a date, such as 2026-03-14" };
export const timeFormat: Format = { name: "time", words: "a time with a zone, such as 09:30:00Z" };
export const dateTimeLocalFormat: Format = {
  name: "date-time-local",
  words: "a date and time without a zone, such as 2026-03-14T09:30:00",
};
export const timeLocalFormat: Format = {
  name: "time-local",
  words: "a time without a zone, such as 09:30:00",
};
export const durationFormat: Format = { name: "duration", words: "a duration, such as P3DT12H" };
export const emailFormat: Format = { name: "email", words: "an email address" };
export const idnEmailFormat: Format = { name: "idn-email", words: "an email address" };
export const hostnameFormat: Format = { name: "hostname", words: "a host name" };
export const idnHostnameFormat: Format = { name: "idn-hostname", words: "a host name" };
export const ipv4Format: Format = { name: "ipv4", words: "an IPv4 address, such as 192.0.2.1" };
export const ipv6Format: Format = { name: "ipv6", words: "an IPv6 address, such as 2001:db8::1" };
export const ipv4CidrFormat: Format = {
  name: "ipv4-cidr",
  words: "a network of IPv4 addresses, such as 192.0.2.0/24",
};
export const ipv6CidrFormat: Format = {
  name: "ipv6-cidr",
  words: "a network of IPv6 addresses, such as 2001:db8::/32",
};
export const uriFormat: Format = {
  name: "uri",
  words: "a URI with a scheme, such as https://example.com/",
};
export const uriReferenceFormat: Format = {
  name: "uri-reference",
  words: "a URI or a relative reference",
};
export const iriFormat: Format = { name: "iri", words: "an IRI with a scheme" };
export const iriReferenceFormat: Format = {
  name: "iri-reference",
  words: "an IRI or a relative reference",
};
export const uriTemplateFormat: Format = { name: "uri-template", words: "a URI template" };
export const uuidFormat: Format = {
  name: "uuid",
  words: "a UUID, such as f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
};
export const jsonPointerFormat: Format = {
  name: "json-pointer",
  words: "a JSON Pointer, such as /a/0",
};
export const relativeJsonPointerFormat: Format = {
  name: "relative-json-pointer",
  words: "a relative JSON Pointer, such as 1/a",
};
export const regexFormat: Format = { name: "regex", words: "a regular expression" };
export const languageFormat: Format = { name: "language", words: "a language tag, such as de-AT" };
export const httpDateFormat: Format = {
  name: "http-date",
  words: "a date as in HTTP, such as Sat, 14 Mar 2026 09:30:00 GMT",
};
export const mediaRangeFormat: Format = {
  name: "media-range",
  words: "a media type or a range of them, such as image/*",
};
export const charFormat: Format = { name: "char", words: "one character" };
export const byteFormat: Format = { name: "byte", words: "text in base64" };
export const base64urlFormat: Format = { name: "base64url", words: "text in base64url" };
export const base64Format: Format = { name: "base64", words: "of the format base64" };
export const sfStringFormat: Format = { name: "sf-string", words: "of the format sf-string" };
export const sfTokenFormat: Format = { name: "sf-token", words: "of the format sf-token" };
export const sfBinaryFormat: Format = { name: "sf-binary", words: "of the format sf-binary" };
export const sfBooleanFormat: Format = { name: "sf-boolean", words: "of the format sf-boolean" };
