import type { Issue } from "../../validate/issue.js";
import type { Field } from "../operation.js";
import { fieldReader, readText } from "../../wire/parameters/parameters.js";
import type { Shape } from "../../validate/shape.js";

/** A header in `style: simple` whose value may be of several types. */
export function shaped(text: string, field: Field, type: Shape, explode = false): unknown {
  const { issues, path = "" } = field;
  const found: Issue[] = [];
  const reader = fieldReader({ name: "", type, explode }, "header");
  const value = readText({ ...reader, place: path }, text.trim(), found);
  issues?.push(...found);
  return value;
}
