import { type Code, code, isEmpty, join } from "../../../emit/code.js";
import { all, type Condition, isAlways, isNever, yes } from "./condition.js";

/** A statement of generated code; an `if` stays open to be merged with the conditions around it. */
export type Statement = Code | If;

export interface If {
  readonly if: Condition;
  readonly then: readonly Statement[];
  readonly else?: readonly Statement[];
  /** The condition holds for what is absent too; the type that is asked for, if it is a type. */
  readonly ifAbsent?: { readonly type?: Code };
  /** The whole, where it was printed already. */
  readonly printed?: Code;
}

/** The statements, where a condition holds. */
export function when(condition: Condition, statements: readonly Statement[]): readonly Statement[] {
  const [only] = statements;
  if (isNever(condition) || only === undefined) return [];
  if (isAlways(condition)) return statements;
  if (statements.length === 1 && isIf(only) && only.else === undefined)
    return [{ if: all([condition, only.if]), then: only.then }];
  return [{ if: condition, then: statements }];
}

/** The first branch whose condition holds, in a chain of `else if`. */
export function choose(
  branches: readonly (readonly [Condition, readonly Statement[]])[],
  otherwise: readonly Statement[] = [],
): readonly Statement[] {
  const [first, ...rest] = branches;
  if (first === undefined) return otherwise;
  const [condition, then] = first;
  if (isAlways(condition)) return then;
  const tail = choose(rest, otherwise);
  if (isNever(condition)) return tail;
  if (tail.length === 0) return when(condition, then);
  return [{ if: condition, then, else: tail }];
}

export function isIf(statement: Statement): statement is If {
  return "if" in statement;
}

/** Unreachable code after a return is left out, since the compiler rejects it. */
export function printStatements(statements: readonly Statement[]): Code {
  const end = statements.findIndex((one) => !isIf(one) && /^return\b[^\n]*;$/.test(one.text));
  const reached = end < 0 ? statements : statements.slice(0, end + 1);
  return join(
    reached.map((statement) => (isIf(statement) ? printIf(statement) : statement)),
    "\n",
  );
}

function printIf({ if: condition, then, else: otherwise, printed }: If): Code {
  if (printed) return printed;
  const start = code`if (${yes(condition)}) ${block(then, otherwise !== undefined)}`;
  if (otherwise === undefined || otherwise.length === 0) return start;
  const [only] = otherwise;
  const chained = otherwise.length === 1 && only !== undefined && isIf(only);
  return code`${start} else ${chained ? printIf(only) : block(otherwise, false)}`;
}

/** Braces where more than one simple statement stands inside. */
export function block(statements: readonly Statement[], followed: boolean): Code {
  const [only] = statements;
  const simple = statements.length === 1 && only !== undefined && !isIf(only);
  const printed = printStatements(statements);
  if (isEmpty(printed)) return code`{}`;
  // An `if` inside would take the `else` for its own.
  const mayTakeElse = followed && /^(if|for|while)\b/.test(printed.text);
  return simple && !mayTakeElse && isOneStatement(printed) ? printed : code`{\n${printed}\n}`;
}

function isOneStatement({ text }: Code): boolean {
  return !text.includes("\n") && text.indexOf(";") === text.length - 1;
}
