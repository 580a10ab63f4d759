import {
  type Code,
  code,
  empty,
  hasWord,
  name,
  namesOf,
  str,
  variable,
} from "../../../emit/code.js";
import { camelCase } from "../../../model/names/naming.js";
import { restBelow } from "../../../common/pointers.js";
import type { Schema } from "../../../model/types.js";
import {
  isTrivial,
  membersAskedTwice,
  passesUndefined,
  refusesUndefined,
} from "../analysis/analysis.js";
import { isFewValues } from "../analysis/form.js";
import { keywordsOf } from "../keywords/index.js";
import { type Outline, asExpression, explainMembers, explainOutline, outline } from "./compose.js";
import { type MemberCheck, type MemberFault, memberCheck, memberFault } from "./member-faults.js";
import {
  type Condition,
  type Statement,
  all,
  always,
  any,
  atom,
  compare,
  isIf,
  not,
  printStatements,
  when,
} from "./statement.js";
import type { Functions } from "../functions.js";
import { isInherited } from "../../names.js";
import { asObject, isAbsent, isPresent, member, members, readMembers } from "./members.js";
import { formatTests, runtimeNames } from "./formats.js";
import { askedWords } from "../../../emit/interpolation.js";
import { parameter } from "./declaration.js";
import { runtime } from "./runtime-names.js";
import type { Known } from "./site.js";
const ownNames = [...askedWords, "key", "i"];
const globals = ["Array", "JSON", "Number", "Object", "Set", "undefined"];

/** One function while it is written: which members it reads and which variables it has. */
export class FunctionBody {
  /** The schema whose function it is. */
  readonly owner: Schema;
  /** Those of the module. */
  readonly functions: Functions;
  readonly #reads = new Map<string, Code>();
  /** By the names of the variables, in the order of the reads. */
  readonly #properties = new Map<string, { readonly property: string; readonly place: number }>();
  readonly #tested = new Set<string>();
  /** Members are asked for in the tests themselves. */
  #readsInPlace = false;
  readonly #taken = new Set<string>(ownNames);

  constructor(owner: Schema, functions: Functions) {
    this.owner = owner;
    this.functions = functions;
  }

  /** True if a value is what another schema asks for. */
  test(schema: Schema, value: Code, known?: Known): Condition {
    if (isTrivial(schema)) return always;
    const isShort = isFewValues(schema) && known?.isListed !== true;
    if (isShort || !this.#isCalled(schema, known)) return this.#inlineTest(schema, value, known);
    const { functions, owner } = this;
    if (schema.name !== undefined && !functions.isNear(schema, owner))
      return atom(code`${functions.testName(schema)}(${value})`);
    functions.needTest(schema);
    const inner = functions.innerTestName(schema);
    return atom(code`${inner}(${value}${functions.levels(schema, owner)})`);
  }

  /** As `test`, for a part of `allOf`, which is written out where it is no more than a few members of the function's value. */
  testPart(schema: Schema, value: Code, known: Known): Condition {
    const { functions, owner } = this;
    const isObject = known.kinds?.size === 1 && known.kinds.has("object");
    const isHere = isObject && value.text === "value" && !functions.isRecursive(schema);
    return isHere && functions.forms.isFewMembers(schema) && !isAskedAgain(schema, owner)
      ? this.#inlineTest(schema, value, known)
      : this.test(schema, value, known);
  }

  /** A value that was compared already is not compared again in the same expression. */
  #isCalled(schema: Schema, known: Known | undefined): boolean {
    const { forms } = this.functions;
    return forms.hasFunction(schema) || (known?.isListed === true && forms.compares(schema));
  }

