import { padding } from "./padding.js";
import { closeOf, endOfOperand } from "./scan.js";

/** `a && b`, an operand a line, all at `indent`; undefined for other expressions. */
export function operands(
  text: string,
  indent: number,
  width: number,
  after = 0,
): string | undefined {
  const lines = nested(text, { indent, column: indent, after, isInner: false }, width);
  return lines && padding(indent) + lines;
}

interface Place {
  /** What lines behind the first one are indented by, but for the two more within parentheses. */
  readonly indent: number;
  /** Where the first operand begins. */
  readonly column: number;
  /** How many characters follow the last one. */
  readonly after: number;
  /** Whether it stands in parentheses. */
  readonly isInner: boolean;
}

function nested(text: string, place: Place, width: number): string | undefined {
  const { isInner, after } = place;
  const behind = isInner ? place.indent + 2 : place.indent;
  let { indent, column } = place;
  let out = "";
  let operator = "";
  for (let start = 0; start < text.length;) {
    const end = endOfOperand(text, start);
    if (end < 0) return undefined;
    const isLast = end === text.length;
    const here = isLast ? operator : text.slice(end + 1, end + 3);
    if (here === "" || (operator !== "" && here !== operator)) return undefined;
    operator = here;
    const operand = text.slice(start, end);
    const more = isLast ? after : 3;
    if (column + operand.length + more <= width) out += operand;
    else {
      if (!operand.startsWith("(") || closeOf(operand, 0) !== operand.length - 1) return undefined;
      const inside = { indent, column: column + 1, after: more + 1, isInner: true };
      const inner = nested(operand.slice(1, -1), inside, width);
      if (inner === undefined) return undefined;
      out += `(${inner})`;
    }
    if (!isLast) out += ` ${operator}\n${padding(behind)}`;
    indent = behind;
    column = behind;
    start = end + 4;
  }
  return out;
}
