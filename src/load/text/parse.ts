import type { Diagnostics } from "../../diagnostics/diagnostics.js";
import type { Span } from "../../common/source.js";
import { isObject } from "../../common/json.js";
import { type JsonFault, beginsAsJson, findExtras, findJsonFault } from "./json.js";
import { type JsonTree, readJsonTree } from "./json-places.js";
import { readPlain } from "./yaml-events.js";
import { maximumDepth, readYaml } from "./yaml.js";
import { hasGap } from "./yaml-loose.js";
import type { YamlDocument } from "./yaml.js";

/** A file as plain JSON. */
export interface Parsed {
  readonly value: unknown;
  readonly notation: "JSON" | "YAML";
  /** Undefined for JSON, and for what was read without the places in it. */
  readonly yaml: YamlDocument | undefined;
}

/** Reads JSON or YAML; what is wrong with it is reported. `undefined`: there is no value. */
export function parse(text: string, file: string, diagnostics: Diagnostics): Parsed | undefined {
  const json = beginsAsJson(text);
  if (json) {
    const parsed = parseJson(text, file, diagnostics);
    if (parsed !== "not JSON") return parsed;
  }
  if (reportConflict(text, file, diagnostics) || reportControl(text, file, json, diagnostics))
    return undefined;
  if (json && /\.json$/i.test(file)) return parseLooseJson(text, file, diagnostics);
  const plain = readPlain(text);
  if (plain && "value" in plain) return { ...plain, notation: "YAML", yaml: undefined };
  if (plain) {
    const span: Span = { file, pointer: "", offset: plain.tooDeep, length: 1 };
    diagnostics.report("nested-too-deeply", span, { maximum: maximumDepth });
    return undefined;
  }
  const { document, value, faults } = readYaml(text);
  if (json && faults.some(({ code }) => code === "yaml-syntax"))
    return reportJson(text, file, diagnostics);
  for (const { code, problem, offset, length, taken } of faults) {
    const details = { problem, key: problem, maximum: maximumDepth, taken };
    diagnostics.report(code, { file, pointer: "", offset, length }, details);
  }
  return value === undefined ? undefined : { value, notation: "YAML", yaml: document };
}

function parseJson(
  text: string,
  file: string,
  diagnostics: Diagnostics,
): Parsed | undefined | "not JSON" {
  let tree: JsonTree;
  let value: unknown;
  try {
    tree = readJsonTree(text);
    value = tree.depth > maximumDepth ? undefined : JSON.parse(text);
  } catch {
    return "not JSON";
  }
  if (value === undefined) {
    const span: Span = { file, pointer: "", offset: tree.deepest, length: 1 };
    diagnostics.report("nested-too-deeply", span, { maximum: maximumDepth });
    return undefined;
  }
  for (const { key, pointer, offset, length } of tree.repeated) {
    const details = { key, taken: "the last" } as const;
    diagnostics.report("duplicate-key", { file, pointer, offset, length }, details);
  }
  return { value, notation: "JSON", yaml: undefined };
}

/**
 * Reads what is JSON but for comments and commas before closing brackets, or else, as other tools read it, what is a collection in
 * YAML: with keys without quotes, or a tab in a text. Blanks take the place of what is left out, so that offsets stay.
 */
function parseLooseJson(text: string, file: string, diagnostics: Diagnostics): Parsed | undefined {
  const extras = findExtras(text);
  let plain = "";
  for (const { offset, length } of extras)
    plain += text.slice(plain.length, offset) + " ".repeat(length);
  plain += text.slice(plain.length);
  const report = ({ problem, offset, length }: JsonFault): void => {
    const span: Span = { file, pointer: "", offset, length };
    diagnostics.report("json-syntax", span, { problem, isRead: true });
  };
  let parsed = extras.length > 0 ? parseJson(plain, file, diagnostics) : "not JSON";
  if (parsed === "not JSON") {
    const fault = findJsonFault(plain);
    const { document, value, faults } = readYaml(plain);
    const isRead = isObject(value) && faults.length === 0 && document && !hasGap(document);
    if (!fault || !isRead) return reportJson(plain, file, diagnostics);
    report(fault);
    parsed = { value, notation: "YAML", yaml: document };
  }
  extras.forEach(report);
  return parsed;
}

/** Finds a line that git writes where two versions cannot be merged. No JSON, and no YAML, has such lines. */
function reportConflict(text: string, file: string, diagnostics: Diagnostics): boolean {
  const offset = text.startsWith("<<<<<<< ") ? 0 : text.indexOf("\n<<<<<<< ") + 1;
  if (offset === 0 && !text.startsWith("<<<<<<< ")) return false;
  diagnostics.report("merge-conflict", { file, pointer: "", offset, length: 7 }, {});
  return true;
}

/** Neither JSON nor YAML has such a character, except as an escape (RFC 8259, section 7; YAML 1.2, section 5.1). */
function reportControl(
  text: string,
  file: string,
  json: boolean,
  diagnostics: Diagnostics,
): boolean {
  const offset = text.search(/[\0-\x08\x0b\x0c\x0e-\x1f]/);
  if (offset < 0) return false;
  const code = text.charCodeAt(offset).toString(16).toUpperCase().padStart(4, "0");
  const problem = `the control character U+${code} has to be an escape in double quotes`;
  const span: Span = { file, pointer: "", offset, length: 1 };
  diagnostics.report(json ? "json-syntax" : "yaml-syntax", span, { problem });
  return true;
}

function reportJson(text: string, file: string, diagnostics: Diagnostics): undefined {
  const fault = findJsonFault(text) ?? { problem: "this is not JSON", offset: 0, length: 1 };
  const { problem, offset, length } = fault;
  diagnostics.report("json-syntax", { file, pointer: "", offset, length }, { problem });
}
