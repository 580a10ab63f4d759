import type { Operation } from "../types.js";
import { camelCase, isMemberName, pascalCase } from "./naming.js";

/**
 * The name of an operation in the group of its tag: `readItems` for `items-read_items`, `ItemsController_readItems` and
 * FastAPI's `read_items_items__get`. Undefined where nothing is left that can be a name.
 */
export function shortName({ id, method, template }: Operation, tag: string): string | undefined {
  // As FastAPI makes it: the function, then the path and the method.
  const ending = `${template.replace(/\W/g, "_")}_${method.toLowerCase()}`;
  const plain = id.endsWith(ending) ? id.slice(0, -ending.length) : id;
  const words = wordsOf(plain);
  const rest = after(words, wordsOf(tag)) ?? words;
  const name = camelCase(pascalCase(rest.join(" ")));
  return name === "" || isMemberName(name) ? undefined : name;
}

/** Without the tag, or the class that a framework makes of it: `PetsController`, `PetController` for `pets`. */
function after(words: readonly string[], tag: readonly string[]): readonly string[] | undefined {
  const isWhole = tag.length > 0 && tag.every((word, at) => isSame(word, words[at] ?? ""));
  const isOne = tag.length === 1 && isSame((tag[0] ?? "").replace(/s$/i, ""), words[0] ?? "");
  const isClass = /^(controller|api|service|router|resource)$/i.test(words[tag.length] ?? "");
  if (!isWhole && !(isOne && isClass)) return undefined;
  const left = words.slice(tag.length + (isClass ? 1 : 0));
  return left.length === 0 ? undefined : left;
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

/** `read`, `Items` for `read_Items` and `readItems`. */
function wordsOf(text: string): readonly string[] {
  return text
    .split(/[^\p{ID_Continue}]+|_+|(?<=[\p{Ll}\d])(?=\p{Lu})/u)
    .filter((word) => word !== "");
}
