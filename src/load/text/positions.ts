import type { Source, Span } from "../../common/source.js";
import { Lines } from "../../common/lines.js";
import type { LoadedFile, Position } from "../document.js";
import { JsonPlaces } from "./json-places.js";
import type { Parsed } from "./parse.js";
import { parsePointer } from "../../common/pointers.js";
import { EventPlaces } from "./yaml-event-places.js";
import { YamlPlaces } from "./yaml-places.js";
import type { PlaceFinder } from "./yaml-places.js";

/** The files that were read, and where in their text things stand. Places are looked up only when asked for. */
export class Files {
  readonly #entries = new Map<string, { readonly text: string; places?: PlaceFinder }>();
  /** Parsed files without their values, which are large. */
  readonly #parsed = new Map<string, Pick<Parsed, "yaml" | "notation">>();
  readonly #lines = new Map<string, Lines>();
  readonly #absent = new Set<string>();
  readonly #onFile: (file: string) => void;

  /** `onFile` is called with each file that is read or missed. */
  constructor(onFile: (file: string) => void = () => {}) {
    this.#onFile = onFile;
  }

  add(file: string, text: string): void {
    this.#entries.set(file, { text });
    this.#lines.delete(file);
    this.#onFile(file);
  }

  /** Tells of a file that something refers to and that is not there. */
  miss(file: string): void {
    this.#absent.add(file);
    this.#onFile(file);
  }

  get absent(): readonly string[] {
    return [...this.#absent];
  }

  /** Tells how a file was read, so that it need not be read again to find places in it. */
  setParsed(file: string, { yaml, notation }: Parsed): void {
    this.#parsed.set(file, { yaml, notation });
  }

  get all(): readonly LoadedFile[] {
    return [...this.#entries].map(([file, { text }]) => ({ file, text }));
  }

  textOf(file: string): string | undefined {
    return this.#entries.get(file)?.text;
  }

  linesOf(file: string): Lines | undefined {
    const text = this.textOf(file);
    const lines = this.#lines.get(file) ?? (text === undefined ? undefined : new Lines(text));
    if (lines) this.#lines.set(file, lines);
    return lines;
  }

  /** Line and column of a member, of its key or its value; of what holds it when it is not written itself. */
  locate(source: Source | Span, marks: "key" | "value" = "value"): Position | undefined {
    const entry = this.#entries.get(source.file);
    if (!entry) return undefined;
    if ("offset" in source) return this.#position(source.file, source.offset, source.length);
    const [start, end] = this.#markOf(source, marks) ?? [0, 1];
    return this.#position(source.file, start, end - start);
  }

  #markOf(source: Source, marks: "key" | "value"): readonly [number, number] | undefined {
    const finder = this.#finderFor(source.file);
    const tokens = parsePointer(source.pointer) ?? [];
    if (!finder) return undefined;
    const { key, value, block } = finder.find(tokens);
    return marks === "key" || block ? (key ?? value) : (value ?? key);
  }

  /** The text of a value, as it is written. */
  writtenAs(source: Source): string | undefined {
    const tokens = parsePointer(source.pointer) ?? [];
    const range = this.#finderFor(source.file)?.find(tokens).value;
    return range && this.textOf(source.file)?.slice(...range);
  }

  /** A number in the notation in which it stands there: 1.10, of which a number keeps 1.1. */
  numberAt(source: Source, number: number): string {
    const written = this.writtenAs(source)?.trim() ?? "";
    const isSame = /^[-+.\w]+$/.test(written) && Number(written) === number;
    return isSame ? written : String(number);
  }

  #finderFor(file: string): PlaceFinder | undefined {
    const entry = this.#entries.get(file);
    const parsed = this.#parsed.get(file);
    if (!entry || !parsed) return undefined;
    return (entry.places ??= finderFor(entry.text, parsed));
  }

  #position(file: string, offset: number, length: number): Position | undefined {
    const text = this.textOf(file);
    const lines = this.linesOf(file);
    if (text === undefined || !lines) return undefined;
    const at = Math.min(offset, text.length);
    const { line, start } = lines.at(at);
    const rest = lines.end(line) - at;
    return { line, column: at - start + 1, length: Math.max(1, Math.min(length, rest)) };
  }
}

function finderFor(
  text: string,
  { yaml, notation }: Pick<Parsed, "yaml" | "notation">,
): PlaceFinder {
  if (notation === "JSON") return new JsonPlaces(text);
  return yaml ? new YamlPlaces(yaml) : new EventPlaces(text);
}
