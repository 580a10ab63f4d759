import { existsSync } from "node:fs";
import { beside } from "../beside.js";
import { type Group, groupsOf, type Outcome, read } from "./schema-suite.js";
import { run } from "./schema-suite-run.js";

/** The suite has formats as annotations, but for the files that are about asserting them. */
const isAsserted = ({ file }: Group): boolean => file.startsWith("optional/format");

/** All of draft 2020-12. */
export async function runDraft202012(): Promise<readonly Outcome[]> {
  const groups = groupsOf("draft2020-12");
  const annotated = groups.filter((group) => !isAsserted(group));
  return [
    ...(await run(annotated, { version: "3.1.0", formats: "annotate" })),
    ...(await run(groups.filter(isAsserted), { version: "3.1.0", formats: "assert" })),
  ];
}

const casesFile = beside("cases/schemas.json");

export const hasCases = existsSync(casesFile);

interface Case extends Omit<Group, "file"> {
  readonly topic: string;
  readonly dialect: "3.0" | "3.1";
  readonly formatAssertion?: boolean;
}

/** Semantics that validators get wrong. */
export async function runCases(): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const version of ["3.0.3", "3.1.0"] as const)
    for (const formats of ["annotate", "assert"] as const) {
      const cases = (read(casesFile) as Case[]).filter(
        ({ dialect, formatAssertion = false }) =>
          version.startsWith(dialect) && formatAssertion === (formats === "assert"),
      );
      outcomes.push(...(await run(cases.map(groupOf), { version, formats })));
    }
  return outcomes;
}

/** The schema of a case brings what it refers to along, in `components`. */
function groupOf({ topic, dialect, schema, ...rest }: Case): Group {
  const group = { ...rest, file: `${dialect} ${topic}` };
  if (typeof schema !== "object" || schema === null || !("components" in schema))
    return { ...group, schema };
  const { components, ...alone } = schema as {
    readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
  };
  return { ...group, schema: alone, components: components.schemas };
}

/** What OpenAPI 3.0.3 takes over from JSON Schema (section 4.7.24), and `$ref`. */
const keywordsOf30 = new Set([
  "title",
  "multipleOf",
  "maximum",
  "exclusiveMaximum",
  "minimum",
  "exclusiveMinimum",
  "maxLength",
  "minLength",
  "pattern",
  "maxItems",
  "minItems",
  "uniqueItems",
  "maxProperties",
  "minProperties",
  "required",
  "enum",
  "type",
  "allOf",
  "oneOf",
  "anyOf",
  "not",
  "items",
  "properties",
  "additionalProperties",
  "description",
  "format",
  "default",
  "$ref",
  // Says nothing, and is only a place that `$ref` points at.
  "definitions",
  "$comment",
]);

/**
 * The groups of draft 4 whose schemas OpenAPI 3.0 has too: with no keyword but those that its Schema Object lists,
 * one type that is not "null", one schema in `items`, and no address other than one in the same file. The format
 * files of the required part say that formats are ignored, as 2020-12's do, so formats are asserted in `optional` only.
 */
export function groupsOf30(): readonly Group[] {
  return groupsOf("draft4").filter(({ schema }) => isOf30(schema));
}

export async function runDraft4(): Promise<readonly Outcome[]> {
  const groups = groupsOf30();
  const annotated = groups.filter((group) => !isAsserted(group));
  return [
    ...(await run(annotated, { version: "3.0.3", formats: "annotate" })),
    ...(await run(groups.filter(isAsserted), { version: "3.0.3", formats: "assert" })),
  ];
}

/** All of draft 4 in OpenAPI 3.1, whose schemas say by `$schema` that they are written in it. */
export async function runDraft4In31(): Promise<readonly Outcome[]> {
  const $schema = "http://json-schema.org/draft-04/schema#";
  const groups = groupsOf("draft4").filter((group) => !isAsserted(group));
  const named = groups.map((group, index): Group => {
    const id = `https://suite.example/draft4/${index}`;
    return { ...group, schema: { $schema, id, ...(group.schema as object) } };
  });
  return run(named, { version: "3.1.0", formats: "annotate" });
}

function isOf30(schema: unknown): boolean {
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) return false;
  return Object.entries(schema as Readonly<Record<string, unknown>>).every(([key, value]) => {
    if (!keywordsOf30.has(key)) return false;
    if (key === "type") return typeof value === "string" && value !== "null";
    if (key === "$ref") return typeof value === "string" && value.startsWith("#");
    if (key === "items" || key === "not") return isOf30(value);
    if (key === "additionalProperties") return typeof value === "boolean" || isOf30(value);
    if (key === "properties" || key === "definitions")
      return Object.values(value as object).every(isOf30);
    if (["allOf", "anyOf", "oneOf"].includes(key)) return (value as unknown[]).every(isOf30);
    return true;
  });
}
