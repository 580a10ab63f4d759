import { type Code, code, isEmpty, join } from "../../../emit/code.js";

/** An expression that is true or false, in both polarities, so that generated code needs no `!(…)`. */
export type Condition = Atom | Group;

/** A call, a name or a comparison. */
interface Atom {
  readonly kind: "atom";
  readonly yes: Code;
  readonly no: Code;
}

interface Group {
  readonly kind: "all" | "any";
  readonly of: readonly Condition[];
}

export const always: Condition = { kind: "all", of: [] };
export const never: Condition = { kind: "any", of: [] };

/** `no` is `!yes` unless there is a better way to say it. */
export function atom(yes: Code, no: Code = code`!${yes}`): Condition {
  return { kind: "atom", yes, no };
}

type Operator = "===" | "!==" | "<" | "<=" | ">" | ">=";

const opposites: Readonly<Record<Operator, readonly [Code, Code]>> = {
  "===": [code`===`, code`!==`],
  "!==": [code`!==`, code`===`],
  "<": [code`<`, code`>=`],
  "<=": [code`<=`, code`>`],
  ">": [code`>`, code`<=`],
  ">=": [code`>=`, code`<`],
};

/** `left operator right`, for operands that are neither NaN nor of lower precedence. */
export function compare(left: Code, operator: Operator, right: Code | number): Condition {
  const [sign, opposite] = opposites[operator];
  return atom(code`${left} ${sign} ${right}`, code`${left} ${opposite} ${right}`);
}

export function all(conditions: readonly Condition[]): Condition {
  return combine("all", conditions);
}

export function any(conditions: readonly Condition[]): Condition {
  return combine("any", conditions);
}

function combine(kind: "all" | "any", conditions: readonly Condition[]): Condition {
  const of: Condition[] = [];
  const said = new Set<string>();
  const add = (condition: Condition): void => {
    if (!isAtom(condition) || (!said.has(condition.yes.text) && said.add(condition.yes.text)))
      of.push(condition);
  };
  for (const condition of conditions) {
    if (condition.kind === kind) condition.of.forEach(add);
    else if (condition.kind !== "atom" && condition.of.length === 0) return condition;
    else add(condition);
  }
  const left = withoutAbsorbed(kind, of);
  const [first] = left;
  return left.length === 1 && first ? first : { kind, of: left };
}

/**
 * Without what another condition makes needless, as in `a || (a && b)` and `a && (a || b)`: to the compiler, a value
 * that was found to be no text has nothing left that a second look at its text could find.
 */
function withoutAbsorbed(
  kind: "all" | "any",
  conditions: readonly Condition[],
): readonly Condition[] {
  const alone = conditions.filter(isAtom).map((one) => one.yes.text);
  if (alone.length === 0 || conditions.length === 1) return conditions;
  const known = new Set(alone);
  const types = kind === "any" ? alone.flatMap((text) => typeIn(text) ?? []) : [];
  const isImplied = (found: { readonly of: string; readonly type: string } | undefined): boolean =>
    types.some((one) => found?.of === one.of && (found.type === one.type) === one.is);
  return conditions.filter((condition) =>
    isAtom(condition)
      ? types.length === 0 || !isImplied(valueIn(condition.yes.text))
      : !condition.of.some((part) => {
          if (!isAtom(part)) return false;
          const { text } = part.yes;
          const type = typeIn(text);
          return known.has(text) || isImplied(type?.is ? type : valueIn(text));
        }),
  );
}

/** The type in a test of nothing else: `typeof value === "string"`, `typeof value !== "string"`. */
function typeIn(text: string) {
  const [, of, sign, type] = /^typeof (\w+) (=|!)== "(\w+)"$/.exec(text) ?? [];
  return of === undefined || type === undefined ? undefined : { of, type, is: sign === "=" };
}

/** The type of the one value that a value has to be: `value === "a"`. */
function valueIn(text: string): { readonly of: string; readonly type: string } | undefined {
  const [, of = "", value = ""] =
    /^(\w+) === (null$|true$|false$|"|\(?-?[\d.e+-]+n?)/.exec(text) ?? [];
  if (value === "") return undefined;
  if (value === '"') return { of, type: "string" };
  if (value === "null") return { of, type: "object" };
  if (value === "true" || value === "false") return { of, type: "boolean" };
  return { of, type: value.endsWith("n") ? "bigint" : "number" };
}

function isAtom(condition: Condition): condition is Atom {
  return condition.kind === "atom";
}

export function not(condition: Condition): Condition {
  if (isAtom(condition)) return { ...condition, yes: condition.no, no: condition.yes };
  return combine(condition.kind === "all" ? "any" : "all", condition.of.map(not));
}

export function isAlways(condition: Condition): boolean {
  return condition.kind === "all" && condition.of.length === 0;
}

export function isNever(condition: Condition): boolean {
  return condition.kind === "any" && condition.of.length === 0;
}

/** The condition as an expression. */
export function yes(condition: Condition): Code {
  if (isAtom(condition)) return condition.yes;
  if (condition.of.length === 0) return isAlways(condition) ? code`true` : code`false`;
  const parts = condition.of.map((part) => (isAtom(part) ? yes(part) : code`(${yes(part)})`));
  return join(parts, condition.kind === "all" ? " && " : " || ");
}

/** The opposite of the condition as an expression. */
export function no(condition: Condition): Code {
  return yes(not(condition));
}

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
