import type { EmittedSettings, EmitterName } from "../config/options.js";
import type { Diagnostics } from "../diagnostics/diagnostics.js";
import type { Source } from "../common/source.js";
import type { Code } from "../emit/code.js";
import type { OutputFile } from "../emit/file.js";
import type { ApiModel } from "../model/types.js";

/** Options of emitters, with their defaults. */
export interface EmitOptions extends EmittedSettings {
  /** Folder of the stubs; undefined for none. */
  readonly stubs: StubsPlace | undefined;
  /** A folder with templates of the user's; ends with a slash. */
  readonly templates: URL | undefined;
}

/** Both with forward slashes. */
export interface StubsPlace {
  /** The way from the output folder to the stubs. */
  readonly folder: string;
  /** The way back, as import paths start: `..`. */
  readonly root: string;
}

export interface EmitContext {
  readonly diagnostics: Diagnostics;
  readonly options: EmitOptions;
  /** The names that the files of the emitters before import from a file; left out: anything may be imported. */
  readonly imported?: (from: string) => ReadonlySet<string>;
  /** True where the configuration names the emitter, and not only another one that needs it. */
  readonly isRequested?: boolean;
}

/** Something that turns the model into files. `emitters/index.ts` lists them all. */
export interface Emitter {
  /** As in the configuration: `only: ["types", "client"]`. */
  readonly name: string;
  /** One sentence, for `--help` and for the docs. */
  readonly purpose: string;
  /** Emitters whose files this one imports from; they are switched on with it. */
  readonly needs: readonly string[];
  /** It runs after the others: it leaves out what none of them imports. */
  readonly isLast?: true;
  /** Files of the runtime that people import themselves, by name without ending. */
  readonly runtime?: (options: EmitOptions) => readonly string[];
  emit(
    model: ApiModel,
    context: EmitContext,
  ): Promise<readonly OutputFile[]> | readonly OutputFile[];
}

/** An emitter of a user's own, which runs after those of specsmith. */
export interface OwnEmitter {
  /** Not that of another emitter. */
  readonly name: string;
  /** One sentence, for people. */
  readonly purpose?: string;
  /** Emitters of specsmith whose files this one imports from; they are switched on with it. */
  readonly needs?: readonly Exclude<EmitterName, "description">[];
  emit(model: ApiModel, context: OwnContext): Promise<readonly OwnFile[]> | readonly OwnFile[];
}

export interface OwnContext {
  readonly options: EmitOptions;
  /** Tells the user of something that is left out, with its place in the description. */
  readonly warn: (message: string, source?: Source) => void;
}

/** A file of an own emitter: with `code`, or with `text` where it is none (Markdown, JSON). */
export interface OwnFile {
  /** Below the output folder, with forward slashes. */
  readonly path: string;
  readonly code?: Code;
  readonly text?: string;
}
