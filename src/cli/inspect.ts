import { withCallbacks } from "../model/operations.js";
import { pagesOf } from "../model/pages.js";
import type { ApiModel } from "../model/types.js";

/** Output of `specsmith inspect --json`. */
export interface Inspection {
  readonly name: string;
  readonly title: string;
  readonly version: string;
  readonly operations: readonly {
    readonly id: string;
    readonly kind: "path" | "webhook" | "callback";
    readonly method: string;
    readonly path: string;
    /** The function of the client and the handler of the server. */
    readonly name: string;
    readonly request: string;
    readonly reply: string;
    readonly deprecated: boolean;
    /** The kind of pagination, and the parameter that changes from page to page. */
    readonly pages?: { readonly kind: string; readonly parameter?: string };
  }[];
  readonly schemas: readonly {
    readonly pointer: string;
    readonly file: string;
    readonly name: string;
    /** The name that the description has for it, a global of JavaScript. */
    readonly lost?: string;
  }[];
}

/** The operations and named schemas of a model, with their names in code. */
export function inspection(model: ApiModel): Inspection {
  return {
    name: model.name,
    title: model.title,
    version: model.version,
    operations: withCallbacks(model.operations).map((operation) => {
      const { id, kind, method, template, names, deprecation } = operation;
      const pages = kind === "path" ? pagesOf(operation) : undefined;
      return {
        id,
        kind,
        method,
        path: template,
        name: names.method,
        request: names.request,
        reply: names.reply,
        deprecated: deprecation !== undefined,
        ...(pages && {
          pages: {
            kind: pages.kind,
            ...(pages.parameter !== undefined && { parameter: pages.parameter }),
          },
        }),
      };
    }),
    schemas: model.schemas.map(({ source, name, lost }) => ({
      pointer: source.pointer,
      file: source.file,
      name,
      ...(lost !== undefined && lost !== name && { lost }),
    })),
  };
}

/** The same for people, in columns. */
export function inspectionTable({ operations, schemas }: Inspection): string {
  const rows = [
    ...operations.map(({ method, path, name, pages }) => [method, path, name + pagesNote(pages)]),
    ...schemas.map(({ pointer, name, lost }) => ["schema", pointer, name + noteOf(lost)]),
  ];
  const widths = [0, 1].map((column) =>
    rows.reduce((width, row) => Math.max(width, row[column]?.length ?? 0), 0),
  );
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, i) => cell.padEnd(widths[i] ?? 0))
          .join("  ")
          .trimEnd()}\n`,
    )
    .join("");
}

function pagesNote(pages: Inspection["operations"][number]["pages"]): string {
  if (!pages) return "";
  return `  (pages by ${pages.kind}${pages.parameter === undefined ? "" : `: ${pages.parameter}`})`;
}

function noteOf(lost: string | undefined): string {
  return lost === undefined
    ? ""
    : `  (${lost} is a global of JavaScript; a transform with rename gives it another name)`;
}
