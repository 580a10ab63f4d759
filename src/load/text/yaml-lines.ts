import { maximumDepth } from "./quick-scalars.js";
import { YamlPlaces } from "./yaml-places.js";
import type { Place, PlaceFinder } from "./yaml-places.js";
import { readYaml } from "./yaml.js";

/** The lines of a member of a mapping in block style, from the one with its key on. */
interface Lines {
  readonly key: string;
  /** Of the key as it is written. */
  readonly keyRange: Range;
  readonly start: number;
  readonly end: number;
  /** Where the lines behind the one with the key begin; undefined where a value stands on that one. */
  readonly inside: number | undefined;
}

type Range = readonly [number, number];

/**
 * The places of a YAML text that was read without them, and in which nothing is out of the ordinary: lines are looked
 * through for the keys of large mappings, and only what is left then is read with its places.
 */
export class LinePlaces implements PlaceFinder {
  readonly #text: string;
  /** By where the lines of a mapping begin, and the key. */
  readonly #members = new Map<string, Lines | undefined>();
  /** Of each mapping, the member that was looked for last: most are asked for in their order. */
  readonly #last = new Map<number, Lines>();
  /** By where lines begin. */
  readonly #read = new Map<number, YamlPlaces | undefined>();
  #wholeText: YamlPlaces | undefined;

  readonly #few: number;

  /** `few`: characters that are quick to read as a whole. */
  constructor(text: string, few = 20_000) {
    this.#text = text;
    this.#few = few;
  }

  find(tokens: readonly string[]): Place {
    const ways = this.#goAlong(tokens, this.#few);
    const lines = ways.at(-1);
    const part = lines && this.#readFrom(lines);
    if (!part) return this.#whole().find(tokens);
    const place = part.find([lines.key, ...tokens.slice(ways.length)]);
    const moved = (range: Range | undefined) =>
      range && ([range[0] + lines.start, range[1] + lines.start] as const);
    return { key: moved(place.key), value: moved(place.value), block: place.block };
  }

  /** What marks a member, where lines alone tell it: its key, also in the place of a mapping in block style. */
  markOf(tokens: readonly string[], marks: "key" | "value"): Range | undefined {
    const lines = this.#goAlong(tokens, 0);
    const last = lines.at(-1);
    if (!last || lines.length < tokens.length) return undefined;
    const inside = last.inside === undefined ? undefined : this.#text.slice(last.inside, last.end);
    const isMapping = inside !== undefined && /^(?: *(?:#.*)?\n)* +[\w/$]+:[ \n]/.test(inside);
    return marks === "key" || isMapping ? last.keyRange : undefined;
  }

  /** The lines of each member on the way, as far as lines tell them and there are `enough` characters. */
  #goAlong(tokens: readonly string[], enough: number): readonly Lines[] {
    const found: Lines[] = [];
    let inside: number | undefined = this.#startOfText();
    let end = this.#text.length;
    for (const token of tokens) {
      if (inside === undefined || end - inside < enough) break;
      const member = this.#memberIn(inside, end, token);
      if (!member) break;
      found.push(member);
      ({ inside, end } = member);
    }
    return found;
  }

  #memberIn(start: number, end: number, key: string): Lines | undefined {
    const name = `${start} ${key}`;
    if (this.#members.has(name)) return this.#members.get(name);
    const from = this.#last.get(start)?.start ?? start;
    const member = memberIn(this.#text, start, end, key, from);
    this.#members.set(name, member);
    if (member) this.#last.set(start, member);
    return member;
  }

  #startOfText(): number {
    return this.#text.startsWith("---\n") ? "---\n".length : 0;
  }

  /** Undefined where lines alone did not tell what belongs together. */
  #readFrom({ start, end }: Lines): YamlPlaces | undefined {
    if (!this.#read.has(start)) {
      const { document, faults } = readYaml(this.#text.slice(start, end), maximumDepth);
      const isRight = document && faults.length === 0;
      this.#read.set(start, isRight ? new YamlPlaces(document) : undefined);
    }
    return this.#read.get(start);
  }

  #whole(): YamlPlaces {
    if (this.#wholeText) return this.#wholeText;
    const { document } = readYaml(this.#text, maximumDepth);
    if (!document) throw new Error("a YAML text could be read only once");
    this.#wholeText = new YamlPlaces(document);
    return this.#wholeText;
  }
}

/**
 * A member of the mapping whose lines begin and end there, looked for behind `from` first; undefined where it is not
 * there, or not written as usual.
 */
function memberIn(
  text: string,
  start: number,
  end: number,
  key: string,
  from: number,
): Lines | undefined {
  firstLine.lastIndex = start;
  const first = firstLine.exec(text);
  if (!first || first.index >= end) return undefined;
  const lines = text.slice(first.index, end);
  const spaces = first[0];
  const quoted = [JSON.stringify(key), `'${key.replaceAll("'", "''")}'`];
  for (const written of /^[\w/$][\w/$.{}-]*$/.test(key) ? [key, ...quoted] : quoted) {
    const line = `${spaces}${written}:`;
    const at = first.index + lineIn(lines, line, from - first.index);
    const behind = at + line.length;
    if (at < first.index || !/[ \n]/.test(text.charAt(behind))) continue;
    // The items of a list may stand below the very first letter of its key.
    const next = new RegExp(`\\n {0,${spaces.length}}(?! |\\n|#|-[ \\n])`, "g");
    next.lastIndex = behind;
    const lineEnd = text.indexOf("\n", behind);
    const isAlone = lineEnd >= 0 && /^ *(?:#|$)/.test(text.slice(behind, lineEnd));
    return {
      key,
      keyRange: [at + spaces.length, behind - 1],
      start: at,
      end: Math.min(end, (next.exec(text)?.index ?? end - 1) + 1),
      inside: isAlone ? lineEnd + 1 : undefined,
    };
  }
  return undefined;
}

/** Where a line begins like this, behind `from` or else at all; -1 where none does. */
function lineIn(lines: string, line: string, from: number): number {
  if (lines.startsWith(line)) return 0;
  const behind = lines.indexOf(`\n${line}`, from);
  const at = behind < 0 ? lines.indexOf(`\n${line}`) : behind;
  return at < 0 ? -1 : at + 1;
}

/** With more on it than a comment. */
const firstLine = /^ *(?=[^ \n#])/gm;
