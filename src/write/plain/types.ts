import { cut, padding, spread } from "./padding.js";

/** A member of a type in a line, or the head of one with members. */
export function member(line: string, indent: number, width: number): string | undefined {
  const pad = padding(indent);
  if (indent + line.length <= width) return plainMember.test(line) ? pad + line : undefined;
  const method = /^(\w+\()([\w?:, <>|]+)(\): [\w<>]+;)$/.exec(line);
  if (method) {
    const [, head = "", parameters = "", rest = ""] = method;
    if (/<[^>]*,/.test(parameters)) return undefined;
    return `${pad}${head}\n${spread(parameters, indent + 2)}${pad}${rest}`;
  }
  const [name = "", type = ""] = cut(line, ": ");
  if (!/^(?:readonly )?\w+\??$/.test(name) || !/^(?:\w|"[^"]*"| \| )+;$/.test(type))
    return undefined;
  const lines = union(type, indent + 2, width);
  return lines && `${pad}${name}:\n${lines}`;
}

const plainMember =
  /^(?:readonly )?(?:\w+\??|"(?![A-Za-z_$][\w$]*"|\d)[^"]*"\??|\[key: string\]): (?:(?:[\w .|<>,[\]]|"[^"]*")+;|\{)$|^\w+\([\w?:, <>|]+\): [\w<>]+;$/;

/** A union below its name: in a line, or an alternative a line. */
function union(type: string, indent: number, width: number): string | undefined {
  const pad = padding(indent);
  const alternatives = type.slice(0, -1).split(" | ");
  // What may be null, but is nothing else, stays behind the name.
  if (alternatives.length === 1 || (alternatives.length === 2 && type.includes("null")))
    return undefined;
  if (indent + type.length <= width) return pad + type;
  if (!alternatives.every((one) => /^(?:\w+|"[^"]*")$/.test(one))) return undefined;
  return `${pad}| ${alternatives.join(`\n${pad}| `)};`;
}

/** An `export type` that is too long for a line. */
export function alias(line: string, width: number): string | undefined {
  const [head = "", type = ""] = cut(line, " = ");
  if (!/^export type \w+$/.test(head) || !/^(?:\w|"[^"]*"| \| )+;$/.test(type)) return undefined;
  const lines = union(type, 2, width);
  return lines && `${head} =\n${lines}`;
}
