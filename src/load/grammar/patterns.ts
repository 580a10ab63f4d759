import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

/**
 * The pattern in the notation of ECMA-262: `^a$` for `/^a$/`, as NestJS and Laravel write it, which no text matches with
 * the slashes, and for Ruby's `\Aa\z`.
 */
export function plainPattern(written: string): string {
  const [, inner = "", flags = ""] = /^\/(.*)\/([dgimsuvy]*)$/s.exec(written) ?? [];
  const isAnchored = inner.startsWith("^") || /(?:^|[^\\])(?:\\\\)*\$$/.test(inner);
  const plain = (isAnchored ? inner : written).replaceAll(
    /\\(.)/gs,
    (escape: string, letter: string) =>
      letter === "A" ? "^" : letter === "Z" || letter === "z" ? "$" : escape,
  );
  return isAnchored && flags.includes("i") ? withBothCases(plain) : plain;
}

/** `[Aa]` for `a`: a pattern in JSON Schema has no flags. */
function withBothCases(source: string): string {
  const { JS } = require("refa") as typeof import("refa");
  try {
    const parser = JS.Parser.fromLiteral({ source, flags: "i" });
    const { expression } = parser.parse({ backreferences: "throw" });
    return JS.toLiteral(expression, { flags: { ignoreCase: false } }).source;
  } catch {
    return source;
  }
}
