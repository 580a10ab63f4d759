import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parse } from "yaml";
import { runIn } from "../command.js";

const repo = fileURLToPath(new URL("../..", import.meta.url));

/** What a command printed, and how it ended. */
export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The repository that the team works in, with what it has written there by hand. */
export class Team {
  readonly folder = realpathSync(mkdtempSync(join(tmpdir(), "specsmith month ")));
  /** Text that somebody wrote by hand, by the file that it is in. */
  readonly mine = new Map<string, string[]>();

  read(path: string): string {
    return readFileSync(join(this.folder, path), "utf8");
  }

  has(path: string): boolean {
    return existsSync(join(this.folder, path));
  }

  write(path: string, text: string): void {
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    writeFileSync(join(this.folder, path), text);
  }

  remove(path: string): void {
    rmSync(join(this.folder, path), { recursive: true });
  }

  /** Puts another text in the place of one that has to be there. */
  swap(path: string, from: string, to: string): void {
    const text = this.read(path);
    if (!text.includes(from)) throw new Error(`${path} has no ${JSON.stringify(from)}:\n${text}`);
    this.write(
      path,
      text.replace(from, () => to),
    );
  }

  /** As `swap`, with a text that nothing but a person may change from now on. */
  compose(path: string, from: string, to: string): void {
    this.swap(path, from, to);
    this.mine.set(path, [...(this.mine.get(path) ?? []), to]);
  }

  /** Writes a whole file by hand. */
  author(path: string, text: string): void {
    this.write(path, text);
    this.mine.set(path, [text]);
  }

  /** Takes out by hand what was written by hand. */
  withdraw(path: string, text: string, otherwise = ""): void {
    this.swap(path, text, otherwise);
    const left = (this.mine.get(path) ?? []).filter((one) => one !== text);
    this.mine.set(path, left);
  }

  /** A file of YAML as a value. */
  yaml(path: string): unknown {
    return parse(this.read(path));
  }

  /** Content of all files by their paths, as bytes in Latin-1. */
  tree(): ReadonlyMap<string, string> {
    const files = readdirSync(this.folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    return new Map(
      files.map((file) => [
        file.slice(this.folder.length + 1).replaceAll("\\", "/"),
        readFileSync(file, "latin1"),
      ]),
    );
  }

  /** Runs `specsmith generate` in this process. */
  generate(...more: readonly string[]): Promise<Ended> {
    return runIn(this.folder, ["generate", ...more]);
  }

  /** Runs the built command in a process of its own: killed at a call that changes the disk, or without root's rights. */
  spawn({ killedAt, nobody = false }: { killedAt?: number; nobody?: boolean }): Ended {
    const hook = fileURLToPath(new URL("killed.mjs", import.meta.url));
    return spawnSync(
      process.execPath,
      [
        ...(killedAt === undefined ? [] : ["--import", pathToFileURL(hook).href]),
        join(repo, "dist/cli.js"),
        "generate",
      ],
      {
        cwd: this.folder,
        encoding: "utf8",
        env: { ...process.env, KILLED_AT: String(killedAt), SPECSMITH_FOLDER: this.folder },
        ...(nobody && process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}),
      },
    );
  }

  /** Whether there is a user here who has no rights, and who can read specsmith. */
  canBeRefused(): boolean {
    if (process.platform === "win32") return false;
    if (process.getuid?.() !== 0) return true;
    const cli = JSON.stringify(join(repo, "dist/cli.js"));
    const options = { uid: 65_534, gid: 65_534 };
    return spawnSync(process.execPath, ["-e", `fs.accessSync(${cli})`], options).status === 0;
  }

  /** Takes the right to write from a folder and all in it, and gives it back. */
  lock(path: string, mode: 0o555 | 0o755): void {
    chmodSync(this.folder, 0o755);
    for (const entry of readdirSync(join(this.folder, path), {
      recursive: true,
      withFileTypes: true,
    }))
      if (entry.isDirectory()) chmodSync(join(entry.parentPath, entry.name), mode);
    chmodSync(join(this.folder, path), mode);
  }

  /** Removes all that the team has written. */
  disband(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The files that are not the same in two trees. */
export function changedFiles(
  old: ReadonlyMap<string, string>,
  now: ReadonlyMap<string, string>,
): readonly string[] {
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((path) => old.get(path) !== now.get(path))
    .sort();
}

/** Whether a text is another one with something put in at no more than `places` places. */
export function isInsertion(text: string, part: string, places: number): boolean {
  if (text === part) return true;
  if (places === 0) return false;
  let same = 0;
  while (same < part.length && text[same] === part[same]) same++;
  // What is put in may begin with the text that follows it, so that several beginnings are tried.
  for (let start = same; start >= Math.max(0, same - 40); start--) {
    const rest = part.slice(start);
    for (let end = text.length - rest.length; end >= start; end--)
      if (text[end] === rest[0] && isInsertion(text.slice(end), rest, places - 1)) return true;
    if (rest === "") return true;
  }
  return false;
}
