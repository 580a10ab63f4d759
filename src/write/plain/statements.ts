import { operands } from "./conditions.js";
import { cut, padding, spread } from "./padding.js";
import { closeOf, endOfItem, endOfStatement, hasBrace } from "./scan.js";
import { alias } from "./types.js";

/** A statement in a line, or the head of one with a block. */
export function statement(line: string, indent: number, width: number): string | undefined {
  const pad = padding(indent);
  const isChoice = line.charCodeAt(2) === 0x20 && line.startsWith("if (");
  if (indent + line.length <= width && !(isChoice && line.includes(" else ")))
    return isKnown(line) ? pad + line : undefined;
  if (isChoice) return choice(line, indent, width, "");
  if (line.startsWith("const {")) return taken(line, indent, width);
  if (line.startsWith("return ")) {
    const value = line.slice(7, -1);
    return call("return ", value, indent, width) ?? returned(value, indent, width);
  }
  if (/^(?:export )?function /.test(line)) return functionHead(line);
  if (line.startsWith("import ")) return imported(line);
  if (line.startsWith("export type ")) return alias(line, width);
  if (/^(?:export )?const /.test(line)) return constant(line, indent, width);
  return call("", line.slice(0, -1), indent, width);
}

/** Whether a line that fits stays as it is. */
function isKnown(line: string): boolean {
  const first = line.charCodeAt(0);
  if (
    (first === 0x63 || first === 0x69) &&
    /^(?:const \{ [\w:, ]+ \} = |import (?:type )?\{ )/.test(line)
  )
    return line.endsWith(";");
  return known.test(line) && !hasBrace(line, line.length - 1);
}

const known =
  /^(?:if \(.*\) )?(?:return(?: .*)?;|[\w.]+\(.*\);|(?:const|let) \w+ = [^(\s].*;|(?:export )?const \w+: .* = .*;|(?:export )?function \w+\(.*\): [\w ]+ \{|for \(.*\) \{|\w+ \+?= .*;|continue;|break;)$|^if \(.*\) \{$|^export (?:interface \w+(?:<\w+(?: = \w+)?>)?|type \w+ =) \{$|^export type \w+ = (?:[\w .|[\]]|"[^"]*")+;$/;

/** An `if`, with what comes `before` it in its line, and with its `else`. */
function choice(line: string, indent: number, width: number, before: string): string | undefined {
  const pad = padding(indent);
  const close = closeOf(line, 3);
  if (close < 0) return undefined;
  const condition = line.slice(4, close);
  const head = `${pad}${before}if (`;
  const opening = (behind: ")" | ") {"): string | undefined => {
    const whole = `${head}${condition}${behind}`;
    if (whole.length <= width) return whole;
    const broken = operands(condition, indent + 2, width);
    return broken && `${head}\n${broken}\n${pad}${behind}`;
  };
  if (line.endsWith("{") && close === line.length - 3) return opening(") {");
  const end = endOfStatement(line, close + 2);
  const body = line.slice(close + 2, end);
  if (end < 0 || !isSimple(body)) return undefined;
  let out: string | undefined;
  if (head.length + end - 4 <= width) out = `${head}${condition}) ${body}`;
  else {
    const inner = statement(body, indent + 2, width);
    out = inner && opening(")");
    out &&= `${out}\n${inner}`;
  }
  if (out === undefined || end === line.length) return out;
  if (!line.startsWith(" else ", end)) return undefined;
  const other = otherwise(line.slice(end + 6), indent, width, "else ");
  return other && `${out}\n${other}`;
}

/** What stands behind an `else`. */
export function otherwise(
  line: string,
  indent: number,
  width: number,
  before: string,
): string | undefined {
  if (line.startsWith("if (")) return choice(line, indent, width, before);
  const pad = padding(indent);
  if (line === "{") return `${pad}${before}{`;
  if (!isSimple(line) || endOfStatement(line, 0) !== line.length) return undefined;
  if (indent + before.length + line.length <= width) return `${pad}${before}${line}`;
  const inner = statement(line, indent + 2, width);
  return inner && `${pad}${before.trimEnd()}\n${inner}`;
}

/** Whether it is what is done under a condition, without a block. */
function isSimple(line: string): boolean {
  return /^(?:return(?: .*)?|[\w.]+\(.*\)|\w+ \+?= .*|continue|break);$/.test(line);
}

function taken(line: string, indent: number, width: number): string | undefined {
  const match = /^const \{ ([\w:, ]+) \} = (\w+(?: as \w+)?;)$/.exec(line);
  if (!match) return undefined;
  const [, names = "", value = ""] = match;
  const pad = padding(indent);
  const hasOthers = names.includes(":") && names.split(",").length > 2;
  if (!hasOthers && indent + names.length + "const {  } =".length <= width)
    return `${pad}const { ${names} } =\n${pad}  ${value}`;
  return `${pad}const {\n${spread(names, indent + 2)}${pad}} = ${value}`;
}

function returned(value: string, indent: number, width: number): string | undefined {
  const pad = padding(indent);
  const lines = operands(value, indent + 2, width);
  const isShort = indent + 2 + value.length <= width;
  return lines && `${pad}return (\n${isShort ? `${pad}  ${value}` : lines}\n${pad});`;
}

/** A call whose arguments stand in a line each, or the items of its last one. */
function call(before: string, text: string, indent: number, width: number): string | undefined {
  const open = text.indexOf("(");
  if (!/^[\w.]+$/.test(text.slice(0, open))) return undefined;
  const pad = padding(indent);
  if (text.endsWith("])")) {
    const list = text.lastIndexOf(" [") + 1;
    if (list > 0 && indent + before.length + list + 1 <= width) {
      const lines = items(text.slice(0, -1), list + 1, indent + 2, width);
      if (closeOf(text, open) !== text.length - 1) return undefined;
      return lines && `${pad}${before}${text.slice(0, list + 1)}\n${lines}\n${pad}]);`;
    }
  }
  const lines = items(text, open + 1, indent + 2, width);
  return lines && `${pad}${before}${text.slice(0, open + 1)}\n${lines}\n${pad});`;
}

/** Arguments or items, a line each: all from `start` on, but for the bracket at the end. */
export function items(
  text: string,
  start: number,
  indent: number,
  width: number,
): string | undefined {
  const pad = padding(indent);
  const lines: string[] = [];
  for (let from = start, end = start; end < text.length - 1; from = end + 2) {
    end = endOfItem(text, from);
    if (end < 0) return undefined;
    const item = text.slice(from, end);
    // What cannot be broken may be too long.
    if (indent + item.length >= width && !/^(?:"[^"]*"|\w+)$/.test(item)) return undefined;
    if (!isItemStart(item.charCodeAt(0))) return undefined;
    lines.push(`${pad}${item},`);
  }
  return lines.join("\n");
}

/** Letters, texts, `!` and lists. */
function isItemStart(c: number): boolean {
  return (c >= 0x5b && c <= 0x7a) || (c >= 0x41 && c <= 0x5a) || c === 0x22 || c === 0x21;
}

function functionHead(line: string): string | undefined {
  const match = /^((?:export )?function \w+\()([^(){}]*)(\): [\w ]+ \{)$/.exec(line);
  if (!match) return undefined;
  const [, head = "", parameters = "", rest = ""] = match;
  return `${head}\n${spread(parameters, 2)}${rest}`;
}

function imported(line: string): string | undefined {
  const match = /^(import (?:type )?\{) ([\w, ]+) (\} from "[^"]*";)$/.exec(line);
  if (!match) return undefined;
  const [, head = "", names = "", rest = ""] = match;
  return names.includes(",") ? `${head}\n${spread(names, 2)}${rest}` : line;
}

function constant(line: string, indent: number, width: number): string | undefined {
  const [head = "", value = ""] = cut(line, " = ");
  const pad = padding(indent);
  if (/^"[^"]*";$/.test(value)) return `${pad}${head} =\n${pad}  ${value}`;
  if (indent > 0) return undefined;
  const [arrow = "", condition = ""] = cut(line, " => ");
  if (/^const \w+ = \(\w+: \w+\): \w+$/.test(arrow)) {
    if (arrow.length + " =>".length > width) return undefined;
    if (condition.length + 2 <= width) return `${arrow} =>\n  ${condition}`;
    const lines = operands(condition.slice(0, -1), 2, width, 1);
    return lines && `${arrow} =>\n${lines};`;
  }
  if (/^\[.*\];$/.test(value)) {
    if (head.length + 4 > width)
      return value.length + 2 <= width ? `${head} =\n  ${value}` : undefined;
    const lines = /^\[["a-z]/.test(value) ? items(value.slice(0, -1), 1, 2, width) : undefined;
    return lines && `${head} = [\n${lines}\n];`;
  }
  const made = /^(\/\* @__PURE__ \*\/ (new )?\w+\()(\w+)\);$/.exec(value);
  if (!made) return undefined;
  const [, maker = "", isNew, argument = ""] = made;
  // A call with one short argument is not taken apart.
  const isWhole = isNew === undefined && argument.length <= width / 4;
  if (!isWhole && head.length + 3 + maker.length <= width)
    return `${head} = ${maker}\n  ${argument},\n);`;
  return value.length + 2 <= width ? `${head} =\n  ${value}` : undefined;
}
