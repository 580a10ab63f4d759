import { YamlPlaces } from "./yaml-places.js";
import type { Place, PlaceFinder } from "./yaml-places.js";
import { readYaml } from "./yaml.js";

/** The lines of a member of a mapping in block style, from the one with its key on. */
interface Lines {
  readonly key: string;
  readonly start: number;
  readonly end: number;
  /** Where the lines behind the one with the key begin; undefined where a value stands on that one. */
  readonly inside: number | undefined;
}

const maximumDepth = 500;

/**
 * The places of a YAML text that was read without them, and in which nothing is out of the ordinary: lines are looked
 * through for the keys of large mappings, and only what is left then is read with its places.
 */
export class LinePlaces implements PlaceFinder {
  readonly #text: string;
  /** By where the lines of a mapping begin; undefined where it cannot be told apart by lines. */
  readonly #members = new Map<number, ReadonlyMap<string, Lines> | undefined>();
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
    const root = { key: "", start: 0, end: this.#text.length, inside: this.#startOfText() };
    let lines: Lines = root;
    let depth = 0;
    for (const token of tokens) {
      if (lines.inside === undefined || lines.end - lines.start < this.#few) break;
      const member = this.#membersIn(lines.inside, lines.end)?.get(token);
      if (!member) break;
      lines = member;
      depth += 1;
    }
    const part = lines === root ? undefined : this.#readFrom(lines);
    if (!part) return this.#whole().find(tokens);
    const place = part.find([lines.key, ...tokens.slice(depth)]);
    const moved = (range: Place["key"]) =>
      range && ([range[0] + lines.start, range[1] + lines.start] as const);
    return { key: moved(place.key), value: moved(place.value), block: place.block };
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

  #membersIn(start: number, end: number): ReadonlyMap<string, Lines> | undefined {
    if (!this.#members.has(start)) this.#members.set(start, membersIn(this.#text, start, end));
    return this.#members.get(start);
  }
}

/** The members of a mapping whose lines begin and end there. */
function membersIn(
  text: string,
  start: number,
  end: number,
): ReadonlyMap<string, Lines> | undefined {
  const starts: (Omit<Lines, "end"> & { readonly start: number })[] = [];
  let indentation: number | undefined;
  for (let at = start; at < end;) {
    const next = text.indexOf("\n", at);
    const lineEnd = next < 0 || next > end ? end : next;
    let first = at;
    while (text[first] === " ") first += 1;
    if (first < lineEnd && text[first] !== "#") {
      indentation ??= first - at;
      if (first - at < indentation) return undefined;
      if (first - at === indentation) {
        const line = text.slice(first, lineEnd);
        // The items of a list may stand below the very first letter of its key.
        const isItem = /^-(?: |$)/.test(line);
        const key = isItem ? undefined : keyOf(line);
        if (key === undefined && !(isItem && starts.length > 0)) return undefined;
        const isAlone = key !== undefined && /^ *(?:#|$)/.test(line.slice(key.length));
        if (key !== undefined)
          starts.push({ key: key.text, start: at, inside: isAlone ? lineEnd + 1 : undefined });
      }
    }
    at = lineEnd + 1;
  }
  const members = starts.map((one, i) => ({ ...one, end: starts[i + 1]?.start ?? end }));
  return new Map(members.map((one) => [one.key, one]));
}

const quoted = /^(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*') *:(?= |$)/;
const plain = /^[^\s"'#&*!|>%@`{}[\],?:-](?:[^:#]|:(?! |$)|(?<! )#)*:(?= |$)/;

/** The key that a line begins with, and how far it goes; undefined for one that is not simple. */
function keyOf(line: string): { readonly text: string; readonly length: number } | undefined {
  const written = (quoted.exec(line) ?? plain.exec(line))?.[0];
  if (written === undefined) return undefined;
  const { length } = written;
  const key = written.slice(0, -1).trimEnd();
  if (key.startsWith("'")) return { text: key.slice(1, -1).replaceAll("''", "'"), length };
  if (!key.startsWith('"')) return { text: key, length };
  try {
    return { text: JSON.parse(key) as string, length };
  } catch {
    return undefined;
  }
}