  #inlineTest(schema: Schema, value: Code, known: Known | undefined): Condition {
    const test = asExpression(outline(schema, value, code`at`, this, known));
    if (!test) throw new Error(`the schema at ${schema.source.pointer} needs a function`);
    return test;
  }

  /**
   * As `test`, for a member, of which an earlier part of the schema may have asked something too; one that need not be
   * there may be absent.
   */
  testMember(property: string, schema: Schema, isRequired: boolean): Condition {
    const known = this.#tested.has(property) ? { kinds: undefined, isListed: true } : undefined;
    this.#tested.add(property);
    const isFirst = !known && !this.#reads.has(property);
    const isPlain = isRequired && !isInherited(property);
    if (isFirst && isPlain && this.#isNamedOnce(schema)) {
      this.#readsInPlace = true;
      return this.test(schema, member(members, property));
    }
    const value = this.read(property);
    const holds = this.test(schema, value, known);
    if (isRequired) return refusesUndefined(schema) ? holds : all([isPresent(value), holds]);
    return passesUndefined(schema) ? holds : any([isAbsent(value), holds]);
  }

  /** True if the test of a required member mentions its value once, so that it can be read in the test. */
  #isNamedOnce(schema: Schema): boolean {
    if (isTrivial(schema) || !refusesUndefined(schema)) return false;
    const { format, types = [] } = schema.keywords;
    const [type, ...others] = types;
    const isPlain =
      schema.name === undefined &&
      type !== undefined &&
      others.length === 0 &&
      keywordsOf(schema).every(({ names }) => names[0] === "format");
    if (!isPlain) return this.functions.forms.hasFunction(schema) && !isFewValues(schema);
    const isOneTest = format === undefined || formatTests.get(format)?.impliesInteger === true;
    return isOneTest && oneTest.has(type);
  }

  /** Adds what is wrong with a value by another schema. */
  explain(schema: Schema, value: Code, at: Code, known?: Known): readonly Statement[] {
    if (isTrivial(schema)) return [];
    if (!this.#isCalled(schema, known))
      return explainOutline(outline(schema, value, at, this, known));
    const { functions, owner } = this;
    functions.needExplain(schema);
    const place = functions.isShared(schema) ? code`, ${this.placeOf(schema)}` : empty;
    const levels = functions.levels(schema, owner);
    return [code`${functions.explainName(schema)}(${value}, ${at}${place}, issues${levels});`];
  }

  /**
   * As `explain`, for an object whose tag told that this schema is meant: neither is asked for again. Undefined: that takes a
   * function.
   */
  explainChosen(
    schema: Schema,
    value: Code,
    at: Code,
    tag: string,
  ): readonly Statement[] | undefined {
    const { functions } = this;
    if (schema.name !== undefined || functions.isRecursive(schema)) return undefined;
    const tagged = schema.keywords.properties?.get(tag);
    if (!tagged || !isFewValues(tagged) || !functions.forms.hasFewMembers(schema)) return undefined;
    return explainMembers(outline(withoutMember(schema, tag), value, at, this));
  }

  /** As `explain`, for one of many: those that are as they should be cost no more than their test. */
  explainEach(schema: Schema, value: Code, at: Code, known?: Known): readonly Statement[] {
    const statements = this.explain(schema, value, at, known);
    if (!this.functions.forms.hasFunction(schema)) return statements;
    const isWrong = not(this.test(schema, value, known));
    const isDeep = compare(code`levels`, "<", runtime.surfaceDepth);
    const isNear = this.functions.isNear(schema, this.owner);
    return when(isNear ? any([isDeep, isWrong]) : isWrong, statements);
  }

  /** As `explain`, for a member of an object: a large one that is as it should be costs no more than its test. */
  explainMember(schema: Schema, value: Code, at: Code): readonly Statement[] {
    return this.functions.isLarge(schema)
      ? this.explainEach(schema, value, at)
      : this.explain(schema, value, at);
  }

  /** The fault of an invalid member, if one call can report it. */
  memberFault(schema: Schema, value: Code): MemberFault | undefined {
    const found = this.#memberOutline(schema, value);
    return found && memberFault(found);
  }

  /** The runtime's check of a member, if it has one that asks for the same. */
  memberCheck(schema: Schema, value: Code): MemberCheck | undefined {
    const found = this.#memberOutline(schema, value);
    return found && memberCheck(found);
  }

  #memberOutline(schema: Schema, value: Code): Outline | undefined {
    if (isTrivial(schema) || this.functions.forms.hasFunction(schema)) return undefined;
    return outline(schema, value, code`at`, this);
  }

  /** A function for `explainAnyOf`: by its name where its parameters are the same. */
  explainer(schema: Schema): Code {
    const { functions } = this;
    const hasMore = functions.isRecursive(schema) || functions.isShared(schema);
    if (functions.forms.hasFunction(schema) && !isTrivial(schema) && !hasMore) {
      functions.needExplain(schema);
      return functions.explainName(schema);
    }
    return arrow(this.explain(schema, code`value`, code`at`));
  }

  /** The member of the value that the function is about; it is read once, at the top. */
  read(property: string): Code {
    const known = this.#reads.get(property);
    if (known) return known;
    const local = this.variable(property);
    this.#reads.set(property, local);
    this.#properties.set(local.text, { property, place: this.#properties.size });
    return local;
  }

  /** A name for a variable that nothing else in the function has. Names of the module are told by their form, so that no other schema has a say in what a variable is called. */
  variable(base: string): Code {
    let chosen = base;
    if (!isIdentifier(chosen)) chosen = camelCase(base);
    if (!isIdentifier(chosen)) chosen = "property";
    while (this.#isTaken(chosen)) chosen += "_";
    this.#taken.add(chosen);
    return variable(chosen);
  }

  #isTaken(word: string): boolean {
    if (this.#taken.has(word) || runtimeNames.has(word) || globals.includes(word)) return true;
    return /^(is|check|explain|parse)[A-Z_$].*[^_]$|(Pattern|Keys?|Knows|Set|Values?\d*|Schema|Tests)$/.test(
      word,
    );
  }

  /** A constant of the module, named after the place of the schema: `petNamePattern`. */
  constant(schema: Schema, suffix: string, type: Code | undefined, value: Code): Code {
    return this.functions.constant(schema, suffix, type, value);
  }

  /** The place of a schema in the description, as `Issue.schema` starts. */
  placeOf({ source }: Schema): Code {
    const rest = restBelow(source, this.owner.source);
    if (rest === undefined) return this.functions.placeOf(source);
    return rest === "" ? code`schema` : code`schema + ${str(rest)}`;
  }

  /** Statements, and in front of them the place that faults are told with, if they are. */
  withPlace(statements: readonly Statement[]): Code {
    const printed = printStatements(statements);
    if (!hasWord(printed, "schema")) return printed;
    return code`const schema = ${this.functions.placeOf(this.owner.source)};\n${printed}`;
  }

  /** True for values that are nested too deeply, in functions that count it. */
  get tooDeep(): Condition | undefined {
    return this.functions.isRecursive(this.owner) ? compare(code`levels`, "===", 0) : undefined;
  }

  /** Statements, and in front of them the reading of the members that they use, from a value that TypeScript knows as an object or not. */
  withReads(statements: readonly Statement[], isNarrowed = false): readonly Statement[] {
    const printed = printStatements(statements);
    const object = isNarrowed ? code`value` : asObject(code`value`);
    const hasAlias = hasMembers(printed);
    const reads = [
      ...(hasAlias ? [code`const ${members} = ${object};`] : []),
      ...readMembers(code`value`, hasAlias ? members : object, this.#usedIn(printed, new Set())),
    ];
    const here = hasWord(printed, "here") ? [code`const here = { issues, at, schema };`] : [];
    if (reads.length + here.length === 0) return statements;
    return [...here, ...reads, printed];
  }

  /**
   * Statements, and in front of each the reading of the members that it is the first to use. By an alias wherever several of
   * them read members: else one new required member would change the lines of all others.
   */
  withLateReads(statements: readonly Statement[]): readonly Statement[] {
    const known = new Set<string>();
    const parts = statements.map((statement) => {
      const printed = printStatements([statement]);
      const used = this.#usedIn(printed, known);
      for (const { local } of used) known.add(local.text);
      return { statement, printed, used };
    });
    const reading = parts.filter(({ used }) => used.some(({ property }) => !isInherited(property)));
    const hasAlias = reading.length > 1 || parts.some(({ printed }) => hasMembers(printed));
    const object = asObject(code`value`);
    const first = parts.find(({ printed, used }) => used.length > 0 || hasMembers(printed));
    return parts.flatMap((part) => {
      const { statement, printed, used } = part;
      return [
        ...(hasAlias && part === first ? [code`const ${members} = ${object};`] : []),
        ...readMembers(code`value`, hasAlias ? members : object, used),
        isIf(statement) ? { ...statement, printed } : statement,
      ];
    });
  }

  /** The variables of members that code uses and that are not known yet, in the order in which they were asked for. */
  #usedIn(printed: Code, known: ReadonlySet<string>) {
    if (this.#properties.size === 0) return [];
    const used: { readonly property: string; readonly local: Code; readonly place: number }[] = [];
    for (const word of namesOf(printed, this.#properties)) {
      const found = known.has(word) ? undefined : this.#properties.get(word);
      if (found) used.push({ ...found, local: variable(word) });
    }
    return used.sort((a, b) => a.place - b.place);
  }

  get hasReads(): boolean {
    return this.#readsInPlace || this.#reads.size > 0;
  }
}

function hasMembers(printed: Code): boolean {
  return hasWord(printed, "members");
}

function isIdentifier(word: string): boolean {
  try {
    name(word);
    return true;
  } catch {
    return false;
  }
}

function arrow(statements: readonly Statement[]): Code {
  if (statements.length === 0) return code`() => {}`;
  const printed = printStatements(statements);
  const input = (word: "value" | "at" | "issues"): Code => parameter(word, printed);
  return code`(${input("value")}, ${input("at")}, ${input("issues")}) => {\n${printed}\n}`;
}

/** The types that one expression asks for. */
const oneTest: ReadonlySet<string | undefined> = new Set([
  "boolean",
  "integer",
  "number",
  "string",
]);

function withoutMember(schema: Schema, name: string): Schema {
  const properties = new Map(schema.keywords.properties);
  properties.delete(name);
  const required = new Set(schema.keywords.required);
  required.delete(name);
  return { ...schema, keywords: { ...schema.keywords, properties, required } };
}

/** To the compiler, a member that is compared twice with different values would be one with none. */
function isAskedAgain({ keywords }: Schema, owner: Schema): boolean {
  const twice = membersAskedTwice(owner);
  return [...(keywords.properties?.keys() ?? [])].some((name) => twice.has(name));
}
