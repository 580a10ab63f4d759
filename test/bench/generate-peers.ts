import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** A generator that is measured beside specsmith: its script with arguments, as one types them. */
export interface Peer {
  readonly name: string;
  readonly script: (input: string, output: string) => readonly string[];
}

/** What the peers are made of, with the version that they are measured in. */
const versions = {
  "@hey-api/openapi-ts": "0.99.0",
  orval: "8.38.0",
  "swagger-typescript-api": "13.13.0",
  "typed-openapi": "2.2.7",
  typescript: "5.9.3",
  zod: "4.6.7",
};

const require = createRequire(import.meta.url);

/** The one that comes with specsmith. */
export const openapiTypescript: Peer = {
  name: "openapi-typescript",
  script: (input, output) => [
    join(dirname(require.resolve("openapi-typescript/package.json")), "bin/cli.js"),
    input,
    "-o",
    join(output, "types.ts"),
  ],
};

/** Installs packages into a folder, unless it has them from another time. */
export function install(folder: string, versions: Readonly<Record<string, string>>): void {
  const done = join(folder, "installed");
  const list = JSON.stringify(versions);
  if (!existsSync(done) || readFileSync(done, "utf8") !== list) {
    mkdirSync(folder, { recursive: true });
    const manifest = { private: true, type: "module", dependencies: versions };
    writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
    execFileSync("npm", ["install", "--silent", "--ignore-scripts", "--no-audit", "--no-fund"], {
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit"],
      shell: process.platform === "win32",
    });
    writeFileSync(done, list);
  }
}

/** The others, which are installed into `folder` the first time. */
export function otherPeers(folder: string): readonly Peer[] {
  install(folder, versions);
  const bin = (name: keyof typeof versions, command = name as string): string => {
    const home = join(folder, "node_modules", name);
    const { bin } = JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as {
      readonly bin: string | Readonly<Record<string, string>>;
    };
    return join(home, typeof bin === "string" ? bin : (bin[command] ?? ""));
  };
  return [
    {
      name: "hey-api with zod",
      // Its command starts this in a process of its own, whose time would not be seen.
      script: (input, output) => [
        join(folder, "node_modules/@hey-api/openapi-ts/dist/run.mjs"),
        ...["-i", input, "-o", output],
        ...["-p", "@hey-api/typescript", "@hey-api/sdk", "@hey-api/client-fetch", "zod"],
      ],
    },
    {
      name: "orval with zod",
      script: (input, output) => {
        const common = { input: { target: input } };
        const config = {
          client: { ...common, output: { target: join(output, "client.ts"), client: "fetch" } },
          zod: { ...common, output: { target: join(output, "zod.ts"), client: "zod" } },
        };
        const file = join(output, "orval.config.mjs");
        writeFileSync(file, `export default ${JSON.stringify(config)};\n`);
        return [bin("orval"), "--config", file];
      },
    },
    {
      name: "swagger-typescript-api",
      script: (input, output) => [
        bin("swagger-typescript-api", "swagger-typescript-api"),
        ...["generate", "-p", input, "-o", output],
      ],
    },
    {
      name: "typed-openapi with zod",
      script: (input, output) => [
        bin("typed-openapi"),
        ...[input, "-o", join(output, "client.ts"), "-r", "zod"],
      ],
    },
  ];
}
