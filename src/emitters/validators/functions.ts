import type { Diagnostics } from "../../diagnostics/diagnostics.js";
import { below } from "../../common/pointers.js";
import { type Code, code, empty, name, namesIn, sealed, str } from "../../emit/code.js";
import { camelCase, fingerprint, placeFrom } from "../../model/names/naming.js";
import type { Schema } from "../../model/types.js";
import { groupBy, reachable } from "../../common/collections.js";
import { type Cycles, childrenOf, isTrivial } from "./analysis/analysis.js";
import { isBranching } from "./analysis/branching.js";
import { Forms } from "./analysis/form.js";
import type { Places } from "./analysis/places.js";
import { formatMeant } from "./code/formats.js";
import { type Piece, privatePiece } from "./code/declaration.js";
import { plainFunctions } from "./code/plain.js";
import { runtime } from "./code/runtime-names.js";
import type { Makers } from "./code/makers.js";
import type { MemberExplainer } from "./code/site.js";
import type { Duplicates } from "./analysis/duplicates.js";
import { writeExplain, writeTest } from "./code/write.js";

export interface FunctionOptions {
  readonly places: Places;
  readonly duplicates: Duplicates;
  readonly cycles: Cycles;
  readonly diagnostics: Diagnostics;
  readonly formats: "assert" | "annotate";
  /** The file whose schemas are pointed at without its name. */
  readonly file: string;
  readonly makers: Makers;
}

/** The pieces that are roots, and those that they use. */
export function withoutUnused(
  pieces: readonly Piece[],
  isRoot: (word: string) => boolean,
): readonly Piece[] {
  const named = new Map(pieces.map((piece) => [piece.words[0], piece]));
  const roots = pieces.filter(({ words: [word] }) => isRoot(word));
  const needed = reachable(roots, ({ code }) =>
    [...namesIn(code)].flatMap((word) => named.get(word) ?? []),
  );
  return pieces.filter((piece) => needed.has(piece));
}

/** What is written together, and the schemas whose private functions it needs. */
interface Group {
  readonly pieces: Piece[];
  readonly needed: Set<Schema>;
}

/** The exports of a root, and where its private functions stand. */
interface Section extends Group {
  readonly root: string;
  readonly order: "after" | "before";
}

