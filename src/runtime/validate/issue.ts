/** An error in a value. */
export interface Issue {
  /** JSON Pointer into the value: `/body/name`; empty for the value itself. */
  readonly path: string;
  /** JSON Pointer to the violated keyword in the description; empty if there is none. */
  readonly schema: string;
  readonly keyword: string;
  /** The details of the keyword: `{ limit: 3 }`. */
  readonly params: Readonly<Record<string, unknown>>;
  /** In English, to follow the path: `must be a string`. */
  readonly message: string;
}

/** Tests if a value is a `T`, and adds all errors to `issues`. */
export type Check<T> = (value: unknown, issues: Issue[]) => value is T;

/** A check of any type. */
export type Judge = (value: unknown, issues: Issue[]) => boolean;

/** A format by its name in descriptions, with the message for other values. */
export interface Format {
  readonly name: string;
  readonly words: string;
}

/** Adds the issues of a value to `issues`; `at` is its place, as a JSON Pointer. */
export type Explain = (value: unknown, at: string, issues: Issue[]) => void;

/** As `Explain`, for several schemas, each with its place; `levels` is the remaining depth. */
export type ExplainShared = (value: unknown, at: string, schema: string, issues: Issue[]) => void;
export type ExplainNested = (value: unknown, at: string, issues: Issue[], levels: number) => void;
export type ExplainSharedNested = (
  value: unknown,
  at: string,
  schema: string,
  issues: Issue[],
  levels: number,
) => void;
