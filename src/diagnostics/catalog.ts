/** Where something is in a description. Line and column are looked up when a diagnostic is printed. */
export interface Source {
  /** As the user would write it: relative to the working directory where it can be, or a URL. */
  readonly file: string;
  /** JSON Pointer (RFC 6901) into the file as it was written; "" is the whole file. */
  readonly pointer: string;
}

/** A place that the parser knew better than a JSON Pointer can say: for syntax errors. */
export interface Span extends Source {
  /** Offset in UTF-16 units from the start of the file. */
  readonly offset: number;
  readonly length: number;
}

interface Entry<Details> {
  readonly severity: "error" | "warning";
  readonly message: (details: Details) => string;
  /** What the reader can do about it. */
  readonly help: string | ((details: Details) => string);
}

const entry = <Details = Record<never, never>>(entry: Entry<Details>): Entry<Details> => entry;

/** Every problem that a description can have. Each has a folder in `test/diagnostics/`. */
export const catalog = {
  "ref-not-found": entry<{ ref: string; suggestion?: string | undefined }>({
    severity: "error",
    message: ({ ref }) => `there is nothing at ${ref}`,
    help: ({ suggestion }) =>
      suggestion ? `Did you mean ${suggestion}?` : "Correct the reference, or add what it points at.",
  }),
};

export type DiagnosticCode = keyof typeof catalog;
export type Details<C extends DiagnosticCode> = Parameters<(typeof catalog)[C]["message"]>[0];

export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: "error" | "warning";
  readonly message: string;
  readonly help: string;
  readonly source: Source | Span;
}

/** Collects problems. A stage reports all that it finds; the pipeline stops after a stage with errors. */
export class Diagnostics {
  readonly #list: Diagnostic[] = [];

  report<C extends DiagnosticCode>(code: C, source: Source | Span, details: Details<C>): void {
    const { severity, message, help } = catalog[code] as unknown as Entry<Details<C>>;
    const text = typeof help === "string" ? help : help(details);
    this.#list.push({ code, severity, message: message(details), help: text, source });
  }

  get hasErrors(): boolean {
    return this.#list.some(({ severity }) => severity === "error");
  }

  /** In the order in which they were found. */
  get all(): readonly Diagnostic[] {
    return this.#list;
  }
}
