import { type Code, code, doc, empty, local, name, use } from "../../../emit/code.js";
import { type Piece, privatePiece } from "./declaration.js";
import { runtime } from "./runtime-names.js";

/** The functions that make the exported constants. */
export interface Makers {
  readonly checking: Code;
  readonly checkingRequest: Code;
  readonly standardSchema: Code;
  readonly pieces: readonly Piece[];
}

const standardSchema = use("standardSchema", "./runtime/validate/standard.js");

/** The number of constants from which on the compiler's time for them is noticed. */
const many = 1000;

/**
 * At an imported function that is called outside of functions, TypeScript looks through all constants in front of the call, but
 * not at one of the same file. For GitHub, that is a sixth of its time (`tsc --generateCpuProfile`: `getTypeAtFlowAssignment`).
 */
export function makersFor(constants: number): Makers {
  const { checking, checkingRequest } = runtime;
  if (constants < many) return { checking, checkingRequest, standardSchema, pieces: [] };
  const check = use("Check", "./runtime/validate/issue.js", "type");
  const explain = use("Explain", "./runtime/validate/issue.js", "type");
  const parts = use("MemberChecks", "./runtime/validate/request.js", "type");
  const schema = use("StandardSchema", "./runtime/validate/standard.js", "type");
  const declared = (word: string, signature: Code, call: Code, comment = empty): Piece =>
    privatePiece(word, code`${comment}function ${local(word)}${signature} {\nreturn ${call};\n}`);
  const never = code`${check}<never>`;
  return {
    checking: local("makeCheck"),
    checkingRequest: local("makeRequestCheck"),
    standardSchema: local("makeSchema"),
    pieces: [
      declared(
        "makeCheck",
        code`(explain: ${explain}): ${never}`,
        code`${checking}(explain)`,
        doc("Here and not imported, so that TypeScript needs less time for all the constants."),
      ),
      declared(
        "makeRequestCheck",
        code`(schema: string, parts: ${parts}): ${never}`,
        code`${checkingRequest}(schema, parts)`,
      ),
      declared(
        "makeSchema",
        code`<${name("T")}>(check: ${check}<T>): ${schema}<T>`,
        code`${standardSchema}(check)`,
      ),
    ],
  };
}
