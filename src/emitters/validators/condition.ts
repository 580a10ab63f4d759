import { type Code, code, join } from "../../emit/code.js";

/** An expression that is true or false, in both polarities, so that generated code needs no `!(…)`. */
export type Condition =
  | { readonly kind: "atom"; readonly yes: Code; readonly no: Code }
  | { readonly kind: "all" | "any"; readonly of: readonly Condition[] };

export const always: Condition = { kind: "all", of: [] };
export const never: Condition = { kind: "any", of: [] };

/** A call or a name; `no` is `!yes` unless there is a better way to say it. */
export function atom(yes: Code, no?: Code): Condition {
  return new Said(yes, no);
}

class Said {
  readonly kind = "atom";
  readonly yes: Code;
  #no: Code | undefined;

  constructor(yes: Code, no: Code | undefined) {
    this.yes = yes;
    this.#no = no;
  }

  get no(): Code {
    return (this.#no ??= code`!${this.yes}`);
  }
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
  return new Comparison(left, operator, right);
}

/** Of most, only one polarity is ever printed. */
class Comparison {
  readonly kind = "atom";
  readonly #left: Code;
  readonly #operator: Operator;
  readonly #right: Code | number;
  #yes: Code | undefined;
  #no: Code | undefined;

  constructor(left: Code, operator: Operator, right: Code | number) {
    this.#left = left;
    this.#operator = operator;
    this.#right = right;
  }

  get yes(): Code {
    return (this.#yes ??= this.#with(opposites[this.#operator][0]));
  }

  get no(): Code {
    return (this.#no ??= this.#with(opposites[this.#operator][1]));
  }

  #with(operator: Code): Code {
    return code`${this.#left} ${operator} ${this.#right}`;
  }
}

class Opposite {
  readonly kind = "atom";
  readonly #of: { readonly yes: Code; readonly no: Code };

  constructor(of: { readonly yes: Code; readonly no: Code }) {
    this.#of = of;
  }

  get yes(): Code {
    return this.#of.no;
  }

  get no(): Code {
    return this.#of.yes;
  }
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
    const parts = condition.kind === kind ? condition.of : [condition];
    for (const part of parts) {
      if (part.kind !== "atom" && part.of.length === 0) return part;
      of.push(part);
    }
  }
  const [first] = of;
  return of.length === 1 && first ? first : { kind, of };
}

export function not(condition: Condition): Condition {
  if (condition.kind === "atom") return new Opposite(condition);
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
  if (condition.kind === "atom") return condition.yes;
  if (isAlways(condition)) return code`true`;
  if (isNever(condition)) return code`false`;
  const parts = condition.of.map((part) =>
    part.kind === "atom" ? yes(part) : code`(${yes(part)})`,
  );
  return join(parts, condition.kind === "all" ? " && " : " || ");
}

/** The opposite of the condition as an expression. */
export function no(condition: Condition): Code {
  return yes(not(condition));
}
