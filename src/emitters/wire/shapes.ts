import { array, arrayIfAny, type Code, code, object, str, use } from "../../emit/code.js";
import type { JsonType, Schema } from "../../model/types.js";
import { itemsOf, meantTypes, membersOf } from "../../model/walks/values.js";
import { tableEntry } from "./access.js";
import { patternCode } from "../validators/code/pattern.js";

/** Maximum depth of values in brackets, and maximum number of schemas in all. */
const deepest = 8;
const mostSchemas = 2000;

/** The form that the text of a value is read into, as `Shape` of the runtime says it; `isDeep`: by brackets it may be nested. */
export function shapeCode(schema: Schema, isDeep = false): Code {
  return new Shapes().at(schema, isDeep ? deepest : 2);
}

class Shapes {
  #left = mostSchemas;

  /** A schema may lead to itself, so what lies deeper may be anything. */
  at(schema: Schema | undefined, depth: number): Code {
    const types = schema && meantTypes(schema);
    if (!schema || !types || depth < 0 || this.#left-- < 0) return str("any");
    const shapes = types.map((type) => this.#ofType(type, schema, depth));
    const [only, ...others] = shapes;
    if (!only) return str("any");
    return others.length === 0 ? only : array(shapes);
  }

  #ofType(type: JsonType, schema: Schema, depth: number): Code {
    if (type === "array") return this.#list(schema, depth - 1);
    if (type === "object") return this.#object(schema, depth - 1);
    return type === "date"
      ? use("dateTime", "./runtime/validate/formats/date-times.js")
      : str(type);
  }

  #list(schema: Schema, depth: number): Code {
    const { first, rest } = itemsOf(schema);
    const items = this.at(rest, depth);
    return object({ first: arrayIfAny(first.map((one) => this.at(one, depth))), items });
  }

  #object(schema: Schema, depth: number): Code {
    const { properties, patterns, rest } = membersOf(schema);
    const named = [...properties].map(([name, one]) =>
      tableEntry(name, this.at(one, depth), () =>
        use("Shape", "./runtime/validate/shape.js", "type"),
      ),
    );
    const matched = [...patterns].flatMap(([pattern, one]) => {
      const test = patternCode(pattern);
      return test ? [code`[${test}, ${this.at(one, depth)}]`] : [];
    });
    // Only what is declared, or an exploded object would take in the names of all other parameters.
    const isOpen = rest !== undefined || (named.length === 0 && matched.length === 0);
    return object({
      properties: object(named),
      patterns: arrayIfAny(matched),
      rest: isOpen ? this.at(rest, depth) : undefined,
    });
  }
}
