import { type Code, type Import, code, empty, join, name, str } from "./code.js";

/** One import, after all uses of its name were looked at. */
interface Merged {
  readonly name: string;
  readonly from: string;
  readonly all: boolean;
  readonly typeOnly: boolean;
}

/** The import statements that a body needs, in the order of the modules' paths; `type` where no use is a value. */
export function importsOf(body: Code, locate: (from: string) => string = (from) => from): Code {
  const modules = new Map<string, Merged[]>();
  for (const item of merge(body.imports)) {
    const list = modules.get(item.from);
    if (list === undefined) modules.set(item.from, [item]);
    else list.push(item);
  }
  const paths = [...modules.keys()].sort(compare);
  return join(
    paths.flatMap((path) => statements(locate(path), modules.get(path) ?? [])),
    "\n",
  );
}

function merge(imports: readonly Import[]): Merged[] {
  const byName = new Map<string, Merged>();
  for (const { name, from, all = false, typeOnly } of imports) {
    const known = byName.get(name);
    if (known !== undefined && (known.from !== from || known.all !== all))
      throw new Error(`the name ${name} is imported from ${known.from} and from ${from}`);
    if (known === undefined || (known.typeOnly && !typeOnly))
      byName.set(name, { name, from, all, typeOnly });
  }
  return [...byName.values()].sort((a, b) => compare(a.name, b.name));
}

function statements(from: string, items: readonly Merged[]): Code[] {
  const whole = items.filter(({ all }) => all);
  const named = items.filter(({ all }) => !all);
  const written = whole.map(
    (item) => code`import ${typeWord(item.typeOnly)}* as ${name(item.name)} from ${str(from)};`,
  );
  if (named.length === 0) return written;
  const onlyTypes = named.every(({ typeOnly }) => typeOnly);
  const list = named.map(
    (item) => code`${typeWord(item.typeOnly && !onlyTypes)}${name(item.name)}`,
  );
  return [
    ...written,
    code`import ${typeWord(onlyTypes)}{ ${join(list, ", ")} } from ${str(from)};`,
  ];
}

function typeWord(wanted: boolean): Code {
  return wanted ? code`type ` : empty;
}

/** By code unit, so that the order is the same on every machine. */
function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
