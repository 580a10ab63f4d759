/** Something wrong with a YAML text, with its position. */
export interface YamlFault {
  readonly code:
    | "yaml-syntax"
    | "yaml-loose"
    | "yaml-multiple-documents"
    | "duplicate-key"
    | "yaml-alias"
    | "yaml-alias-bomb"
    | "nested-too-deeply"
    | "yaml-not-json";
  /** The key, where it is a repeated one. */
  readonly problem: string;
  readonly offset: number;
  readonly length: number;
  /** For a repeated key whose values are the same. */
  readonly taken?: "the last" | undefined;
}

export interface ParserError {
  readonly code: string;
  readonly message: string;
  readonly pos: readonly number[];
}

/** The breach of YAML in a text that could be read all the same. */
export function looseness(text: string, error: ParserError): YamlFault {
  const { offset, length, problem } = explain(text, error);
  const loose = (problem: string, at = offset): YamlFault => ({
    code: "yaml-loose",
    offset: at,
    length,
    problem,
  });
  if (problem.startsWith("the quote"))
    return loose("the lines of this quoted text must be indented deeper than its key");
  if (error.code === "BAD_INDENT")
    return loose("what stands between brackets must be indented deeper than its key");
  if (error.code === "MULTIPLE_DOCS")
    return loose("a second YAML document begins here, which is empty");
  return loose("a blank is missing before the # of this comment", error.pos[0] ?? 0);
}

/** The parser's words for a syntax error, as advice to a person. */
export function explain(text: string, error: ParserError): YamlFault {
  const offset = Math.min(error.pos[0] ?? 0, Math.max(0, text.length - 1));
  const at = (problem: string, place = offset, length = 1): YamlFault => ({
    code: "yaml-syntax",
    problem,
    offset: place,
    length,
  });
  switch (error.code) {
    case "MULTIPLE_DOCS":
      return { ...at("", offset, 3), code: "yaml-multiple-documents" };
    case "TAB_AS_INDENT":
      return at("a tab is used for indentation; YAML wants spaces");
    case "BLOCK_AS_IMPLICIT_KEY":
    case "MULTILINE_IMPLICIT_KEY":
      return explainNesting(text, offset, at);
    case "BAD_INDENT":
      return at(
        error.message.startsWith("Flow")
          ? "a [ or { before this line is never closed"
          : "the indentation of this line fits no line above it",
      );
    case "MISSING_CHAR": {
      const quote = /^Missing closing (["'])/.exec(error.message)?.[1];
      if (quote) {
        return at("the quote that opens here is never closed", openingQuote(text, quote, offset));
      }
      return at("a : is missing after this key", offset, lineEnd(text, offset) - offset);
    }
    case "BAD_SCALAR_START":
      return at(`a value cannot begin with ${text[offset] ?? "this"}; put it in quotes`);
    case "BAD_DQ_ESCAPE":
      return at(
        `${error.message.replace(/^Invalid/, "there is no")}; use single quotes for text with backslashes`,
      );
    case "UNEXPECTED_TOKEN":
      return at(
        text[offset] === "]" || text[offset] === "}"
          ? `nothing is open that this ${text[offset]} could close`
          : "this does not belong here; is the indentation right?",
      );
    default:
      return at(error.message.charAt(0).toLowerCase() + error.message.slice(1));
  }
}

function explainNesting(
  text: string,
  offset: number,
  at: (problem: string, place?: number, length?: number) => YamlFault,
): YamlFault {
  const end = lineEnd(text, offset);
  const colon = /:(?:\s|$)/.exec(text.slice(offset, end));
  if (colon) {
    return at("a second `: ` in one line; put the text in quotes", offset + colon.index);
  }
  const next = /\S/.exec(text.slice(end));
  const deeper = next && indentation(text, end + next.index) > indentation(text, offset);
  return deeper
    ? at("this line is indented deeper than the one above allows", end + next.index)
    : at("a `: ` is missing after the key", offset, end - offset);
}

function openingQuote(text: string, quote: string, before: number): number {
  for (let at = text.lastIndexOf(quote, before); at >= 0; at = text.lastIndexOf(quote, at - 1)) {
    if (at === 0 || /[\s:,[{?-]/.test(text[at - 1] ?? "")) return at;
  }
  return before;
}

/** Indentation of the line that contains `offset`. */
function indentation(text: string, offset: number): number {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^ */.exec(text.slice(start, offset + 1))?.[0].length ?? 0;
}

function lineEnd(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end < 0 ? text.length : end;
}
