import { checkCycles } from "./check-cycles.js";
import { checkOperations } from "./check-operations.js";
import { checkParameters } from "./check-parameters.js";
import { checkPaths } from "./check-paths.js";
import { checkSchemas } from "./check-schemas.js";
import type { Checked } from "./checked.js";

/** Reports what the tables of `grammar.ts` cannot say: rules that concern several members or objects. */
export function check(checked: Checked): void {
  checkPaths(checked);
  checkOperations(checked);
  checkParameters(checked);
  checkSchemas(checked);
  checkCycles(checked);
}
