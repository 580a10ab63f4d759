import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { projectStyleOf } from "../../src/config/project.js";

const root = realpathSync(mkdtempSync(join(tmpdir(), "specsmith-project-")));
afterAll(() => rmSync(root, { recursive: true, force: true }));

type Tree = Readonly<Record<string, string | object>>;

function project(name: string, tree: Tree): string {
  for (const [path, content] of Object.entries(tree)) {
    const file = join(root, name, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
  }
  return join(root, name, "src/api");
}

const options = (compilerOptions: object): object => ({ compilerOptions });
const bundled = options({ module: "esnext", moduleResolution: "bundler" });
const node = options({ module: "nodenext" });
const esm = { type: "module" };

const rows: readonly [name: string, tree: Tree, ending: string, reason: string][] = [
  ["nothing", {}, ".js", "there is no tsconfig.json"],
  [
    "Node",
    { "tsconfig.json": node, "package.json": esm },
    ".js",
    "tsconfig.json resolves as Node does",
  ],
  [
    "Node that runs TypeScript",
    { "tsconfig.json": options({ module: "NodeNext", allowImportingTsExtensions: true }) },
    ".ts",
    "tsconfig.json allows it",
  ],
  [
    "ts-jest on CommonJS",
    {
      "tsconfig.json": options({ module: "node16" }),
      "package.json": { devDependencies: { "ts-jest": "29" } },
    },
    "none",
    "package.json has ts-jest",
  ],
  [
    "Jest with Babel, without a tsconfig.json",
    { "package.json": { devDependencies: { jest: "30", "@babel/preset-typescript": "7" } } },
    "none",
    "package.json has jest",
  ],
  [
    "webpack with Babel, without a tsconfig.json",
    { "package.json": esm, "webpack.config.js": "" },
    "none",
    "there is webpack.config.js",
  ],
  ["Node without a tsconfig.json", { "package.json": {} }, ".js", "there is no tsconfig.json"],
  [
    "Next.js",
    { "tsconfig.json": bundled, "next.config.mjs": "", "package.json": {} },
    "none",
    "there is next.config.mjs",
  ],
  [
    "Vite, whose tsconfig.json refers to others",
    {
      "tsconfig.json": { files: [], references: [{ path: "./tsconfig.app.json" }] },
      "tsconfig.app.json": bundled,
      "vite.config.ts": "",
      "package.json": esm,
    },
    "none",
    "there is vite.config.ts",
  ],
  [
    "CommonJS",
    { "tsconfig.json": options({ module: "commonjs" }), "package.json": {} },
    "none",
    "tsconfig.json resolves as CommonJS does",
  ],
  [
    "modules that tsc compiles for Node",
    {
      "tsconfig.json": options({ module: "esnext", moduleResolution: "node" }),
      "package.json": esm,
    },
    ".js",
    'package.json has the type "module"',
  ],
  [
    "comments, a comma too many, and what is inherited",
    {
      "tsconfig.json":
        '// of this app\n{ /* from */ "extends": ["./base"], "compilerOptions": { "strict": true, }, }',
      "base.json": bundled,
      "package.json": { dependencies: { expo: "52" } },
    },
    "none",
    "package.json has expo",
  ],
  [
    "what a package brings",
    {
      "tsconfig.json": { extends: "@tsconfig/next" },
      "node_modules/@tsconfig/next/tsconfig.json": bundled,
      "package.json": {},
    },
    "none",
    "tsconfig.json resolves as a bundler does",
  ],
  ["a file that is no JSON", { "tsconfig.json": "{" }, ".js", "tsconfig.json leaves it open"],
  [
    "what extends itself",
    { "tsconfig.json": { extends: "./tsconfig.json" } },
    ".js",
    "tsconfig.json leaves it open",
  ],
];

test.each(rows)("%s", (name, tree, ending, reason) => {
  const folder = project(name, { "src/api/.keep": "", ...tree });
  expect(projectStyleOf(folder)).toMatchObject({ ending, reason });
});
