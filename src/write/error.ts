import { workName } from "./names.js";

export type WriteErrorCode =
  | "bad-format"
  | "bad-manifest"
  | "bad-path"
  | "changed-meanwhile"
  | "disk"
  | "edited-by-hand"
  | "interrupted"
  | "locked"
  | "not-a-folder"
  | "not-ours"
  | "not-utf8"
  | "not-writable"
  | "symbolic-link";

/** A failed write that the user can resolve: printed without a stack. */
export class WriteError extends Error {
  override readonly name = "WriteError";
  readonly code: WriteErrorCode;
  /** Advice; one or more lines. */
  readonly help: string;
  /** Absolute paths of the files and folders that keep it from writing, as far as they are known. */
  readonly paths: readonly string[];

  constructor(
    code: WriteErrorCode,
    message: string,
    help: string,
    { paths = [], cause }: { readonly paths?: readonly string[]; readonly cause?: unknown } = {},
  ) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.help = help;
    this.paths = paths;
  }
}

/** The errno name of a failed file system call, `ENOENT` for instance. */
export function errnoOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === "string" ? code : undefined;
}

/** Gives what the file system refused to do as a `WriteError`; passes on anything else as it is. */
export function asWriteError(error: unknown, directory: string): unknown {
  if (error instanceof WriteError) return error;
  const errno = errnoOf(error);
  if (errno === undefined || !(error instanceof Error) || !("syscall" in error)) return error;
  const named = "path" in error && typeof error.path === "string" ? error.path : directory;
  const path = named.includes(workName) ? directory : named;
  switch (errno) {
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return notWritable(path, error);
    case "ENOTDIR":
    case "EISDIR":
      return new WriteError(
        "not-a-folder",
        `a file stands where a folder is needed, or the other way round: ${path}`,
        "Move it, or choose another folder.",
        { paths: [path], cause: error },
      );
    default:
      return new WriteError(
        "disk",
        `the files could not be written: ${error.message}`,
        errno === "ENOSPC" || errno === "EDQUOT"
          ? "Make room on the disk, then generate again."
          : "Nothing was changed, or the next run sets it right. Generate again when this is mended.",
        { paths: [path], cause: error },
      );
  }
}

export function notWritable(path: string, cause: unknown): WriteError {
  return new WriteError(
    "not-writable",
    `there is no permission to read or write ${path}`,
    "Give the user who runs specsmith the right to do so, or choose another output folder.",
    { paths: [path], cause },
  );
}

/** Names in a list for a message: one to a line, indented. */
export function lines(names: readonly string[]): string {
  return names.map((name) => `\n  ${name}`).join("");
}

/** The first line of what was thrown. */
export function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n")[0] ?? "";
}
