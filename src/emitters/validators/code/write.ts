import { type Code, code, empty, name, object, str, use } from "../../../emit/code.js";
import { restBelow } from "../../../common/pointers.js";
import type { NamedSchema, Schema } from "../../../model/types.js";
import { namesCode } from "../../names.js";
import { isTrivial } from "../analysis/analysis.js";
import { FunctionBody } from "./body.js";
import {
  allowedKinds,
  asExpression,
  explainOutline,
  kindTest,
  type Outline,
  outline,
  quickKindTest,
  typeFault,
} from "./compose.js";
import {
  type Condition,
  type Statement,
  all,
  any,
  atom,
  choose,
  compare,
  isAlways,
  isIf,
  not,
  printStatements,
  when,
  yes,
} from "./statement.js";
import type { Functions } from "../functions.js";
import {
  exportedPiece as piece,
  parameter,
  type ParameterName,
  type Piece,
  privatePiece,
} from "./declaration.js";
import { plainType } from "./plain.js";
import { runtime } from "./runtime-names.js";
import { isCondition, type Kind, refuse, type Refusal, type Rule } from "./site.js";
const value = code`value`;

/** `isX`, `checkX`, `parseX` and `XSchema` of a named schema, and `explainX` behind them. */
export function writeNamed(schema: NamedSchema, functions: Functions): readonly Piece[] {
  const isX = functions.testName(schema);
  const inner = functions.innerTestName(schema);
  const written = testBody(schema, functions);
  const tests = functions.isRecursive(schema)
    ? [
        piece(
          isX,
          exportedTest(schema, isX, code`return ${inner}(value, ${runtime.maximumDepth});`),
          [schema.name],
        ),
        privatePiece(inner.text, privateTest(schema, written, functions), [schema.name]),
      ]
    : [piece(isX, exportedTest(schema, isX, written), [schema.name])];
  if (isTrivial(schema)) return [...tests, ...exports(schema, isX, functions)];
  const word = functions.explainName(schema).text;
  const explain = privatePiece(word, writeExplain(schema, functions), [schema.name]);
  return [...tests, explain, ...exports(schema, functions.checking(schema), functions)];
}

function exportedTest(schema: NamedSchema, isX: Code, written: Code): Code {
  const input = parameter("value", written);
  return code`export function ${isX}(${input}: unknown): ${verdict(schema, input)} {\n${written}\n}`;
}

/** A value with the names of the wire is not of a type that has those of code. */
function verdict(schema: NamedSchema, value: Code): Code {
  if (namesCode(schema)) return code`boolean`;
  return code`${value} is ${use(schema.name, "./types.js", "type")}`;
}

function privateTest(schema: Schema, written: Code, functions: Functions): Code {
  const levels = functions.isRecursive(schema)
    ? code`, ${parameter("levels", written)}: number`
    : empty;
  const name = functions.innerTestName(schema);
  const head = (name: Code): Code =>
    code`function ${name}(${parameter("value", written)}: unknown${levels}): boolean`;
  if (!functions.isBranching(schema)) return code`${head(name)} {\n${written}\n}`;
  const afresh = functions.afreshName(schema);
  const decide = code`return levels > ${runtime.shallowDepth} ? ${afresh}(value, levels) : ${runtime.remembered}(${afresh}, value, levels);`;
  return code`function ${name}(value: unknown, levels: number): boolean {\n${decide}\n}\n\n${head(afresh)} {\n${written}\n}`;
}

function exports(schema: NamedSchema, checked: Code, functions: Functions): readonly Piece[] {
  const type = use(schema.name, "./types.js", "type");
  const names = functions.exportedNames(schema);
  const { parsed, standard, standardType } = outcome(schema, names.check, functions);
  return [
    piece(
      names.check,
      code`export const ${names.check}: ${checkType(namesCode(schema) ? undefined : schema.name)} = ${checked};`,
      [schema.name],
    ),
    piece(
      names.parse,
      code`export function ${names.parse}(value: unknown): ${type} {\nreturn ${parsed};\n}`,
      [schema.name],
    ),
    piece(
      names.schema,
      code`export const ${names.schema}: ${standardType}<${type}> = /* @__PURE__ */ ${standard};`,
      [schema.name],
    ),
  ];
}

