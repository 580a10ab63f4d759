import { type Details, type DiagnosticCode, catalog } from "./catalog.js";
import type { Entry, Related, Severity } from "./catalog/entry.js";
import type { Source, Span } from "../common/source.js";

export interface Diagnostic {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly message: string;
  readonly help: string;
  readonly source: Source | Span;
  readonly marks: "key" | "value";
  /** Others follow from it, so that it comes first. */
  readonly root: boolean;
  readonly related: readonly Related[];
}

function severityOf<C extends DiagnosticCode>(code: C, details: Details<C>): Severity {
  const { severity } = catalog[code] as unknown as Entry<Details<C>>;
  return typeof severity === "string" ? severity : severity(details);
}

/** So many errors are kept, and so many warnings; what comes after is only counted. */
const maximumKept = 2000;

/** A warning is not reported, stays one also where warnings count as errors, or is an error. */
export type Level = "off" | "warning" | "error";

/** Collects problems. A stage reports all that it finds; the pipeline stops after a stage with errors. */
export class Diagnostics {
  readonly #list: Diagnostic[] = [];
  readonly #seen = new Set<string>();
  readonly #counts = { error: 0, warning: 0 };
  readonly #levels: ReadonlyMap<string, Level>;
  #isStrictlyFine = true;
  #relocate = <S extends Source | Span>(source: S): Source | S => source;

  /** `levels`: what becomes of warnings, by their codes. Errors are not lowered: no meaning is left. */
  constructor(levels: Readonly<Record<string, Level>> = {}) {
    this.#levels = new Map(Object.entries(levels));
  }

  /** From now on, places are moved to where they were written, and then as before: overlays put things where they are not. */
  relocate(move: (source: Source) => Source): void {
    const before = this.#relocate;
    this.#relocate = (source) => ("offset" in source ? source : before(move(source)));
  }

  /** Adds a problem; `severity` replaces the one in the catalogue. */
  report<C extends DiagnosticCode>(
    code: C,
    at: Source | Span,
    details: Details<C>,
    reported = severityOf(code, details),
  ): void {
    const level = reported === "warning" ? this.#levels.get(code) : undefined;
    if (level === "off") return;
    const severity = level ?? reported;
    const source = this.#relocate(at);
    const entry = catalog[code] as unknown as Entry<Details<C>>;
    const message = entry.message(details);
    const offset = "offset" in source ? source.offset : "";
    const identity = JSON.stringify([code, source.file, source.pointer, offset, message]);
    if (this.#seen.has(identity)) return;
    this.#seen.add(identity);
    this.#counts[severity] += 1;
    if (level !== "warning") this.#isStrictlyFine = false;
    if (this.#counts[severity] > maximumKept) return;
    this.#list.push({
      code,
      severity,
      message,
      help: typeof entry.help === "string" ? entry.help : entry.help(details),
      source,
      marks: typeof entry.marks === "function" ? entry.marks(details) : (entry.marks ?? "value"),
      root: entry.root ?? false,
      related: (entry.related?.(details) ?? []).map((other) => ({
        ...other,
        source: this.#relocate(other.source),
      })),
    });
  }

  get hasErrors(): boolean {
    return this.#counts.error > 0;
  }

  /** No errors, and no warnings but those that are to stay warnings. */
  get isStrictlyFine(): boolean {
    return this.#isStrictlyFine;
  }

  /** Numbers of all diagnostics, including those that are not kept. */
  get counts(): { readonly error: number; readonly warning: number } {
    return this.#counts;
  }

  /** In the order in which they were found; no problem twice, and not endlessly many. */
  get all(): readonly Diagnostic[] {
    return this.#list;
  }
}
