import { readFile, readdir, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Diagnostics } from "../../diagnostics/diagnostics.js";
import type { Source } from "../../common/source.js";
import { isWithin } from "./addresses.js";
import { decode } from "./encoding.js";
import { fetchText } from "./fetch.js";
import { closest } from "../../common/closest.js";
import { isIn, pathFrom } from "../../common/folders.js";
import type { Files } from "./positions.js";

/** Input of `load`: a file, text that has been read (standard input), or a URL. */
export type Input =
  | { readonly path: string }
  | { readonly text: string | Uint8Array; readonly name: string }
  | { readonly url: string };

/** Files that are not on the disk: those of a revision. Paths are absolute; faults have the codes of `node:fs`. */
export interface FileTree {
  /** No path outside of it is there. */
  readonly root: string;
  /** Prefix of its file names in messages. */
  readonly prefix: string;
  read(file: string): Promise<Buffer>;
  /** The names in a folder. */
  list(folder: string): readonly string[];
}

export interface ReadOptions {
  /** Relative paths start here, and files are named relative to it. */
  readonly cwd: string;
  /** No file outside of this folder is read. Default: `cwd` when the entry is below it, else the entry's folder. */
  readonly root?: string | undefined;
  /**
   * Addresses that may be fetched for a `$ref`, and that a redirect to another origin may lead to: none, all, or those
   * that are at or below one of these.
   */
  readonly remote?: boolean | readonly string[] | undefined;
  /** Request headers for a URL; evaluated again after each redirect. */
  readonly headers?: ((url: URL) => Readonly<Record<string, string>>) | undefined;
  /** Milliseconds for one file over the network; 30,000 when left out. */
  readonly timeout?: number | undefined;
  /** Of one file; 100,000,000 when left out. */
  readonly maxBytes?: number | undefined;
  /** Replaces the disk. */
  readonly tree?: FileTree | undefined;
}

/** A file by its full address (`file:` or `http(s):`, without a fragment) and as it is named in messages. */
export interface ReadFile {
  readonly address: string;
  readonly name: string;
  readonly text: string;
}

/** A `$ref` for which a file is to be read. */
interface Reference {
  readonly ref: string;
  readonly source: Source;
  /** Of what is reported when the file cannot be had. */
  readonly severity: "error" | "warning";
}

/** A failure that has been reported. */
type Failed = undefined;

/** Reads the entry and what it refers to, within the limits that the options set. */
export class Reader {
  readonly #options: ReadOptions;
  readonly #diagnostics: Diagnostics;
  readonly #files: Files;
  readonly #maxBytes: number;
  #root = "";
  #origin: string | undefined;

  constructor(options: ReadOptions, diagnostics: Diagnostics, files: Files) {
    this.#options = options;
    this.#diagnostics = diagnostics;
    this.#files = files;
    this.#maxBytes = options.maxBytes ?? 100_000_000;
  }

  async entry(input: Input): Promise<ReadFile | Failed> {
    const { cwd, root } = this.#options;
    if ("url" in input) {
      const shown = URL.canParse(input.url) ? withoutSecret(new URL(input.url)) : input.url;
      const source: Source = { file: shown, pointer: "" };
      if (!/^https?:\/\//i.test(input.url) || !URL.canParse(input.url)) {
        const reason = "it is not an http or https address";
        return void this.#diagnostics.report("remote-failed", source, { url: input.url, reason });
      }
      this.#root = await realOrSame(path.resolve(cwd, root ?? "."));
      const { origin } = new URL(input.url);
      this.#origin = origin;
      return this.#fetch(new URL(input.url), source, (next) => this.#isAllowed(next));
    }
    if ("text" in input) {
      this.#root = await realOrSame(path.resolve(cwd, root ?? "."));
      const address = pathToFileURL(path.join(path.resolve(cwd), input.name)).href;
      const { name } = input;
      if (typeof input.text !== "string") return this.#decoded(input.text, name, address);
      const text = input.text.replace(/^\uFEFF/, "");
      this.#files.add(name, text);
      return { address, name, text };
    }
    const file = path.resolve(cwd, input.path);
    if (this.#options.tree) {
      this.#root = this.#options.tree.root;
      return this.#readPath(file, { file: this.#nameOf(file), pointer: "" });
    }
    const folder = path.dirname(await realOrSame(file));
    const home = await realOrSame(path.resolve(cwd));
    this.#root = root
      ? await realOrSame(path.resolve(cwd, root))
      : isIn(home, folder)
        ? home
        : folder;
    const name = this.#nameOf(file);
    return this.#readPath(file, { file: name, pointer: "" });
  }

