import { asObject } from "../../common/json.js";
import { below } from "../../common/pointers.js";
import { type LoadContext, child, entriesOf } from "../context.js";
import { closest } from "../../common/closest.js";
import type { Located } from "../document.js";
import { listing } from "../../common/words.js";

/** Styles by place (OpenAPI 3.1, section 4.8.12.3; `cookie` is from 3.2). */
export const styles: ReadonlyMap<string, readonly string[]> = new Map([
  ["path", ["matrix", "label", "simple"]],
  ["query", ["form", "spaceDelimited", "pipeDelimited", "deepObject"]],
  ["header", ["simple"]],
  ["cookie", ["form", "cookie"]],
]);

/** Default style by place (OpenAPI 3.1, section 4.8.12.2.2). */
export function usualStyle(place: string): string {
  return place === "path" || place === "header" ? "simple" : "form";
}

/** Headers that follow from other parts of a description (OpenAPI 3.1, section 4.8.12.2). */
const reserved: ReadonlyMap<string, string> = new Map([
  ["accept", "the content of the responses"],
  ["content-type", "the content of the body"],
  ["authorization", "security"],
]);

/** Parameters: what hangs on the place that they are in. */
export function checkParameters(context: LoadContext): void {
  const { walker, version } = context;
  for (const parameter of walker.all("Parameter")) {
    checkParameter(parameter, context);
    const { in: place } = asObject(parameter.value);
    if (version >= "3.0") checkForm(parameter, `${String(place)} parameter`, context);
  }
  for (const header of walker.all("Header"))
    if (version >= "3.0") checkForm(header, "header", context);
    else checkCollection(header, "a header", context.diagnostics);
}

/** Members that say how a value is written, where something else does, or where there is only one way. */
function checkForm(written: Located, kind: string, { version, diagnostics }: LoadContext): void {
  const value = asObject(written.value);
  // OpenAPI 3.2, section 4.12.2.2: where the style encodes what is reserved.
  const isCookieForm = kind.startsWith("cookie") && value["style"] !== "cookie";
  const isEncoded = /^(?:path|query)/.test(kind) || (version >= "3.2" && isCookieForm);
  const report = (keyword: string, type: string, hint: string): void =>
    diagnostics.report("no-effect", below(written.source, keyword), { keyword, type, hint });
  if (entriesOf(child(written, "content")).length > 0) {
    const type = `${kind === "header" ? kind : "parameter"} with content`;
    for (const keyword of ["style", "explode", "allowReserved"])
      if (value[keyword] !== undefined) report(keyword, type, "Remove it; the media type says it.");
  } else if (value["allowReserved"] === true && !isEncoded)
    report("allowReserved", kind, "Remove it; it is for values that are encoded.");
  if (value["allowEmptyValue"] === true && !kind.startsWith("query"))
    report("allowEmptyValue", kind, "Remove it; it is for values in a query.");
}

