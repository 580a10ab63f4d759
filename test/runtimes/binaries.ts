import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A program that comes in an npm package of its own for each platform. */
interface Program {
  readonly version: string;
  /** The package's name for an operating system and a processor, as Node names them; undefined: there is none. */
  readonly packageFor: (platform: NodeJS.Platform, arch: string) => string | undefined;
  readonly path: string;
}

const exe = process.platform === "win32" ? ".exe" : "";

const node = (version: string): Program => ({
  version,
  packageFor: (platform, arch) => `node-${platform === "win32" ? "win" : platform}-${arch}`,
  path: `bin/node${exe}`,
});

const programs = {
  node20: node("20.19.0"),
  node22: node("22.22.0"),
  node24: node("24.16.0"),
  node26: node("26.12.1"),
  bun: {
    version: "1.4.5",
    packageFor: (platform, arch) =>
      `@oven/bun-${platform === "win32" ? "windows" : platform}-${arch === "arm64" ? "aarch64" : arch}`,
    path: `bin/bun${exe}`,
  },
  deno: {
    version: "2.9.6",
    packageFor: (platform, arch) =>
      `@deno/${platform}-${arch}${platform === "linux" ? "-glibc" : ""}`,
    path: `deno${exe}`,
  },
  workerd: {
    version: "1.20261117.1",
    packageFor: (platform, arch) =>
      `@cloudflare/workerd-${platform === "win32" ? "windows" : platform}-${arch === "x64" ? "64" : arch}`,
    path: `bin/workerd${exe}`,
  },
} as const satisfies Readonly<Record<string, Program>>;

export type ProgramName = keyof typeof programs;

/** The path of a program, which is installed into `folder` the first time; throws when that fails. */
export function program(name: ProgramName, folder: string): string {
  const { version, packageFor, path }: Program = programs[name];
  const wanted = packageFor(process.platform, process.arch);
  if (wanted === undefined) throw new Error(`${name} is not made for this machine`);
  const home = join(folder, `${name}-${version}`);
  const file = join(home, "node_modules", wanted, path);
  if (existsSync(file)) return file;
  mkdirSync(home, { recursive: true });
  const manifest = { private: true, dependencies: { [wanted]: version } };
  writeFileSync(join(home, "package.json"), JSON.stringify(manifest));
  execFileSync("npm", ["install", "--silent", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: home,
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  if (!existsSync(file)) throw new Error(`${wanted}@${version} holds no ${path}`);
  return file;
}

/** Where Debian and others put Chromium; `CHROMIUM` names another place. */
export function chromium(): string {
  const places = [
    process.env["CHROMIUM"],
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
  ];
  const found = places.find((place) => place !== undefined && existsSync(place));
  if (found === undefined)
    throw new Error("there is no Chromium: install it (Debian: chromium), or set CHROMIUM");
  return found;
}

/** The same; where there is none, that is printed with what is left out for it. */
export function browserHere(leftOut: string): string | undefined {
  try {
    return chromium();
  } catch {
    process.stdout.write(`${leftOut}\n`);
    return undefined;
  }
}
