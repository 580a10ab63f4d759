import { type Code, code, join, key, name, str } from "../../emit/code.js";
import { camelCase } from "../../model/naming.js";
import type { Schema } from "../../model/types.js";
import { compare, type Condition, not } from "./condition.js";
import type { Functions } from "./functions.js";
import { isInherited, member } from "./members.js";
import { runtimeNames } from "./formats.js";
import { parameter } from "./parameters.js";
import type { Body, Known } from "./site.js";
import { printStatements, type Statement, when } from "./statement.js";

const ownNames = ["value", "at", "issues", "levels", "key", "member", "item", "i"];
const globals = ["Array", "JSON", "Number", "Object", "Set", "undefined"];

/** One function while it is written: which members it reads and which variables it has. */
export class FunctionBody implements Body {
  /** The schema whose function it is. */
  readonly owner: Schema;
  readonly #functions: Functions;
  readonly #reads = new Map<string, Code>();
  readonly #taken = new Set<string>(ownNames);

  constructor(owner: Schema, functions: Functions) {
    this.owner = owner;
    this.#functions = functions;
  }

  get diagnostics(): Body["diagnostics"] {
    return this.#functions.options.diagnostics;
  }

  get formats(): Body["formats"] {
    return this.#functions.options.formats;
  }

  test(schema: Schema, value: Code, known?: Known): Condition {
    return this.#functions.test(schema, value, this, known);
  }

  explain(schema: Schema, value: Code, at: Code, known?: Known): readonly Statement[] {
    return this.#functions.explain(schema, value, at, this, known);
  }

  explainEach(schema: Schema, value: Code, at: Code): readonly Statement[] {
    const statements = this.explain(schema, value, at);
    const isGuarded = this.#functions.hasFunction(schema) && !this.#functions.isNear(schema, this.owner);
    return isGuarded ? when(not(this.test(schema, value)), statements) : statements;
  }

  explainer(schema: Schema): Code {
    return this.#functions.explainer(schema, this);
  }

  read(property: string): Code {
    const known = this.#reads.get(property);
    if (known) return known;
    const local = this.variable(property);
    this.#reads.set(property, local);
    return local;
  }

  /** Names of the module are told by their form, so that no other schema has a say in what a variable is called. */
  variable(base: string): Code {
    const camel = camelCase(base);
    let chosen = isIdentifier(base) ? base : isIdentifier(camel) ? camel : "property";
    while (this.#isTaken(chosen)) chosen += "_";
    this.#taken.add(chosen);
    return name(chosen);
  }

  #isTaken(word: string): boolean {
    if (this.#taken.has(word) || runtimeNames.has(word) || globals.includes(word)) return true;
    return /^(is|check|explain|parse)[A-Z_$]|(Pattern|Keys?|Set|Values?\d*|Schema)$/.test(word);
  }

  constant(schema: Schema, suffix: string, type: Code | undefined, value: Code): Code {
    return this.#functions.constant(schema, suffix, type, value);
  }

  pathOf({ source }: Schema, keyword: string): Code {
    const file = source.file === this.#functions.options.file ? "" : source.file;
    return str(`${file}#${source.pointer}/${keyword}`);
  }

  /** True for values that are nested too deeply, in functions that count it. */
  get tooDeep(): Condition | undefined {
    return this.#functions.isRecursive(this.owner) ? compare(code`levels`, "===", 0) : undefined;
  }

  /** The reading of the members that the statements so far have asked for. */
  get reads(): readonly Code[] {
    const plain = [...this.#reads].filter(([property]) => !isInherited(property));
    const inherited = [...this.#reads].filter(([property]) => isInherited(property));
    const pattern = plain.map(([property, local]) =>
      local.text === property ? local : code`${key(property)}: ${local}`,
    );
    return [
      ...(pattern.length > 0 ? [code`const { ${join(pattern, ", ")} } = value;`] : []),
      ...inherited.map(([property, local]) => code`const ${local} = ${member(code`value`, property)};`),
    ];
  }

  arrow(statements: readonly Statement[]): Code {
    if (statements.length === 0) return code`() => {}`;
    const printed = printStatements(statements);
    const input = (word: "value" | "at" | "issues"): Code => parameter(word, printed);
    return code`(${input("value")}, ${input("at")}, ${input("issues")}) => {\n${printed}\n}`;
  }
}

function isIdentifier(word: string): boolean {
  try {
    name(word);
    return true;
  } catch {
    return false;
  }
}
