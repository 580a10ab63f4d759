/** A handler that the description asks for. */
export interface Stub {
  /** The operation's name in code. */
  readonly name: string;
  /** The source of a method with its comment, without a comma; LF, indented by two spaces. */
  readonly text: string;
  /** The imports that the source needs. */
  readonly imports: readonly StubImport[];
}

export interface StubImport {
  readonly name: string;
  readonly from: string;
  readonly typeOnly: boolean;
}

/** What the type of the handlers is recognised by. */
export interface TypeOptions {
  /** The interface of all handlers, `PetStoreHandlers` for instance. */
  readonly handlersType: string;
  /** The generated files, by absolute path. */
  readonly generated?: ReadonlyMap<string, { readonly text: string }>;
}

/** Options for recognising the handlers of a file. */
export interface MergeOptions extends TypeOptions {
  /** Under which they were exported when the file was made. */
  readonly exportName: string;
  /** Names of all operations, where the stubs are those of one file of several; else those of the stubs. */
  readonly known?: ReadonlySet<string>;
  /** Names of all operations by method and path, `GET /pets`; where it is left out, those of the stubs. */
  readonly routes?: ReadonlyMap<string, string>;
  /** The other files with code below the folder of the stubs; asked for only when something may be missing. */
  readonly neighbours?: () => readonly Neighbour[];
}

/** A file beside that of the stubs; its path is relative to the working directory, or absolute. */
export interface Neighbour {
  readonly path: string;
  readonly text: string;
  /** Of a file with stubs of its own, whose other exports are no handlers that were moved. */
  readonly exportName?: string | undefined;
}

export interface PlaceOfHandler {
  readonly name: string;
  readonly path: string;
  readonly line: number;
}

/** Handlers that files have already. */
export interface HandlersThere {
  /** In the stubs of another tag, or of the handlers' type. */
  readonly typed: readonly PlaceOfHandler[];
  /** Under the name of a handler, and possibly that. */
  readonly alike: readonly PlaceOfHandler[];
}

/** A handler that no operation has the name of. */
export interface Orphan {
  readonly name: string;
  readonly line: number;
  /** Its file, if that is not the merged one. */
  readonly path?: string;
  /** The name that the operation of the same method and path has now, where a comment says which that is. */
  readonly now?: string;
}

/** A name that the file has from generated code, which does not export it. */
export interface GoneName {
  readonly name: string;
  /** The module, as the file spells it. */
  readonly from: string;
  readonly line: number;
  readonly column: number;
  /** Its name now, where that follows from the new name of the API or of an operation. */
  readonly now?: string;
}

export interface Merge {
  /** The same as before, but for what was inserted. */
  readonly text: string;
  /** Names of the stubs that were inserted. */
  readonly added: readonly string[];
  /** Handlers that the description does not have (any more); they stay. */
  readonly orphaned: readonly Orphan[];
  readonly gone?: readonly GoneName[];
  /** Found elsewhere under the name of a handler, and possibly that; nothing was added for it. */
  readonly elsewhere?: readonly PlaceOfHandler[];
  /** Why stubs are missing that could not be added, with what is to be added by hand. */
  readonly problem: string | undefined;
}

/**
 * Adds the stubs that a user's file lacks, and changes no other byte of it. Handlers are found in an
 * object literal (under `satisfies`, `as` or a type, exported by name or default, or returned from a
 * function) and in a class; any other file is left alone, with a problem that says so.
 */
export async function mergeStubs(
  text: string,
  fileName: string,
  stubs: readonly Stub[],
  options: MergeOptions,
): Promise<Merge> {
  // Loaded here, because ts-morph takes 0.4 s.
  const { mergeInto } = await import("./stub-file.js");
  return mergeInto(text, fileName, stubs, options);
}

/** What a file that has none of the stubs still has for operations that are gone, as after the last of a tag. */
export async function leftInFile(
  text: string,
  fileName: string,
  options: Omit<MergeOptions, "exportName">,
): Promise<Pick<Merge, "orphaned" | "gone">> {
  const { leftIn } = await import("./stub-file.js");
  return leftIn(text, fileName, options);
}

/** `GET /pets` of the comment that a stub begins with. */
export function routeIn(stub: string): string | undefined {
  return /^\s*\/\*\*[^`]*`([A-Z]+ \/[^`]*)`/.exec(stub)?.[1];
}

/** Those of some handlers that files have already, as after their operations got another tag. */
export async function handlersThere(
  names: ReadonlySet<string>,
  options: TypeOptions,
  neighbours: readonly Neighbour[],
): Promise<HandlersThere> {
  const mayHave = ({ text }: Neighbour) => [...names].some((name) => text.includes(name));
  if (!neighbours.some(mayHave)) return { typed: [], alike: [] };
  const { handlersAmong } = await import("./stub-file.js");
  return handlersAmong(names, options, neighbours);
}
