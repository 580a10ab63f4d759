import { type Code, code, join } from "../../../emit/code.js";

/** An expression that is true or false, in both polarities, so that generated code needs no `!(…)`. */
export type Condition = Atom | Group;

/** Several conditions; many are asked for again, in the same words. */
class Group {
  readonly kind: "all" | "any";
  readonly of: readonly Condition[];
  #yes: Code | undefined;
  #inside: Code | undefined;
  #opposite: Condition | undefined;

  constructor(kind: "all" | "any", of: readonly Condition[]) {
    this.kind = kind;
    this.of = of;
  }

  get yes(): Code {
    return (this.#yes ??= this.#printed());
  }

  /** As it stands among others. */
  get inside(): Code {
    return (this.#inside ??= code`(${this.yes})`);
  }

  get opposite(): Condition {
    return (this.#opposite ??= combine(this.kind === "all" ? "any" : "all", this.of.map(not)));
  }

  #printed(): Code {
    if (this.of.length === 0) return this.kind === "all" ? code`true` : code`false`;
    const parts = this.of.map((part) => (part.kind === "atom" ? part.yes : part.inside));
    return join(parts, this.kind === "all" ? " && " : " || ");
  }
}

export const always: Condition = new Group("all", []);
export const never: Condition = new Group("any", []);

/** A call, a name or a comparison. Of most, only one polarity is ever printed. */
class Atom {
  readonly kind = "atom";
  readonly #print: () => Code;
  readonly #printOpposite: () => Code;
  #yes: Code | undefined;
  #opposite: Condition | undefined;

  constructor(print: () => Code, printOpposite: () => Code, opposite?: Condition) {
    this.#print = print;
    this.#printOpposite = printOpposite;
    this.#opposite = opposite;
  }

  get yes(): Code {
    return (this.#yes ??= this.#print());
  }

  get opposite(): Condition {
    return (this.#opposite ??= new Atom(this.#printOpposite, this.#print, this));
  }
}

/** A call or a name; `no` is `!yes` unless there is a better way to say it. */
export function atom(yes: Code, no?: Code): Condition {
  return new Atom(
    () => yes,
    () => no ?? code`!${yes}`,
  );
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
  return new Atom(
    () => code`${left} ${sign} ${right}`,
    () => code`${left} ${opposite} ${right}`,
  );
}

export function all(conditions: readonly Condition[]): Condition {
  return combine("all", conditions);
}

export function any(conditions: readonly Condition[]): Condition {
  return combine("any", conditions);
}

function combine(kind: "all" | "any", conditions: readonly Condition[]): Condition {
  const of: Condition[] = [];
  for (const condition of conditions) {
    if (condition.kind === kind) for (const part of condition.of) of.push(part);
    else if (condition.kind !== "atom" && condition.of.length === 0) return condition;
    else of.push(condition);
  }
  const left = withoutAbsorbed(kind, of);
  const [first] = left;
  return left.length === 1 && first ? first : new Group(kind, left);
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
  return condition.opposite;
}

export function isAlways(condition: Condition): boolean {
  return condition.kind === "all" && condition.of.length === 0;
}

export function isNever(condition: Condition): boolean {
  return condition.kind === "any" && condition.of.length === 0;
}

/** The condition as an expression. */
export function yes(condition: Condition): Code {
  return condition.yes;
}

/** The opposite of the condition as an expression. */
export function no(condition: Condition): Code {
  return yes(not(condition));
}