function checkParameter(parameter: Located, { version, walker, diagnostics }: LoadContext): void {
  const value = asObject(parameter.value);
  const { name, in: place, required, style, schema, content } = value;
  if (typeof name !== "string" || typeof place !== "string") return;
  if (name.trim() === "" && place !== "body" && place !== "header") {
    const hint = `Add name; as it is, the parameter is called ${JSON.stringify(name)}.`;
    const details = { object: "parameter", member: "name", hint };
    diagnostics.report("missing-member", below(parameter.source, "name"), details);
  }
  if (place === "path" && required !== true) {
    const source = below(parameter.source, required === undefined ? "name" : "required");
    diagnostics.report("path-parameter-optional", source, { parameter: name });
  }
  const instead = place === "header" ? reserved.get(name.toLowerCase()) : undefined;
  if (instead !== undefined) {
    const source = below(parameter.source, "name");
    diagnostics.report("parameter-reserved", source, { parameter: name, instead });
    return;
  }
  if (version < "3.0") {
    checkOldParameter(parameter, place, diagnostics);
    return;
  }
  const allowed = styles.get(place);
  // One that no parameter has was reported with its type.
  const isStyle = typeof style === "string" && [...styles.values()].flat().includes(style);
  if (isStyle && allowed && !allowed.includes(style)) {
    const details = {
      subject: `the style of a ${place} parameter`,
      value: style,
      allowed: listing(allowed),
      suggestion: closest(style, allowed),
      hint: `Write ${listing(allowed)}; without one of these it is ${usualStyle(place)}.`,
    };
    diagnostics.report("bad-value", below(parameter.source, "style"), details, "warning");
  }
  for (const [key, word, otherwise] of [
    ["in", "querystring", ", or use a query parameter"],
    ["style", "cookie", "; it is read as that reads it"],
  ] as const) {
    if (version >= "3.2" || value[key] !== word) continue;
    diagnostics.report("wrong-version", below(parameter.source, key), {
      subject: key === "in" ? word : `${key}: ${word}`,
      problem: "needs OpenAPI 3.2",
      version,
      hint: `Change to OpenAPI 3.2${otherwise}.`,
      marks: "value",
    });
  }
  const media = entriesOf(child(parameter, "content"));
  const isWhole = place === "querystring";
  const fault = contentFault(schema !== undefined, content !== undefined, media.length, isWhole);
  const leftOut = walker.leftOut.get(value);
  if (!fault || leftOut?.has("schema") || leftOut?.has("content")) return;
  const source = below(parameter.source, "name");
  diagnostics.report("parameter-schema", source, { parameter: name, ...fault });
}

interface Fault {
  readonly problem: string;
  readonly taken: string;
  readonly advice?: string;
}

/** OpenAPI 3.1, section 4.8.12: a parameter has a schema, or content with one media type. */
function contentFault(
  hasSchema: boolean,
  hasContent: boolean,
  media: number,
  isWhole: boolean,
): Fault | undefined {
  const unknown = "it may have any value";
  if (!hasSchema && !hasContent)
    return { problem: "has neither schema nor content", taken: unknown };
  if (hasSchema && media > 0)
    return { problem: "has both schema and content", taken: "its content counts" };
  if (isWhole && hasSchema)
    return {
      problem: "is the whole query string, which has content instead of a schema",
      taken: "an object is read as a form",
      advice: "Put the schema into content, below a media type.",
    };
  if (!hasContent || media === 1) return undefined;
  const instead = hasSchema ? "its schema counts" : unknown;
  return {
    problem: "needs exactly one media type in content",
    taken: media > 1 ? "the first one counts" : instead,
  };
}

function checkOldParameter(
  parameter: Located,
  place: string,
  diagnostics: LoadContext["diagnostics"],
): void {
  const value = asObject(parameter.value);
  const [object, member] = place === "body" ? ["body parameter", "schema"] : ["parameter", "type"];
  if (value[member] === undefined && value["schema"] === undefined) {
    diagnostics.report("missing-member", parameter.source, { object, member });
  } else if (place === "body") return;
  const isPair = place === "query" || place === "formData";
  checkCollection(parameter, isPair ? undefined : `a ${place} parameter`, diagnostics);
}

/** `where`, if it is a place of which OpenAPI 3 has commas as the only delimiter. */
function checkCollection(
  { value, source }: Located,
  where: string | undefined,
  diagnostics: LoadContext["diagnostics"],
): void {
  const { collectionFormat: format } = asObject(value);
  const unknown = where === undefined ? ["tsv"] : ["ssv", "tsv", "pipes", "multi"];
  if (typeof format !== "string" || !unknown.includes(format)) return;
  const details =
    where === undefined
      ? { format, known: "csv, ssv, pipes or multi" }
      : { format: `${format} in ${where}`, known: "csv" };
  diagnostics.report("collection-format", below(source, "collectionFormat"), details);
}
