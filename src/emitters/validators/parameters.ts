import { type Code, code, name } from "../../emit/code.js";

/** The words of code, without those in texts. */
export function wordsOf({ text }: Code): ReadonlySet<string> {
  const outsideTexts = text.replace(/"(?:[^"\\]|\\.)*"/g, '""');
  return new Set(outsideTexts.match(/[\p{ID_Start}_$][\p{ID_Continue}$]*/gu));
}

/** Whether code uses a name; what stands in texts does not count. */
export function uses(code: Code, word: string): boolean {
  return wordsOf(code).has(word);
}

export type ParameterName = "value" | "at" | "issues" | "levels";

/** The name of a parameter, with an underscore where the body does not use it: compilers ask for that. */
export function parameter(word: ParameterName, body: Code): Code {
  return uses(body, word) ? name(word) : code`_${name(word)}`;
}
