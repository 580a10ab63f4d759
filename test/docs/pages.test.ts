import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { commandHelp, generalHelp } from "../../src/cli/help.js";
import { emitters } from "../../src/emitters/index.js";

const repo = fileURLToPath(new URL("../../", import.meta.url));
const pages = [
  "README.md",
  "CONTRIBUTING.md",
  ...readdirSync(join(repo, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
];
const textOf = (page: string): string => readFileSync(join(repo, page), "utf8");

/** The first cells of the tables of a page. */
function rows(page: string): string[] {
  return Array.from(textOf(page).matchAll(/^\| `([^`]+)`/gm), ([, cell = ""]) => cell);
}

test("each emitter has its row, in the docs and in the help", () => {
  const files = [
    ...rows("docs/output.md"),
    ...(/^\| stubs /m.test(textOf("docs/output.md")) ? ["stubs.ts"] : []),
  ];
  for (const { name } of emitters) {
    expect(files, "the table of docs/output.md").toContain(`${name}.ts`);
    expect(commandHelp("generate")).toContain(name);
  }
});

test("each command and option that is shown is there", () => {
  const cells = rows("docs/commands.md");
  expect(cells.length).toBeGreaterThan(10);
  for (const cell of cells) {
    const [, command] = /^specsmith (\w+)/.exec(cell) ?? [];
    if (command !== undefined) expect(generalHelp).toContain(`specsmith ${command}`);
    for (const [option] of cell.matchAll(/--\w+/g))
      expect(commandHelp(command ?? "generate"), cell).toContain(option);
  }
});

test("each script that is named is there, and each that is there is named", () => {
  const { scripts } = JSON.parse(textOf("package.json")) as { scripts: object };
  const named = pages.flatMap((page) =>
    Array.from(textOf(page).matchAll(/npm run (\w+(?::\w+)?)/g), ([, name]) => name),
  );
  expect(named.length).toBeGreaterThan(4);
  for (const name of named) expect(Object.keys(scripts)).toContain(name);
  const steps = /^pre|^check:|^test$/;
  for (const name of Object.keys(scripts).filter((one) => !steps.test(one)))
    expect(named, "CONTRIBUTING.md has each script").toContain(name);
});

/** What GitHub makes of a heading, for the end of an address. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

function anchors(page: string): readonly string[] {
  return Array.from(textOf(page).matchAll(/^#+ (.+)$/gm), ([, heading = ""]) => anchorOf(heading));
}

test.each(pages)("each link of %s leads somewhere", (page) => {
  const links = Array.from(textOf(page).matchAll(/\]\(([^)\s]+)\)/g), ([, link = ""]) => link);
  for (const link of links.filter((one) => !/^https?:/.test(one))) {
    const [path = "", anchor] = link.split("#");
    const target = path === "" ? page : join(dirname(page), path);
    expect(existsSync(join(repo, target)), `${link}`).toBe(true);
    if (anchor !== undefined) expect(anchors(target), link).toContain(anchor);
  }
});

test("the README is short", () => {
  expect(Buffer.byteLength(textOf("README.md"))).toBeLessThan(12_000);
});
