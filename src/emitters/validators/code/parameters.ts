import { type Code, code, hasWord, name } from "../../../emit/code.js";

export type ParameterName = "value" | "at" | "schema" | "issues" | "levels";

/** The name of a parameter, with an underscore where the body does not use it: compilers ask for that. */
export function parameter(word: ParameterName, body: Code): Code {
  return hasWord(body, word) ? name(word) : code`_${name(word)}`;
}
