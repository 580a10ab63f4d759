import { checkCycles } from "./cycles.js";
import { checkOperations } from "./operations.js";
import { checkParameters } from "./parameters.js";
import { checkPaths } from "./paths.js";
import { checkSchemas } from "./schemas.js";
import type { Checked } from "./checked.js";

/** Reports what the tables of `grammar.ts` cannot say: rules that concern several members or objects. */
export function check(checked: Checked): void {
  checkPaths(checked);
  checkOperations(checked);
  checkParameters(checked);
  checkSchemas(checked);
  checkCycles(checked);
}
