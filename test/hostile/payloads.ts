/**
 * Code that must never be live in a generated file. Names that are made from it lack its underscores,
 * and as a member name it is always quoted, because of the dot.
 */
export function canary(index: number): string {
  return `__CANARY_${index}__.x`;
}

export const canaryPattern = /__CANARY_\d+__/;

export type Payload = (canary: string) => unknown;

/** Texts, with the canary where something would make code of them. */
export const texts: Readonly<Record<string, Payload>> = {
  "single quote": (c) => `'+${c}()+'`,
  "double quote": (c) => `"+${c}()+"`,
  backtick: (c) => `\`+${c}()+\``,
  "template span": (c) => `\${${c}()}`,
  "escaped template span": (c) => `\\\${${c}()}`,
  "comment end": (c) => `*/${c}()/*`,
  "comment end, escaped": (c) => `*\\/ *\\\\/${c}()/*`,
  "comment end over lines": (c) => `*\n/\n*/\n${c}();//`,
  "comment start": (c) => `/*${c}()`,
  "line comment": (c) => `//${c}()`,
  "line feed": (c) => `x\n${c}();//`,
  "carriage return": (c) => `x\r${c}();//`,
  "marks of names": (c) => `\ufdd0${c}(), \ufdd1${c}, \ufdd2Error(\ufdd3${c})`,
  "line separators": (c) => `x\u2028${c}();//\u2029${c}();//\u0085${c}()`,
  backslash: (c) => `${c}()\\`,
  "backslash and quote": (c) => `\\"+${c}()//\\'+${c}()//\\\`+${c}()`,
  "script end": (c) => `</script><script>${c}()</script>`,
  "html comment": (c) => `<!--\n${c}()\n-->`,
  "html comment end": (c) => `\n-->${c}()`,
  bidi: (c) => `\u202e\u2066${c}()\u2069\u202c\ufeff\u200b`,
  "null character": (c) => `\0${c}()\u001b[31m`,
  "lone surrogates": (c) => `\udc00${c}()\ud800`,
  "type end": (c) => `"];};}${c}();type Q={a:1`,
  "regular expression end": (c) => `/;${c}();/`,
  "regular expression class": (c) => `[/]${c}()/;`,
  "open class": (c) => `[${c}`,
  "open group": (c) => `(?<${c}>`,
  "property escape": (c) => `\\p{L}+\\u{1F600}${c}`,
  tag: (c) => `@deprecated ${c}`,
  "tag over lines": (c) => `x\n@deprecated ${c}\n * @internal ${c}\n@typedef {${c}} ${c}`,
  link: (c) => `{@link ${c}} {@inheritDoc ${c}}`,
  import: (c) => `{import("${c}").${c}}`,
  "way up": (c) => `../../../${c}`,
  "way up, encoded": (c) => `%2e%2e%2f..%5c${c}`,
  "windows way": (c) => `C:\\${c}`,
  "absolute way": (c) => `/etc/${c}`,
  braces: (c) => `{${c}}{${c}}`,
  "open brace": (c) => `{${c}`,
  "own template": (c) => `{{${c}}}{{{${c}}}}{{#each ${c}}}`,
  header: (c) => `X\r\nSet-Cookie: ${c}`,
  type: (c) => `string(${c}())||number`,
  long: (c) => `${c} `.repeat(30),
  "long word": () => "a".repeat(300),
  empty: () => "",
  blank: () => " \t\n ",
  emoji: () => "👩‍👧 naïve Ünïcödé 日本",
  digits: () => "10",
  "number-like": () => "1e2",
  hyphens: () => "--",
  underscores: () => "__",
  "zero width": () => "a\u200db",
};

/** Words that mean something to JavaScript, to an operating system, or to generated code. */
export const words: readonly string[] = (
  "__proto__ constructor prototype toString hasOwnProperty then length name " +
  "class default delete await enum import type any never undefined NaN arguments eval " +
  "Promise Error Response Request Object Record Array Map Blob FormData URL Uint8Array Partial Exclude " +
  "client request call options sender form json text path query headers cookies body status handlers handle " +
  "issues value values problem server servers context result reply send replies part list string number " +
  "Sender Answer Context Issue Status Pet isPet checkPet parsePet explainPet isActive Api ApiClient createApiClient apiServers " +
  "pets more plain Plain con nul aux index runtime types server1 x- 4XX $ref"
).split(" ");

/** What stands where a number belongs, as JSON text. */
export const numbers: readonly string[] = [
  "9007199254740993",
  "-9007199254740993",
  "1e400",
  "-1e400",
  "1e-400",
  "-0",
  "-1",
  "1.5",
  "0",
  "1e21",
  "123456789012345678901234567890",
];

/** What is of another type than the place wants, as JSON text. */
export const others: readonly string[] = [
  "null",
  "true",
  "false",
  "0",
  "[]",
  "{}",
  '["__CANARY_1__.x()"]',
  '{"__proto__":{"polluted":"__CANARY_1__.x()"}}',
  '{"$ref":"#/components/schemas/Cat"}',
  '{"$ref":"https://example.org/__CANARY_1__.x"}',
  '"__CANARY_1__.x()"',
];
