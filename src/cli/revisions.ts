import { execFile } from "node:child_process";
import { isAbsolute, join, posix } from "node:path";
import { promisify } from "node:util";
import { ConfigError } from "../config/error.js";
import { isIn, pathFrom } from "../common/folders.js";
import type { FileTree } from "../load/text/read.js";

/** A description at a revision of the git repository around the working directory. */
export interface Revision {
  /** Absolute, as if the revision were checked out. */
  readonly path: string;
  /** The working directory, by the path that git has for it. */
  readonly cwd: string;
  readonly tree: FileTree;
}

interface Entry {
  readonly mode: string;
  readonly id: string;
}

const environment = { GIT_OPTIONAL_LOCKS: "0", GIT_TERMINAL_PROMPT: "0", LC_ALL: "C" };
const maximumOutput = 1 << 29;

/** Opens `git:REV:PATH`: nothing is checked out, no shell is run, and references lead to files of the same revision. */
export async function openRevision(text: string, cwd: string): Promise<Revision> {
  const [, revision = "", name = ""] = /^git:([^:]+):(.+)$/s.exec(text) ?? [];
  if (name === "")
    throw new ConfigError(
      `${text} names no revision and file`,
      "Write git:REV:PATH, as in `specsmith diff git:HEAD:openapi.yaml openapi.yaml`.",
    );
  const [top = "", prefix = ""] = (
    await git(cwd, ["rev-parse", "--show-toplevel", "--show-prefix"])
  ).split("\n");
  const tree = await treeOf(cwd, revision);
  const folder = join(top, prefix);
  const path = isAbsolute(name) ? name : join(folder, name);
  if (!isIn(top, path))
    throw new ConfigError(`${name} is not in the repository at ${top}`, "Name a file of it.");
  const entries = await entriesOf(cwd, tree);
  return {
    path,
    cwd: folder,
    tree: {
      root: top,
      prefix: `git:${revision}:`,
      list: (directory) => namesBelow(entries, pathFrom(top, directory)),
      read: async (file) => {
        let path = pathFrom(top, file);
        // A link is a text: where it leads to, from its own folder.
        for (let links = 0; links < 10; links += 1) {
          const entry = entries.get(path);
          if (!entry || entry.mode === "160000")
            throw fault(isFolder(entries, path) ? "EISDIR" : "ENOENT");
          const content = await gitBytes(cwd, ["cat-file", "blob", entry.id]);
          if (entry.mode !== "120000") return content;
          path = posix.join(posix.dirname(path), content.toString());
        }
        throw fault("ELOOP");
      },
    },
  };
}

async function treeOf(cwd: string, revision: string): Promise<string> {
  const asked = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{tree}`];
  const found = await git(cwd, asked).catch((error: unknown) => {
    if (error instanceof ConfigError && error.message.startsWith("git")) throw error;
    throw new ConfigError(
      `there is no revision ${revision}`,
      "Correct its name, or fetch it first: a CI job often has no more than one commit (fetch-depth: 0 gets all).",
    );
  });
  return found.trim();
}

async function entriesOf(cwd: string, tree: string): Promise<ReadonlyMap<string, Entry>> {
  const list = await git(cwd, ["ls-tree", "-r", "-z", "--full-tree", tree]);
  return new Map(
    list.split("\0").flatMap((line) => {
      const [, mode = "", id = "", path = ""] = /^(\d+) \w+ (\w+)\t(.*)$/s.exec(line) ?? [];
      return path === "" ? [] : [[path, { mode, id }] as const];
    }),
  );
}

function isFolder(entries: ReadonlyMap<string, Entry>, path: string): boolean {
  const start = path === "" ? "" : `${path}/`;
  return [...entries.keys()].some((name) => name.startsWith(start));
}

function namesBelow(entries: ReadonlyMap<string, Entry>, path: string): readonly string[] {
  const start = path === "" ? "" : `${path}/`;
  const below = [...entries.keys()].filter((name) => name.startsWith(start));
  return [...new Set(below.map((name) => name.slice(start.length).split("/")[0] ?? ""))];
}

function fault(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(code), { code });
}

async function git(cwd: string, args: readonly string[]): Promise<string> {
  return (await gitBytes(cwd, args)).toString();
}

async function gitBytes(cwd: string, args: readonly string[]): Promise<Buffer> {
  try {
    const env = { ...process.env, ...environment };
    const options = { cwd, env, maxBuffer: maximumOutput, encoding: "buffer" } as const;
    return (await promisify(execFile)("git", [...args], options)).stdout;
  } catch (error) {
    const { code, stderr: said } = error as { code?: unknown; stderr?: Buffer };
    const stderr = said?.toString() ?? "";
    if (code === "ENOENT")
      throw new ConfigError("git cannot be run", "Install git, or compare two files.");
    if (/not a git repository/.test(stderr))
      throw new ConfigError(
        "git has no repository here",
        "Run it in the repository that the revision is of.",
      );
    const [first = ""] = stderr.split("\n");
    throw new ConfigError(
      first === "" ? "that revision is not there" : `git says: ${first.replace(/^fatal: /, "")}`,
      "Mend what git says, or compare two files.",
    );
  }
}