/** The private functions of the module: each is written when the first call of it is. */
export class Functions {
  readonly options: FunctionOptions;
  readonly forms = new Forms();
  /** The schemas that have a private function of each kind, or will. */
  readonly #tested = new Set<Schema>();
  readonly #explained = new Set<Schema>();
  /** The values of constants, by name. */
  readonly #constants = new Map<string, string>();
  readonly #unknownFormats = new Set<string>();
  /** Constants for the function that is being written. */
  readonly #pending: Piece[] = [];
  readonly #waiting: {
    readonly group: Group;
    readonly word: string;
    readonly write: () => Code;
  }[] = [];
  /** The private functions of each schema. */
  readonly #groups = new Map<Schema, Group>();
  readonly #sections: Section[] = [];
  /** Of what is being written. */
  #needed = new Set<Schema>();

  constructor(options: FunctionOptions) {
    this.options = options;
  }

  /** The check that goes by the function that explains. */
  checking(schema: Schema): Code {
    this.needExplain(schema);
    const isShared = this.isShared(schema);
    const place = isShared ? code`, ${this.placeOf(schema.source)}` : empty;
    const helper = this.isRecursive(schema)
      ? isShared
        ? runtime.checkingSharedNested
        : runtime.checkingNested
      : isShared
        ? runtime.checkingShared
        : this.options.makers.checking;
    return code`/* @__PURE__ */ ${helper}(${this.explainName(schema)}${place})`;
  }

  /** The functions behind a schema, as arguments of `requireMember`, and of `requireItems` for that of the items. */
  memberExplainer(
    schema: Schema,
    isTested: boolean = this.isLarge(schema),
  ): MemberExplainer | undefined {
    if (isTrivial(schema) || !this.forms.hasFunction(schema) || this.isRecursive(schema))
      return undefined;
    this.needExplain(schema);
    if (isTested) this.needTest(schema);
    return {
      isShared: this.isShared(schema),
      explain: this.explainName(schema),
      test: isTested ? this.testName(schema) : undefined,
    };
  }

  /** True for a tested object that contains others with a function of their own. */
  isLarge(schema: Schema): boolean {
    if (!this.forms.hasFunction(schema) || schema.keywords.items) return false;
    if (!this.options.places.isPartOfNamed(schema)) return false;
    return childrenOf(schema).some((child) => this.forms.hasFunction(child.schema));
  }

  /** True if several schemas share the function, which takes the place as an argument. */
  isShared(schema: Schema): boolean {
    return plainFunctions(schema) !== undefined || this.options.duplicates.isShared(schema);
  }

  /** The place of a schema in the description, whoever asks. */
  placeOf(source: Schema["source"]): Code {
    return str(placeFrom(this.options.file, source));
  }

  isRecursive(schema: Schema): boolean {
    return this.options.cycles.has(schema);
  }

  /** True if testing a schema needs a memory, so that the time stays in proportion to the value. */
  isBranching(schema: Schema): boolean {
    return isBranching(schema, this.options.cycles);
  }

  /** True if two schemas are in one cycle, so that a call continues to count levels. */
  isNear(schema: Schema, from: Schema | undefined): boolean {
    const cycle = this.options.cycles.get(schema);
    return cycle !== undefined && from !== undefined && cycle === this.options.cycles.get(from);
  }

  /** The last argument of a call of a recursive schema's function. */
  levels(schema: Schema, from: Schema | undefined): Code {
    if (!this.isRecursive(schema)) return code``;
    return this.isNear(schema, from) ? code`, levels - 1` : code`, ${runtime.maximumDepth}`;
  }

  word(schema: Schema): string {
    return this.options.places.wordFor(schema);
  }

  testName(schema: Schema): Code {
    return plainFunctions(schema)?.test ?? name(`is${this.word(schema)}`);
  }

  /** The function with the test itself: apart from the exported one where it counts its depth. */
  innerTestName(schema: Schema): Code {
    const within = this.isRecursive(schema) && schema.name !== undefined;
    if (!within) return this.testName(schema);
    return name(`is${this.options.places.wordBeside(schema, "Within")}`);
  }

  /** The test of a schema that is remembered, itself. */
  afreshName(schema: Schema): Code {
    return name(`is${this.options.places.wordBeside(schema, "Afresh")}`);
  }

  explainName(schema: Schema): Code {
    return plainFunctions(schema)?.explain ?? name(`explain${this.word(schema)}`);
  }

  reportFormat(format: string, { source }: Schema): void {
    if (this.#unknownFormats.has(format)) return;
    this.#unknownFormats.add(format);
    const suggestion = formatMeant(format);
    this.options.diagnostics.report("format-unknown", below(source, "format"), {
      format,
      suggestion,
    });
  }

  exportedNames(schema: Schema): {
    readonly check: Code;
    readonly parse: Code;
    readonly schema: Code;
  } {
    const word = this.word(schema);
    return {
      check: name(`check${word}`),
      parse: name(`parse${word}`),
      schema: name(`${word}Schema`),
    };
  }

  /** A constant, written in front of the function that is being written; it serves all that ask for the same. */
  constant(schema: Schema, suffix: string, type: Code | undefined, value: Code): Code {
    const plain = `${camelCase(this.word(schema))}${suffix}`;
    const other = this.#constants.get(plain);
    const isFree = other === undefined || other === value.text;
    const chosen = isFree ? plain : `${plain}_${fingerprint(schema.source.pointer)}`;
    if (!this.#constants.has(chosen)) {
      this.#constants.set(chosen, value.text);
      const typed = type ? code`: ${type}` : [];
      const written = code`const ${name(chosen)}${typed} = ${value};`;
      this.#pending.push(privatePiece(chosen, written));
    }
    return name(chosen);
  }

  needTest(asked: Schema): void {
    const schema = this.options.duplicates.firstOf(asked);
    if (!this.#isPrivate(schema)) return;
    this.#needed.add(schema);
    if (this.#tested.has(schema)) return;
    this.#tested.add(schema);
    this.#enqueue(schema, this.innerTestName(schema), () => writeTest(schema, this));
  }

  needExplain(asked: Schema): void {
    const schema = this.options.duplicates.firstOf(asked);
    if (!this.#isPrivate(schema)) return;
    this.#needed.add(schema);
    if (this.#explained.has(schema)) return;
    this.#explained.add(schema);
    this.#enqueue(schema, this.explainName(schema), () => writeExplain(schema, this));
  }

  #isPrivate(schema: Schema): boolean {
    return schema.name === undefined && plainFunctions(schema) === undefined;
  }

  #enqueue(schema: Schema, word: Code, write: () => Code): void {
    const group = this.#groups.get(schema) ?? { pieces: [], needed: new Set() };
    this.#groups.set(schema, group);
    this.#waiting.push({ group, word: word.text, write });
  }

  /** Writes the exports of a root, and the private functions that they need and that are not written yet. */
  write(root: string, exports: () => readonly Piece[], order: Section["order"]): void {
    const section: Section = { root, order, pieces: [], needed: new Set() };
    this.#sections.push(section);
    this.#writeInto(section, exports);
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift()) {
      const { group, word, write } = next;
      this.#writeInto(group, () => [privatePiece(word, write())]);
    }
  }

  #writeInto({ needed, pieces }: Group, write: () => readonly Piece[]): void {
    this.#needed = needed;
    for (const one of this.#withConstants(write)) pieces.push(one);
  }

  /** All that was written: the private functions of each root beside its exports, in the order in which they are needed there. */
  written(): readonly Piece[] {
    const byRoot = groupBy(this.#groups.keys(), (schema) => this.options.places.rootOf(schema));
    return this.#sections.flatMap(({ root, order, pieces, needed }) => {
      const own = new Set(byRoot.get(root));
      const ownOf = (some: Iterable<Schema>): readonly Schema[] =>
        [...some].filter((schema) => own.has(schema));
      const found = reachable(ownOf(needed), (schema) =>
        ownOf(this.#groups.get(schema)?.needed ?? []),
      );
      const functions = [...new Set([...found, ...own])].flatMap(
        (schema) => this.#groups.get(schema)?.pieces ?? [],
      );
      return order === "after" ? [...pieces, ...functions] : [...functions, ...pieces];
    });
  }

  #withConstants(write: () => readonly Piece[]): readonly Piece[] {
    const written = write().map((piece) => ({ ...piece, code: sealed(piece.code) }));
    return [...this.#pending.splice(0), ...written];
  }
}