  /** Reads an overlay that the user named: a path from `cwd`, or an address. */
  async overlay(name: string): Promise<ReadFile | Failed> {
    if (/^https?:\/\//i.test(name) && URL.canParse(name)) {
      const url = new URL(name);
      const source: Source = { file: withoutSecret(url), pointer: "" };
      return this.#fetch(
        url,
        source,
        (next) => next.origin === url.origin || this.#isAllowed(next),
      );
    }
    const file = path.resolve(this.#options.cwd, name);
    return this.#readPath(file, { file: this.#nameOf(file), pointer: "" });
  }

  /** Reads what a `$ref` points at; `from` is the address of the file that it was read in. */
  async referred(
    address: string,
    from: string,
    { ref, source, severity }: Reference,
  ): Promise<ReadFile | Failed> {
    const url = new URL(address);
    const malformed = (problem: string): Failed =>
      void this.#diagnostics.report("ref-malformed", source, { ref, problem }, severity);
    const outside = (root: string): Failed =>
      void this.#diagnostics.report("ref-outside-root", source, { ref, root }, severity);
    if (url.protocol === "file:") {
      if (!from.startsWith("file:")) return outside(new URL(from).origin);
      const file = pathOf(url);
      if (file === undefined) return malformed("it is no path of a file on this machine");
      if (await this.#mayRead(file)) return this.#readPath(file, source, severity);
      return outside(pathFrom(path.resolve(this.#options.cwd), this.#root) || "this folder");
    }
    if (/^[a-z]:$/.test(url.protocol))
      return malformed("it begins with a drive, and has to be relative");
    if (!/^https?:$/.test(url.protocol)) return malformed(`${url.protocol} leads to no file`);
    if (!this.mayFetch(address))
      return void this.#diagnostics.report("ref-remote", source, { ref }, severity);
    return this.#fetch(url, source, (next) => this.#isAllowed(next));
  }

  async #mayRead(file: string): Promise<boolean> {
    return isIn(this.#root, this.#options.tree ? file : await realOrSame(file));
  }

  /** True where a file that may be read is at an address, and for what is on another machine. */
  async isThere(address: string): Promise<boolean> {
    const url = new URL(address);
    if (url.protocol !== "file:") return true;
    const { tree } = this.#options;
    const file = pathOf(url);
    if (file === undefined || !(await this.#mayRead(file))) return false;
    try {
      if (!tree) return (await stat(file)).isFile();
      return tree.list(path.dirname(file)).includes(path.basename(file));
    } catch {
      this.#files.miss(this.#nameOf(file));
      return false;
    }
  }

  /** False for what is on another machine, unless that is allowed. */
  mayFetch(address: string): boolean {
    const url = new URL(address);
    return !/^https?:$/.test(url.protocol) || this.#isAllowed(url);
  }

  #isAllowed(url: URL): boolean {
    if (this.#origin !== undefined && url.origin === this.#origin) return true;
    const { remote } = this.#options;
    if (typeof remote === "boolean" || remote === undefined) return remote ?? false;
    return remote.some((allowed) => isWithin(url, allowed));
  }

  async #fetch(
    url: URL,
    source: Source,
    mayFollow: (url: URL) => boolean,
  ): Promise<ReadFile | Failed> {
    const limits = { timeout: this.#options.timeout ?? 30_000, maxBytes: this.#maxBytes };
    const result = await fetchText(url, limits, mayFollow, this.#options.headers);
    if ("reason" in result) {
      const { reason } = result;
      const details = { url: withoutSecret(url), reason };
      return void this.#diagnostics.report("remote-failed", source, details);
    }
    const { bytes, address } = result;
    return this.#decoded(bytes, address, address);
  }

  async #readPath(
    file: string,
    source: Source,
    severity: "error" | "warning" = "error",
  ): Promise<ReadFile | Failed> {
    const name = this.#nameOf(file);
    let bytes: Buffer;
    try {
      const { tree } = this.#options;
      const read = await (tree ? tree.read(file) : this.#readFile(file));
      if (!read || read.length > this.#maxBytes) {
        const limit = this.#maxBytes;
        this.#diagnostics.report("file-too-large", source, { file: name, limit });
        return undefined;
      }
      bytes = read;
    } catch (error) {
      await this.#reportUnreadable(error, file, source, severity);
      return undefined;
    }
    return this.#decoded(bytes, name, pathToFileURL(file).href);
  }

  /** Undefined: it is too large to be read. */
  async #readFile(file: string): Promise<Buffer | undefined> {
    const { size } = await stat(file);
    return size > this.#maxBytes ? undefined : readFile(file);
  }

  async #reportUnreadable(
    error: unknown,
    file: string,
    source: Source,
    severity: "error" | "warning",
  ): Promise<void> {
    const name = this.#nameOf(file);
    const code = (error as NodeJS.ErrnoException).code ?? "";
    if (code === "ENOENT" || code === "ENOTDIR") {
      this.#files.miss(name);
      const suggestion = await similarFile(file, name, this.#options.tree);
      this.#diagnostics.report("file-not-found", source, { file: name, suggestion }, severity);
      return;
    }
    const reasons: Record<string, string> = {
      EISDIR: "it is a folder",
      EACCES: "you may not read it",
      EPERM: "you may not read it",
      ELOOP: "its links lead to each other",
      ERR_INVALID_ARG_VALUE: "its name holds a character that no file can have",
    };
    const reason = reasons[code] ?? (code || "it is not there");
    this.#diagnostics.report("file-unreadable", source, { file: name, reason }, severity);
  }

  #decoded(bytes: Uint8Array, name: string, address: string): ReadFile | Failed {
    const { text, fault } = decode(bytes);
    this.#files.add(name, text);
    if (fault) {
      const { offset, ...details } = fault;
      const span = { file: name, pointer: "", offset, length: 1 };
      this.#diagnostics.report("bad-encoding", span, details);
      if (!fault.isRead) return undefined;
    }
    return { address, name, text };
  }

  #nameOf(file: string): string {
    const name = pathFrom(path.resolve(this.#options.cwd), file) || ".";
    return (this.#options.tree?.prefix ?? "") + name;
  }
}

function pathOf(url: URL): string | undefined {
  try {
    return fileURLToPath(url);
  } catch {
    return undefined;
  }
}

/** An address without what may stand before its host. */
function withoutSecret(url: URL): string {
  const shown = new URL(url);
  shown.username = "";
  shown.password = "";
  return shown.href;
}

async function realOrSame(file: string): Promise<string> {
  try {
    return await realpath(file);
  } catch {
    // It is not there: its folder may still be a link that leads out.
    const folder = path.dirname(file);
    return folder === file ? file : path.join(await realOrSame(folder), path.basename(file));
  }
}

async function similarFile(
  file: string,
  name: string,
  tree: FileTree | undefined,
): Promise<string | undefined> {
  try {
    const folder = path.dirname(file);
    const found = closest(path.basename(file), tree?.list(folder) ?? (await readdir(folder)));
    return found && name.slice(0, name.length - path.basename(file).length) + found;
  } catch {
    return undefined;
  }
}
