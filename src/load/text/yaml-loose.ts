import type { Document, ParsedNode } from "yaml";
import type { ParserError } from "./yaml-faults.js";
import { yaml } from "./yaml-library.js";

/**
 * Options for all files: YAML 1.2; repeated keys are reported later, by our own diagnostic. What a tag beyond the core
 * schema is on, such as `!!omap`, is read as it is without the tag.
 */
export const yamlOptions = {
  version: "1.2",
  schema: "core",
  merge: false,
  resolveKnownTags: false,
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: "error",
} as const;

/** The part of the library's lexer that decides how far the lines of a quoted text, or between brackets, must be indented. */
interface Lexer {
  indentNext: number;
  parseQuotedScalar(): Generator<string, string | null>;
  parseFlowCollection(): Generator<string, string | null>;
}

/**
 * The document of a text in which lines of a quoted text, or between brackets, are indented less than its key, as libyaml and
 * js-yaml read on (YAML 1.2.2, sections 7.3 and 7.4, wants them deeper); undefined where more than that is
 * wrong with it, or the quote may be one that is not closed.
 */
export function parseLoosely(text: string): Document.Parsed | undefined {
  const parser = new (yaml().Parser)();
  const { lexer } = parser as unknown as { readonly lexer: Lexer };
  const strictly = lexer.parseQuotedScalar.bind(lexer);
  let isSwallowing = false;
  lexer.parseQuotedScalar = function* () {
    const { indentNext } = lexer;
    lexer.indentNext = 0;
    const tokens = strictly();
    let token = tokens.next();
    for (; !token.done; token = tokens.next()) {
      for (const [, indent = ""] of token.value.matchAll(member))
        isSwallowing ||= indent.length < indentNext;
      yield token.value;
    }
    lexer.indentNext = indentNext;
    return token.value;
  };
  const between = lexer.parseFlowCollection.bind(lexer);
  lexer.parseFlowCollection = function* () {
    const { indentNext } = lexer;
    lexer.indentNext = 0;
    const next = yield* between();
    lexer.indentNext = indentNext;
    return next;
  };
  const composer = new (yaml().Composer)<ParsedNode, true>(yamlOptions);
  const documents = [...composer.compose(parser.parse(text), true, text.length)];
  const [document] = documents;
  const isRead = documents.length === 1 && document?.errors.length === 0 && !isSwallowing;
  return isRead ? document : undefined;
}

/**
 * A line of a quoted text that, indented less, is a member of a mapping, if the text before it should have ended. No key begins
 * with what Markdown has around words.
 */
const member = /\n( *)(?:- +)?[^\s:`@%>|*!&#,{}[\]][^\s:]*:(?=\s|$)/g;

/** True if a member is without a value, as it cannot be in JSON. */
export function hasGap(document: Document.Parsed): boolean {
  const { visit, isScalar } = yaml();
  let isFound = false;
  visit(document, {
    Pair: (_, { value }) => {
      isFound ||= !value || (isScalar(value) && value.type === "PLAIN" && value.source === "");
      return isFound ? visit.BREAK : undefined;
    },
  });
  return isFound;
}

/** A comment right behind a value, or a second document that is empty: the text can be read on all the same. */
export function isHarmless({ message, code, pos }: ParserError, text: string): boolean {
  if (code !== "MULTIPLE_DOCS") return message.startsWith("Comments must be separated");
  const lines = text.slice(pos[0]).split("\n");
  return lines.every((line) => /^(?:---|\.\.\.)?\s*(?:#.*)?$/.test(line));
}

/** It may be no more than the indentation of a quoted text, or of what is between brackets. */
export function isUnclosed({ message }: ParserError): boolean {
  return /^Missing closing ["']quote|^Flow (?:map|sequence) in block/.test(message);
}
