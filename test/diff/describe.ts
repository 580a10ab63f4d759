import { expect } from "vitest";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import type { Side } from "../../src/diff/compare.js";
import { load } from "../../src/load/load.js";
import { Files } from "../../src/load/text/positions.js";
import { buildModel } from "../../src/model/build.js";

/** The old form and the new one. */
type Forms = readonly [unknown, unknown];

/** One change, with what is said of it from the old to the new description and the other way round. */
export interface Case {
  readonly change: string;
  readonly there: readonly string[];
  readonly back: readonly string[];
  /** Schemas: of the request's body, of the reply's, of a component in both, of a query parameter, of a header of the reply, of a webhook's body. */
  readonly body?: Forms;
  readonly reply?: Forms;
  readonly both?: Forms;
  readonly query?: Forms;
  readonly header?: Forms;
  readonly webhook?: Forms;
  /** Parts of a description: members of the operation, of the root, of the components; the parameters, replies, paths. */
  readonly operation?: Forms;
  readonly description?: Forms;
  readonly components?: Forms;
  readonly parameters?: Forms;
  readonly replies?: Forms;
  readonly paths?: Forms;
  /** Whole descriptions, as text. */
  readonly whole?: readonly [string, string];
}

const json = (schema: unknown) => ({ content: { "application/json": { schema } } });
const thing = { $ref: "#/components/schemas/Thing" };

/** One of the two descriptions of a case, as text. */
export function descriptionOf(one: Case, form: 0 | 1): string {
  const { body, reply, both, query, header, webhook } = one;
  if (one.whole) return one.whole[form];
  const ok = {
    description: "Yes.",
    ...(reply ? json(reply[form]) : both ? json(thing) : {}),
    ...(header ? { headers: { "X-A": { schema: header[form] } } } : {}),
  };
  const operation = {
    operationId: "sendThing",
    parameters:
      one.parameters?.[form] ?? (query ? [{ name: "q", in: "query", schema: query[form] }] : []),
    ...((body ?? both)
      ? { requestBody: { required: true, ...json(body ? body[form] : thing) } }
      : {}),
    responses: one.replies?.[form] ?? { "200": ok },
    ...(one.operation?.[form] as object | undefined),
  };
  const hook = {
    post: {
      operationId: "onThing",
      requestBody: { required: true, ...json(webhook?.[form]) },
      responses: { "204": { description: "Heard." } },
    },
  };
  const components = (one.components?.[form] ?? {}) as { readonly schemas?: object };
  return JSON.stringify(
    {
      openapi: "3.1.0",
      info: { title: "Things", version: "1" },
      paths: one.paths?.[form] ?? { "/things": { post: operation } },
      ...(webhook ? { webhooks: { thing: hook } } : {}),
      ...(one.description?.[form] as object | undefined),
      components: {
        ...components,
        schemas: {
          ...(components.schemas ?? { Note: { type: "string" } }),
          ...(both ? { Thing: both[form] } : {}),
        },
      },
    },
    undefined,
    1,
  );
}

/** A description without errors, as `compareApis` takes it. */
export async function sideOf(
  text: string,
  name: string,
): Promise<Side & { readonly files: Files }> {
  const diagnostics = new Diagnostics();
  const files = new Files();
  const description = await load({ text, name }, diagnostics, { cwd: process.cwd(), files });
  expect(diagnostics.all.filter(({ severity }) => severity === "error")).toEqual([]);
  if (!description) throw new Error("nothing was loaded");
  return { model: buildModel(description, diagnostics), openapi: description.version, files };
}
