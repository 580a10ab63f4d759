import fc from "fast-check";

const padded = (min: number, max: number, length = 2): fc.Arbitrary<string> =>
  fc.integer({ min, max }).map((value) => String(value).padStart(length, "0"));
const joined = (...parts: readonly (fc.Arbitrary<string> | string)[]): fc.Arbitrary<string> =>
  fc
    .tuple(...parts.map((part) => (typeof part === "string" ? fc.constant(part) : part)))
    .map((texts) => texts.join(""));
const of = (letters: string, minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...letters), minLength, maxLength });

const lower = "abcdefghijklmnopqrstuvwxyz";
const alphanumeric = `${lower}0123456789`;
const date = joined(padded(0, 9999, 4), "-", padded(1, 12), "-", padded(1, 28));
const leapDay = fc.constantFrom("2024-02-29", "2000-02-29");
const clock = joined(padded(0, 23), ":", padded(0, 59), ":", padded(0, 59));
const fraction = fc.oneof(fc.constant(""), joined(".", padded(0, 999_999, 6)));
const offset = fc.oneof(
  fc.constantFrom("Z", "+00:00", "-00:00"),
  joined(fc.constantFrom("+", "-"), padded(0, 23), ":", padded(0, 59)),
);
const time = joined(clock, fraction, offset);
const label = joined(of(lower, 1, 1), of(alphanumeric, 0, 6));
const hostname = joined(label, ".", label, ".example");
const ipv4 = joined(...[".", ".", ".", ""].flatMap((dot) => [padded(0, 255, 1), dot]));
const hexadecimal = "0123456789abcdef";
const group = of(hexadecimal, 1, 4);
const ipv6 = fc.oneof(
  joined(...[":", ":", ":", ":", ":", ":", ":", ""].flatMap((colon) => [group, colon])),
  joined(group, "::", group),
  fc.constantFrom("::", "::1", "2001:db8::", "::ffff:192.0.2.1"),
);
const segment = of(`${alphanumeric}-._~`, 1, 6);
const uri = joined(
  fc.constantFrom("https://", "http://", "urn:x:", "ftp://user@"),
  hostname,
  "/",
  segment,
  fc.constantFrom("", "?a=b&c=%20", "#part", "?q#f"),
);
const reference = fc.oneof(uri, joined("/", segment), joined("../", segment), joined("#", segment));
const base64 = fc.base64String({ maxLength: 24 });
const uuid = joined(
  ...[of(hexadecimal, 8, 8), "-", of(hexadecimal, 4, 4), "-", of(hexadecimal, 4, 4), "-"],
  ...[of(hexadecimal, 4, 4), "-", of(hexadecimal, 12, 12)],
);
const pointer = fc
  .array(of(`${alphanumeric} /~`, 0, 4), { maxLength: 3 })
  .map((tokens) =>
    tokens.map((token) => `/${token.replaceAll("~", "~0").replaceAll("/", "~1")}`).join(""),
  );
const email = joined(
  label,
  fc.constantFrom("", ".", "+", "_").chain((dot) => joined(dot, label)),
  "@",
  hostname,
);
const weeks = joined("P", padded(0, 52, 1), "W");
const days = joined("P", padded(0, 9, 1), "Y", padded(0, 11, 1), "M", padded(0, 30, 1), "D");
const hours = joined("PT", padded(0, 23, 1), "H", padded(0, 59, 1), "M", padded(0, 59, 1), "S");
const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String);
const uint64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String);
const httpDate = fc
  .date({ min: new Date(0), max: new Date("2100-01-01"), noInvalidDate: true })
  .map((day) => day.toUTCString());

/** Texts of formats; for those that are missing, any text will do. */
export const formats: Readonly<Record<string, fc.Arbitrary<string>>> = Object.assign(
  Object.create(null) as Record<string, fc.Arbitrary<string>>,
  {
    date: fc.oneof(date, leapDay),
    "date-time": joined(fc.oneof(date, leapDay), "T", time),
    "date-time-local": joined(date, "T", clock, fraction),
    time,
    "time-local": joined(clock, fraction),
    duration: fc.oneof(weeks, days, hours, fc.constantFrom("P1DT2H", "PT0S", "P1Y")),
    email,
    "idn-email": email,
    hostname,
    "idn-hostname": hostname,
    ipv4,
    ipv6,
    "ipv4-cidr": joined(ipv4, "/", padded(0, 32, 1)),
    "ipv6-cidr": joined(ipv6, "/", padded(0, 128, 1)),
    uri,
    url: uri,
    iri: uri,
    "uri-reference": reference,
    "iri-reference": reference,
    "uri-template": fc.constantFrom("/a/{b}", "/a{?b,c}", "/{+d}"),
    uuid,
    "json-pointer": pointer,
    "relative-json-pointer": joined(padded(0, 20, 1), pointer),
    regex: fc.constantFrom("^a+$", "[a-z]{2}", "(x|y)?"),
    byte: base64,
    base64,
    base64url: base64.map((text) =>
      text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", ""),
    ),
    char: of(alphanumeric, 1, 1),
    decimal: joined(padded(0, 999, 1), ".", padded(0, 99)),
    "http-date": httpDate,
    "media-range": fc.constantFrom("text/html", "image/*", "*/*;q=0.5"),
    language: fc.constantFrom("en", "de-CH", "zh-Hant-TW"),
    "sf-token": joined(of(lower, 1, 1), of(`${alphanumeric}:/`, 0, 4)),
    "sf-string": fc.constantFrom('""', '"a b"', '"a\\"b"'),
    "sf-binary": base64.map((text) => `:${text}:`),
    "sf-boolean": fc.constantFrom("?0", "?1"),
    int64,
    uint64,
    "int64-digits": int64,
    "uint64-digits": uint64,
  },
);
