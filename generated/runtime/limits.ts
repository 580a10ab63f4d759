/** How much a request may hold, besides its bytes. */
export interface RequestLimits {
  /** Levels of JSON in a body. */
  readonly depth: number;
  /** Values in a query or a form, parts in a multipart body. */
  readonly fields: number;
}

export const USUAL_LIMITS: RequestLimits = { depth: 500, fields: 1000 };
