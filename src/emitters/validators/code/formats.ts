import { closest } from "../../../common/closest.js";
import { type Code, code, use } from "../../../emit/code.js";
import { camelCase } from "../../../model/names/naming.js";
import type { Keywords } from "../../../model/types.js";
import { atom, type Condition } from "./statement.js";
import { runtime } from "./runtime-names.js";

interface FormatTest {
  readonly on: "string" | "number";
  readonly test: Code;
  readonly impliesInteger?: true;
}

const text = (name: string, file = "tests"): FormatTest => ({
  on: "string",
  test: use(name, `./runtime/validate/formats/${file}.js`),
});
const integer = (name: string, file = "tests"): FormatTest => ({
  on: "number",
  test: use(name, `./runtime/validate/formats/${file}.js`),
  impliesInteger: true,
});

/** Test function for each format of JSON Schema and of OpenAPI's registry. */
export const formatTests: ReadonlyMap<string, FormatTest> = new Map([
  ["date-time", text("isDateTime")],
  ["date", text("isDate")],
  ["time", text("isTime")],
  ["date-time-local", text("isDateTimeLocal")],
  ["time-local", text("isTimeLocal")],
  ["duration", text("isDuration")],
  ["email", text("isEmail")],
  ["idn-email", text("isIdnEmail")],
  ["hostname", text("isHostname")],
  ["idn-hostname", text("isIdnHostname")],
  ["ipv4", text("isIpv4")],
  ["ipv6", text("isIpv6")],
  ["ipv4-cidr", text("isIpv4Cidr")],
  ["ipv6-cidr", text("isIpv6Cidr")],
  ["uri", text("isUri")],
  ["uri-reference", text("isUriReference")],
  ["iri", text("isIri")],
  ["iri-reference", text("isIriReference")],
  ["uri-template", text("isUriTemplate")],
  ["uuid", text("isUuid")],
  ["json-pointer", text("isJsonPointer")],
  ["relative-json-pointer", text("isRelativeJsonPointer")],
  ["regex", text("isRegex")],
  ["byte", text("isBase64")],
  ["base64", text("isBase64")],
  ["base64url", text("isBase64Url")],
  ["char", text("isCharacter")],
  ["http-date", text("isHttpDate")],
  ["media-range", text("isMediaRange")],
  ["language", text("isLanguage", "language")],
  ["sf-string", text("isSfString", "structured-fields")],
  ["sf-token", text("isSfToken", "structured-fields")],
  ["sf-binary", text("isSfBinary", "structured-fields")],
  ["sf-boolean", text("isSfBoolean", "structured-fields")],
  ["sf-integer", integer("isSfInteger", "structured-fields")],
  [
    "sf-decimal",
    { on: "number", test: use("isSfDecimal", "./runtime/validate/formats/structured-fields.js") },
  ],
  ["int8", integer("isInt8")],
  ["int16", integer("isInt16")],
  ["int32", integer("isInt32")],
  ["int64", { on: "number", test: runtime.isSafeInteger, impliesInteger: true }],
  ["uint8", integer("isUint8")],
  ["uint16", integer("isUint16")],
  ["uint32", integer("isUint32")],
  ["uint64", integer("isUint64")],
  ["double-int", { on: "number", test: runtime.isSafeInteger, impliesInteger: true }],
  ["float", { on: "number", test: use("isFloat", "./runtime/validate/formats/tests.js") }],
]);

/** The format of strings whose name is most like one that is not known. */
export function formatMeant(format: string): string | undefined {
  if (format === "url") return "uri";
  const texts = [...formatTests].filter(([, { on }]) => on === "string");
  // Shorter names are like too many others.
  return format.length > 3 ? closest(format, new Map(texts).keys()) : undefined;
}

const words: ReadonlyMap<string, Code> = new Map(
  [...formatTests].map(([format, { on }]) => [
    format,
    use(`${camelCase(format)}Format`, `./runtime/validate/formats/${wordsFile(format, on)}.js`),
  ]),
);

/** The file of the runtime with the words; what a description does not use is not copied. */
function wordsFile(format: string, on: "number" | "string"): string {
  if (/^u?int64$/.test(format)) return "int64-words";
  return on === "number" ? "number-words" : "words";
}

/** The constant with the words for a format that has a test. */
export function wordsOf(format: string): Code {
  const known = words.get(format);
  if (!known) throw new Error(`there are no words for the format ${format}`);
  return known;
}

/** True if the strings of a schema are the digits of an int64. */
export function isDigits({ format = "", types }: Keywords): boolean {
  const isNamed = format === "int64-digits" || format === "uint64-digits";
  return isNamed && types?.includes("string") === true;
}

export function digitsTest(format: string | undefined, value: Code): Condition {
  const test = format?.startsWith("uint64") ? runtime.isUint64Digits : runtime.isInt64Digits;
  return atom(code`${test}(${value})`);
}

/** True for a format that values are tested for. */
export function isValidated(format: string, formats: "assert" | "annotate"): boolean {
  return formatTests.has(format) && isAsserted(format, formats);
}

/** False for one that is an annotation; a rounded number is a wrong number, whatever the option says. */
export function isAsserted(format: string, formats: "assert" | "annotate"): boolean {
  return formats === "assert" || format === "int64";
}

/** Formats that every text or number has, or that say how it is shown. */
export const uncheckedFormats: ReadonlySet<string> = new Set([
  "",
  "binary",
  "commonmark",
  "decimal",
  "decimal128",
  "double",
  "html",
  "password",
  "unixtime",
]);

/** Every name that generated code may import from the runtime. */
export const runtimeNames: ReadonlySet<string> = new Set([
  ...Object.keys(runtime),
  ...[...formatTests.values()].map(({ test }) => test.text),
  ...[...words.values()].map(({ text }) => text),
]);
