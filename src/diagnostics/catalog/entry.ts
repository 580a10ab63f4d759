import type { Source } from "../../common/source.js";

export type Severity = "error" | "warning";

export interface Entry<Details> {
  readonly severity: Severity | ((details: Details) => Severity);
  /** The part of the member at the pointer that is underlined; the value when left out. */
  readonly marks?: "key" | "value" | ((details: Details) => "key" | "value");
  /** The cause of others: printed before what is found in a description that can be read. */
  readonly root?: true;
  readonly message: (details: Details) => string;
  readonly help: string | ((details: Details) => string);
  /** Other places that have to do with it. */
  readonly related?: (details: Details) => readonly Related[];
}

/** Another place that a diagnostic is about, with what is there. */
export interface Related {
  readonly note: string;
  readonly source: Source;
  readonly marks: "key" | "value";
}

type Nothing = Record<never, never>;

/** Details that are texts, and those that may be left out. */
export type Texts<Needed extends string, Optional extends string = never> = {
  readonly [K in Needed]: string;
} & { readonly [K in Optional]?: string | undefined };

export const entry = <Details = Nothing>(entry: Entry<Details>): Entry<Details> => entry;

type Said<Details> = Omit<Entry<Details>, "severity">;

export const warning = <Details = Nothing>(said: Said<Details>): Entry<Details> => ({
  severity: "warning",
  ...said,
});

export const error = <Details = Nothing>(said: Said<Details>): Entry<Details> => ({
  severity: "error",
  ...said,
});

/** An error from which others follow. */
export const cause = <Details = Nothing>(said: Said<Details>): Entry<Details> => ({
  ...error(said),
  root: true,
});

export const didYouMean = (suggestion: string | undefined, otherwise: string): string =>
  suggestion === undefined ? otherwise : `Did you mean ${suggestion}?`;

export const readAs = (taken: string | undefined, otherwise = ""): string =>
  taken === undefined ? otherwise : `Write ${taken}; it is read as that.`;

/** Whether it is the key at the place that has the mistake. */
export interface InKey {
  readonly isKey: boolean;
}

export const marks = ({ isKey }: InKey): "key" | "value" => (isKey ? "key" : "value");

export const size = (bytes: number): string =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${Math.round(bytes / 1e6)} MB`;

export const chainText = (steps: readonly string[]): string =>
  (steps.length <= 8 ? steps : [...steps.slice(0, 4), "…", ...steps.slice(-2)]).join(" → ");
