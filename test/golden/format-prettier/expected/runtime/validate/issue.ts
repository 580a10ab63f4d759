/** One thing that is wrong with a value. */
export interface Issue {
	/** JSON Pointer to the faulty place in the value: `/body/name`; empty for the value itself. */
	readonly path: string
	/** JSON Pointer to the keyword in the schema that is broken; empty when no schema says it. */
	readonly schema: string
	readonly keyword: string
	/** The details of the keyword: `{ limit: 3 }`. */
	readonly params: Readonly<Record<string, unknown>>
	/** In English, to be read after the path: `must be a string`. */
	readonly message: string
}

/** Says whether a value is a `T`, and adds to `issues` everything that is wrong with it. */
export type Check<T> = (value: unknown, issues: Issue[]) => value is T

/** A check whose type does not matter where it is used. */
export type Judge = (value: unknown, issues: Issue[]) => boolean

/** A format by its name in descriptions, and what a value that is not of it must be. */
export interface Format {
	readonly name: string
	readonly words: string
}

/** Adds what is wrong with a value to `issues`; `at` is where it is, as a JSON Pointer. */
export type Explain = (value: unknown, at: string, issues: Issue[]) => void

/** As `Explain`, for several schemas, each with its place; `levels` is how much deeper a value may be nested. */
export type ExplainShared = (
	value: unknown,
	at: string,
	schema: string,
	issues: Issue[],
) => void
export type ExplainNested = (
	value: unknown,
	at: string,
	issues: Issue[],
	levels: number,
) => void
export type ExplainSharedNested = (
	value: unknown,
	at: string,
	schema: string,
	issues: Issue[],
	levels: number,
) => void
