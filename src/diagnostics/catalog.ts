import { documentProblems } from "./catalog/document.js";
import { generatingProblems } from "./catalog/generating.js";
import { operationsProblems } from "./catalog/operations.js";
import { readingProblems } from "./catalog/reading.js";
import { schemasProblems } from "./catalog/schemas.js";

/** Every problem that a description can have. Each has a folder in `test/diagnostics/`. */
export const catalog = {
  ...readingProblems,
  ...documentProblems,
  ...operationsProblems,
  ...schemasProblems,
  ...generatingProblems,
};

export type DiagnosticCode = keyof typeof catalog;
export type Details<C extends DiagnosticCode> = Parameters<(typeof catalog)[C]["message"]>[0];
