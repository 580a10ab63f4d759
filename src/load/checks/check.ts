import { checkCombined } from "./combined.js";
import { checkCycles } from "./cycles.js";
import { checkExamples } from "./values.js";
import { checkExclusive } from "./operation-parts.js";
import { checkOperations } from "./operations.js";
import { checkParameters } from "./parameters.js";
import { checkPaths } from "./paths.js";
import { checkSchemas } from "./schemas.js";
import type { LoadContext } from "../context.js";

/** Reports what the tables of `grammar.ts` cannot say: rules that concern several members or objects. */
export function check(context: LoadContext): void {
  checkPaths(context);
  checkOperations(context);
  checkParameters(context);
  checkSchemas(context);
  checkExamples(context);
  checkExclusive(context);
  checkCombined(context);
  checkCycles(context);
}
