import { type Code, code, name } from "../../emit/code.js";

/** Whether code uses a name; what stands in texts does not count. */
export function uses({ text }: Code, word: string): boolean {
  return new RegExp(`\\b${word}\\b`).test(text.replace(/"(?:[^"\\]|\\.)*"/g, '""'));
}

/** The name of a parameter, with an underscore where the body does not use it: compilers ask for that. */
export function parameter(word: "value" | "at" | "issues" | "levels", body: Code): Code {
  return uses(body, word) ? name(word) : code`_${name(word)}`;
}
