import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { beside } from "../beside.js";
import { bodyReader } from "../../src/runtime/server/requests/body.js";
import { chunksOf } from "../../src/runtime/wire/streams/chunks.js";
import { Problem } from "../../src/runtime/server/problem.js";
import type { IncomingRequest } from "../../src/runtime/server/server.js";
import { requestReader } from "../../src/runtime/server/requests/request.js";
import {
  type JsonSchema,
  type OpenApiParameter,
  checksFor,
  requestSchema,
  toField,
  toParameter,
} from "./from-openapi.js";

interface Case {
  readonly id: string;
  readonly group: string;
  readonly dir: string;
  readonly in: OpenApiParameter["in"] | "body";
  readonly style?: string;
  readonly explode?: boolean;
  readonly styleExplicit?: boolean;
  readonly allowReserved?: boolean;
  readonly content?: string;
  readonly name: string;
  readonly required?: boolean;
  readonly schema: JsonSchema;
  readonly value: unknown;
  readonly serialized: string | null;
  readonly alt?: readonly string[];
  readonly claimed?: readonly string[];
  readonly note?: string;
  readonly error?: { readonly status: number };
}

const file = beside("cases/parameters.json");
const found = existsSync(file);
const { cases } = found
  ? (JSON.parse(readFileSync(file, "utf8")) as { cases: Case[] })
  : { cases: [] };
const rows = cases.filter(({ dir }) => ["both", "parse", "parse-error"].includes(dir));
/** OpenAPI does not say how these are read; the values that the cases propose are our choice too. */
const open = ({ group, note = "" }: Case): boolean =>
  group === "convention" || note.includes("choice");

describe.skipIf(!found)(
  "parameters and forms are read (skipped where ../shared is missing)",
  () => {
    test("there are cases", () => {
      expect(rows.length).toBeGreaterThan(100);
    });

    for (const row of rows) run(row);
  },
);

function run(row: Case): void {
  const title = `${open(row) ? "left open" : "fixed"} by OpenAPI: ${row.id} ${row.in} ${row.style ?? row.content ?? "form"}: ${row.serialized}`;
  for (const text of [row.serialized, ...(row.alt ?? [])]) {
    test(title, async () => {
      if (row.dir === "parse-error") {
        const failure = await read(row, text).catch((error: unknown) => error);
        expect(failure).toBeInstanceOf(Problem);
        expect((failure as Problem).status).toBe(row.error?.status);
        expect((failure as Problem).issues).not.toEqual([]);
      } else expect(await read(row, text)).toEqual(valueOf(row.value));
    });
  }
}

/** The value that a handler would find under the parameter's name. */
async function read(row: Case, text: string | null): Promise<unknown> {
  if (row.in === "body") return readForm(row, text ?? "");
  const parameter = parameterOf(row, row.in);
  const others = (row.claimed ?? []).map((name): OpenApiParameter => ({ name, in: "query" }));
  const declared = [parameter, ...others];
  const reader = requestReader({
    path: `/x/{${row.name}}`,
    parameters: declared.map(toParameter),
    check: checksFor()(requestSchema(declared)),
  });
  const fields: Record<string, string> = {};
  if (text !== null && row.in === "header") fields[row.name.toLowerCase()] = text;
  if (text !== null && row.in === "cookie") fields["cookie"] = text;
  const request = requestWith(fields);
  const query = row.in === "query" ? (text ?? "") : "";
  const { value } = await reader(request, query, row.in === "path" ? [text ?? ""] : [], 1024);
  const group = { path: "path", query: "query", header: "headers", cookie: "cookies" }[row.in];
  return (value[group] as Record<string, unknown>)[row.name];
}

function parameterOf(row: Case, place: OpenApiParameter["in"]): OpenApiParameter {
  return {
    name: row.name,
    in: place,
    ...(row.required === undefined ? {} : { required: row.required }),
    ...(row.allowReserved === undefined ? {} : { allowReserved: row.allowReserved }),
    ...(row.style === undefined || row.styleExplicit === false ? {} : { style: row.style }),
    ...(row.explode === undefined || row.styleExplicit === false ? {} : { explode: row.explode }),
    ...(row.content === undefined
      ? { schema: row.schema }
      : { content: { [row.content]: { schema: row.schema } } }),
  };
}

async function readForm(row: Case, text: string): Promise<unknown> {
  const field = toField(parameterOf(row, "query"));
  const type = "application/x-www-form-urlencoded";
  const reader = bodyReader({ content: { [type]: { codec: "form", fields: [field] } } });
  const request = requestWith({ "content-type": type }, new TextEncoder().encode(text));
  const { value } = await reader(request, 1024, []);
  return (value as Record<string, unknown>)[row.name];
}

function requestWith(fields: Readonly<Record<string, string>>, body?: Uint8Array): IncomingRequest {
  return {
    method: "GET",
    target: "/",
    remoteAddress: undefined,
    signal: new AbortController().signal,
    hasBody: body !== undefined,
    raw: undefined,
    header: (name) => fields[name],
    headers: () => Object.entries(fields),
    read: () => Promise.resolve(body ?? new Uint8Array()),
    chunks: () => chunksOf(new Blob().stream()),
  };
}

function valueOf(value: unknown): unknown {
  const special = value as { $undefined?: true } | null;
  return special?.$undefined === true ? undefined : value;
}