/** The results of `parseX` and `XSchema`, with names of code. */
function outcome(
  schema: NamedSchema,
  check: Code,
  functions: Functions,
): { readonly parsed: Code; readonly standard: Code; readonly standardType: Code } {
  const names = namesCode(schema);
  const from = names ? "./runtime/validate/names.js" : "./runtime/validate/standard.js";
  const last = names ? code`, ${names}` : empty;
  const pure = names ? code`, /* @__PURE__ */ ${names}` : empty;
  const parse = names ? use("parseNamed", from) : runtime.parse;
  return {
    parsed: code`${parse}(value, ${check}, ${str(schema.name)}${last})`,
    standard: code`${names ? use("namedSchema", from) : functions.options.makers.standardSchema}(${check}${pure})`,
    standardType: use(names ? "NamedSchema" : "StandardSchema", from, "type"),
  };
}

/** The exported check of a value that has no schema with a name: a request, the body of a reply. */
export function writeCheck(
  word: string,
  schema: Schema,
  typeName: string | undefined,
  functions: Functions,
  owners: readonly string[],
): readonly Piece[] {
  const check = name(`check${word}`);
  const type = plainType(schema);
  const checked = type
    ? code`/* @__PURE__ */ ${runtime.checkingType}(${str(type)}, ${functions.placeOf(schema.source)})`
    : functions.checking(schema);
  return [piece(check, code`export const ${check}: ${checkType(typeName)} = ${checked};`, owners)];
}

/** The exported check of a request: by its parts, where each of them has a function. */
export function writeRequestCheck(
  word: string,
  schema: Schema,
  typeName: string | undefined,
  functions: Functions,
): readonly Piece[] {
  const parts = requestParts(schema, functions);
  if (!parts) return writeCheck(word, schema, typeName, functions, [word]);
  const check = name(`check${word}`);
  const place = functions.placeOf(schema.source);
  const made = code`/* @__PURE__ */ ${functions.options.makers.checkingRequest}(${place}, ${object(parts)})`;
  return [piece(check, code`export const ${check}: ${checkType(typeName)} = ${made};`, [word])];
}

function requestParts(
  schema: Schema,
  functions: Functions,
): readonly (readonly [string, Code])[] | undefined {
  const { properties = new Map<string, Schema>(), required, types, ...others } = schema.keywords;
  if (types?.join() !== "object" || Object.keys(others).length > 0) return undefined;
  const parts: [string, Code][] = [];
  for (const [member, part] of properties) {
    const isRequired = required?.has(member) === true;
    if (isTrivial(part) && !isRequired) continue;
    const found = functions.memberExplainer(part);
    if (!found) return undefined;
    const { explain, isShared, test } = found;
    const rest = restBelow(part.source, schema.source);
    const told = rest ? str(rest) : functions.placeOf(part.source);
    const place = isShared ? told : undefined;
    const written = place || test ? object({ explain, place, test }) : explain;
    parts.push([isRequired ? member : `${member}?`, written]);
  }
  return parts;
}

/** A check says of what type a value is that passes, where there is one. */
function checkType(typeName: string | undefined): Code {
  if (typeName === undefined) return use("Judge", "./runtime/validate/issue.js", "type");
  const check = use("Check", "./runtime/validate/issue.js", "type");
  return code`${check}<${use(typeName, "./types.js", "type")}>`;
}

/** The private test of a schema without a name. */
export function writeTest(schema: Schema, functions: Functions): Code {
  return privateTest(schema, testBody(schema, functions), functions);
}

function testBody(schema: Schema, functions: Functions): Code {
  const body = new FunctionBody(schema, functions);
  const whole = outline(schema, value, code`at`, body);
  const tooDeep = body.tooDeep ? when(body.tooDeep, [refuse]) : [];
  const expression = asExpression(whole);
  if (expression && !body.hasReads)
    return printStatements([...tooDeep, code`return ${yes(expression)};`]);
  return printStatements([...tooDeep, ...testStatements(whole, body)]);
}

