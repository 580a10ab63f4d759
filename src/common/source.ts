/** A place in a description. Line and column are looked up when a diagnostic is printed. */
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
