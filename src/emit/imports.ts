import { byCodeUnit } from "../common/words.js";
import {
  type Code,
  type Import,
  code,
  empty,
  fixedNames,
  join,
  name,
  str,
  importKind,
  type YieldingKind,
} from "./code.js";

/** One import, after all uses of its name were looked at. */
interface Merged {
  readonly name: string;
  readonly from: string;
  readonly all: boolean;
  readonly typeOnly: boolean;
  readonly fixed: boolean;
}

/** Path by which a file imports a module, for one imported name; undefined for all of them. */
export type Locate = (from: string, name?: string) => string;

/** Spelling of a name in a file. */
export type Spell = (name: string, kind: YieldingKind) => string;

/**
 * Spells what gives way to the names that a file has from its description: `RuntimeIssue` for an import of ours,
 * `globalThis.Blob` for what is there everywhere, `request_` for a variable.
 */
export function spellingIn(body: Code): Spell {
  const declared = fixedNames(body);
  const taken = new Set(declared);
  for (const { name, from, all } of body.imports)
    if (!all && importKind(from) === "described") taken.add(name);
  const spellings = new Map<string, string>();
  const free = (wanted: string): string => (taken.has(wanted) ? free(`${wanted}_`) : wanted);
  return (word, kind) => {
    if (!(kind === "described" ? declared : taken).has(word)) return word;
    if (kind === "global") return `globalThis.${word}`;
    const known = spellings.get(`${kind} ${word}`);
    if (known !== undefined) return known;
    const chosen = free(kind === "ours" ? withRuntime(word) : `${word}_`);
    taken.add(chosen);
    spellings.set(`${kind} ${word}`, chosen);
    return chosen;
  };
}

/** `RuntimeIssue`, `runtimeList` */
function withRuntime(word: string): string {
  const first = word.charAt(0);
  const isType = first === first.toUpperCase();
  return isType ? `Runtime${word}` : `runtime${first.toUpperCase()}${word.slice(1)}`;
}

/** The import statements that a body needs, in the order of the modules' paths; `type` where no use is a value. */
export function importsOf(
  body: Code,
  locate: Locate = (from) => from,
  spell: Spell = spellingIn(body),
): Code {
  const modules = new Map<string, Merged[]>();
  const items = merge(body.imports).map((item) => {
    return { item, path: locate(item.from, item.all ? undefined : item.name) };
  });
  items.sort(
    (a, b) =>
      byCodeUnit(a.item.from, b.item.from) ||
      byCodeUnit(a.path, b.path) ||
      byCodeUnit(a.item.name, b.item.name),
  );
  for (const { item, path } of items) {
    const list = modules.get(path);
    if (list === undefined) modules.set(path, [item]);
    else list.push(item);
  }
  return join(
    [...modules].flatMap(([path, list]) => statements(path, list, spell)),
    "\n",
  );
}

function merge(imports: readonly Import[]): Merged[] {
  const byName = new Map<string, Merged>();
  for (const { name, from, all = false, typeOnly, fixed = false } of imports) {
    const key = `${all ? "described" : fixed ? "fixed" : importKind(from)} ${name}`;
    const known = byName.get(key);
    if (known !== undefined && (known.from !== from || known.all !== all))
      throw new Error(`the name ${name} is imported from ${known.from} and from ${from}`);
    if (known === undefined || (known.typeOnly && !typeOnly))
      byName.set(key, { name, from, all, typeOnly, fixed });
  }
  return [...byName.values()];
}

function statements(from: string, items: readonly Merged[], spell: Spell): Code[] {
  const whole = items.filter(({ all }) => all);
  const named = items.filter(({ all }) => !all);
  const written = whole.map(
    (item) => code`import ${typeWord(item.typeOnly)}* as ${name(item.name)} from ${str(from)};`,
  );
  if (named.length === 0) return written;
  const onlyTypes = named.every(({ typeOnly }) => typeOnly);
  const list = named.map(
    (item) => code`${typeWord(item.typeOnly && !onlyTypes)}${imported(item, spell)}`,
  );
  return [
    ...written,
    code`import ${typeWord(onlyTypes)}{ ${join(list, ", ")} } from ${str(from)};`,
  ];
}

/** `Issue as RuntimeIssue` */
function imported({ name: word, from, fixed }: Merged, spell: Spell): Code {
  const own = fixed ? word : spell(word, importKind(from));
  return own === word ? name(word) : code`${name(word)} as ${name(own)}`;
}

function typeWord(wanted: boolean): Code {
  return wanted ? code`type ` : empty;
}