function testStatements(whole: Outline, body: FunctionBody): readonly Statement[] {
  const { onAny, onKind, types } = whole;
  const kinds = allowedKinds(whole);
  const told = kinds.filter((kind) => onKind.has(kind));
  const rest = types
    ? any(kinds.filter((kind) => !onKind.has(kind)).map((kind) => kindTest(whole, kind)))
    : undefined;
  const [only] = types && kinds.length === 1 ? kinds : told;
  if (only && (kinds.length === 1 || (told.length === 1 && onAny.length === 0))) {
    const test = types ? quickKindTest(whole, only) : kindTest(whole, only);
    const others = rest ? when(rest, [code`return true;`]) : when(not(test), [code`return true;`]);
    const guard = types ? when(not(test), [refuse]) : [];
    const rules = sequence([...rulesOf(whole, only), ...onAny]);
    return [
      ...(kinds.length === 1 ? [] : others),
      ...guard,
      ...(only === "object" ? body.withLateReads(rules) : rules),
    ];
  }
  const branches = told.map((kind) => [kindTest(whole, kind), inside(whole, kind, body)] as const);
  const otherwise = rest ? when(not(rest), [refuse]) : [];
  return [...choose(branches, otherwise), ...sequence(onAny)];
}

function rulesOf({ onKind }: Outline, kind: Kind): readonly Rule[] {
  return onKind.get(kind) ?? [];
}

/** The rules of one kind, where more follows. */
function inside(whole: Outline, kind: Kind, body: FunctionBody): readonly Statement[] {
  const tests = rulesOf(whole, kind).flatMap((rule) => refuseUnless(rule.test()));
  return kind === "object" ? body.withLateReads(tests) : tests;
}

function refuseUnless(test: Condition | Refusal): readonly Statement[] {
  return isCondition(test) ? when(not(test), [refuse]) : test.refuse;
}

/** The rules one after the other, the last of them as what the function returns. */
function sequence(rules: readonly Rule[]): readonly Statement[] {
  const statements: Statement[] = [];
  let waiting: Condition[] = [];
  for (const [index, rule] of rules.entries()) {
    const test = rule.test();
    if (isCondition(test)) waiting.push(test);
    else {
      for (const one of when(not(all(waiting)), [refuse])) statements.push(one);
      if (index === rules.length - 1 && test.decide) return [...statements, ...test.decide];
      for (const one of test.refuse) statements.push(one);
      waiting = [];
    }
  }
  return [...statements, ...answer(all(waiting))];
}

/** V8 takes longer to make a boolean of several conditions than to leave at the first that does not hold. */
function answer(holds: Condition): readonly Statement[] {
  if (holds.kind !== "all" || isAlways(holds)) return [code`return ${yes(holds)};`];
  return [...when(not(holds), [refuse]), code`return true;`];
}

/** The private function that tells all that is wrong. */
export function writeExplain(schema: Schema, functions: Functions): Code {
  const body = new FunctionBody(schema, functions);
  const whole = outline(schema, value, code`at`, body);
  const isShared = functions.isShared(schema);
  const statements = [
    ...tooDeep(schema, functions, body),
    ...withGuard(explainOutline(whole), whole),
  ];
  const written = isShared ? printStatements(statements) : body.withPlace(statements);
  const issue = use("Issue", "./runtime/validate/issue.js", "type");
  const input = (word: ParameterName): Code => parameter(word, written);
  const place = isShared ? code`, ${input("schema")}: string` : empty;
  const levels = functions.isRecursive(schema) ? code`, ${input("levels")}: number` : empty;
  // No arrow: in one, TypeScript looks for each constant of the module through all those in front of it.
  const head = code`function ${functions.explainName(schema)}(${input("value")}: unknown, ${input("at")}: string${place}, ${input("issues")}: ${issue}[]${levels}): void`;
  return code`${head} {\n${written}\n}`;
}

function tooDeep(schema: Schema, functions: Functions, body: FunctionBody): readonly Statement[] {
  if (!body.tooDeep) return [];
  const again = code`${runtime.wasTold}(issues, ${functions.explainName(schema)}, value)`;
  const isDeep = compare(code`levels`, "<", runtime.shallowDepth);
  const repeated = functions.isBranching(schema)
    ? when(all([isDeep, atom(again)]), [code`return;`])
    : [];
  return [
    ...repeated,
    ...when(body.tooDeep, [
      code`return ${runtime.failDepth}(issues, at, ${body.placeOf(schema)});`,
    ]),
  ];
}

/** A wrong type ends the function at once. */
function withGuard(statements: readonly Statement[], whole: Outline): readonly Statement[] {
  const [first, ...rest] = statements;
  if (first === undefined || !isIf(first) || rest.length > 0) return statements;
  if (!whole.types || allowedKinds(whole).length > 1 || !first.else) return statements;
  return [{ if: first.if, then: [code`return ${typeFault(whole)}`] }, ...first.else];
}
