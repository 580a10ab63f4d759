import type { AdapterName, Config, EmitterName } from "./config.js";
import { ConfigError } from "./error.js";
import { closest } from "../diagnostics/closest.js";

/** Looks at the value of a key; says what is wrong with it, and what to do. */
type Rule = (value: unknown, key: string) => Fault | undefined;
type Fault = readonly [message: string, help: string];

export const emitterNames: readonly EmitterName[] = [
  "types",
  "validators",
  "client",
  "server",
  "description",
  "stubs",
];

const adapterNames: readonly AdapterName[] = [
  "node",
  "express",
  "fastify",
  "koa",
  "rate-limiter-flexible",
];

function rule(expected: string, is: (value: unknown) => boolean): Rule {
  return (value, key) =>
    is(value) ? undefined : [`${key} has to be ${expected}`, `It is ${shown(value)}.`];
}

function shown(value: unknown): string {
  return typeof value === "function" ? "a function" : String(JSON.stringify(value));
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value: unknown): boolean => typeof value === "string" && value !== "";
const isFunction = (value: unknown): boolean => typeof value === "function";

const text = rule("a text", isText);
const path = rule("a path", isText);
const yesOrNo = rule("true or false", (value) => typeof value === "boolean");

function oneOf(...words: readonly string[]): Rule {
  const listed = words.map((word) => JSON.stringify(word));
  const expected = `${listed.slice(0, -1).join(", ")} or ${listed.at(-1) ?? ""}`;
  return (value, key) => {
    if (words.includes(value as string)) return undefined;
    const near = typeof value === "string" ? closest(value, words) : undefined;
    const help = near === undefined ? `It is ${shown(value)}.` : `Did you mean "${near}"?`;
    return [`${key} has to be ${expected}`, help];
  };
}

function listOf(each: Rule, expected: string, least = 0): Rule {
  const whole = rule(expected, (value) => Array.isArray(value) && value.length >= least);
  return (value, key) =>
    whole(value, key) ?? first(value as unknown[], (item, at) => each(item, `${key}[${at}]`));
}

function namesOf(names: readonly string[], least = 0): Rule {
  const listed = names.map((name) => JSON.stringify(name));
  return listOf(oneOf(...names), `a list of ${listed.join(", ")}`, least);
}

function recordOf(each: Rule, expected: string): Rule {
  return (value, key) =>
    rule(expected, isObject)(value, key) ??
    first(Object.entries(value as object), ([name, item]) => each(item, `${key}.${name}`));
}

function objectOf(expected: string, members: Readonly<Record<string, Rule>>): Rule {
  return (value, key) =>
    rule(expected, isObject)(value, key) ?? faultIn(value as object, members, `${key}.`);
}

/** A rule for each outer form of a value; the last one for all else. */
function byForm(...forms: readonly (readonly [(value: unknown) => boolean, Rule])[]): Rule {
  return (value, key) => (forms.find(([is]) => is(value)) ?? forms.at(-1))?.[1](value, key);
}

function first<T>(
  items: readonly T[],
  fault: (item: T, at: number) => Fault | undefined,
): Fault | undefined {
  for (const [at, item] of items.entries()) {
    const found = fault(item, at);
    if (found) return found;
  }
  return undefined;
}

function faultIn(
  value: object,
  members: Readonly<Record<string, Rule>>,
  prefix: string,
): Fault | undefined {
  return first(Object.entries(value), ([key, content]) => {
    const known = Object.hasOwn(members, key) ? members[key] : undefined;
    if (!known) return [`there is no option ${prefix}${key}`, suggestion(key, members)];
    return content === undefined ? undefined : known(content, prefix + key);
  });
}

const texts = listOf(text, "a list of texts");
const filter = objectOf("an object with tags, paths, operations, methods or deprecated", {
  tags: texts,
  paths: texts,
  operations: texts,
  methods: texts,
  deprecated: yesOrNo,
});
const filters = byForm([Array.isArray, listOf(filter, "a list of filters")], [isObject, filter]);

const header = byForm(
  [isObject, objectOf("an object with env", { env: text, prefix: text, host: text })],
  [isText, rule('a text or an object with env, as in { env: "TOKEN" }', isText)],
);

const fileName = rule(
  "a name of a file, without folder and ending",
  (value) => isText(value) && /^[\w-]+(?:\.[\w-]+)*$/.test(value as string),
);

const format = byForm(
  [
    isObject,
    objectOf("an object with command", {
      command: listOf(text, "a list: the program, then what it is given", 1),
    }),
  ],
  [() => true, oneOf("prettier", "none")],
);

const emitter = byForm(
  [isText, path],
  [
    () => true,
    rule(
      "made with defineEmitter, or a path of a module that exports one",
      (value) => isObject(value) && isText(value["name"]) && isFunction(value["emit"]),
    ),
  ],
);

const rules: Readonly<Record<keyof Config, Rule>> = {
  input: rule("a path or an address", isText),
  output: path,
  overlays: listOf(rule("a path or an address", isText), "a list of paths"),
  headers: recordOf(header, "an object of headers by their names"),
  remote: byForm(
    [Array.isArray, listOf(text, "a list of hosts")],
    [() => true, rule("true, false or a list of hosts", (value) => typeof value === "boolean")],
  ),
  root: path,
  strict: yesOrNo,
  include: filters,
  exclude: filter,
  transform: byForm(
    [isText, path],
    [() => true, rule("a function, or the path of a module that exports one", isFunction)],
  ),
  only: namesOf(emitterNames, 1),
  description: yesOrNo,
  adapters: namesOf(adapterNames),
  emitters: listOf(emitter, "a list of emitters"),
  stubs: path,
  templates: path,
  fileNames: recordOf(fileName, "an object of names by those that they replace"),
  importExtension: oneOf(".js", ".ts", "none"),
  runtime: path,
  formats: oneOf("assert", "annotate"),
  int64: oneOf("number", "bigint", "string"),
  dates: oneOf("string", "Date"),
  defaults: oneOf("parameters", "bodies"),
  undeclared: oneOf("drop", "send"),
  client: objectOf("an object of retries, checks, hooks and groups", {
    retries: yesOrNo,
    checks: yesOrNo,
    hooks: yesOrNo,
    groups: yesOrNo,
  }),
  enums: oneOf("union", "const", "enum"),
  readonly: yesOrNo,
  format,
};

/** The options that a config may have, in the order of the README. */
export const optionNames: readonly string[] = Object.keys(rules);

/** Refuses unknown keys and wrong values; says which, and where. */
export function checkConfig(value: unknown, place: string): Config {
  if (!isObject(value))
    throw new ConfigError(
      `${place}: there is no configuration`,
      "Write `export default defineConfig({ … })`.",
    );
  const fault = faultIn(value, rules, "");
  if (fault) throw new ConfigError(`${place}: ${fault[0]}`, fault[1]);
  for (const key of ["input", "output"] as const)
    if (value[key] === undefined) {
      const expected = key === "input" ? "a path or an address" : "a path";
      throw new ConfigError(`${place}: ${key} is missing`, `Give ${expected}.`);
    }
  return value as unknown as Config;
}

function suggestion(key: string, members: object): string {
  const names = Object.keys(members);
  const near = closest(key, names) ?? closest(key.toLowerCase(), names);
  return near === undefined ? `The options are ${names.join(", ")}.` : `Did you mean ${near}?`;
}
