import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import type { Config } from "../../src/config/options.js";
import { exceptions } from "./exceptions.js";
import { judge } from "./judge.js";

const golden = fileURLToPath(new URL("../golden/", import.meta.url));
const odd = fileURLToPath(new URL("../corpus/odd/", import.meta.url));
const sandbox = mkdtempSync(join(tmpdir(), "judge-"));
afterAll(() => rmSync(sandbox, { recursive: true, force: true }));

/** Where an option changes what is read, the case is judged with it; those that change types are left out. */
function configOf(name: string): Partial<Config> {
  const file = join(golden, name, "config.json");
  const whole = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Partial<Config>) : {};
  const { overlays, root, include, exclude } = whole;
  return {
    ...(overlays && { overlays }),
    ...(root && { root }),
    ...(include && { include }),
    ...(exclude && { exclude }),
  };
}

const cases = readdirSync(golden, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => ({ name, input: join(golden, name, "input.yaml"), config: configOf(name) }));
const odds = readdirSync(odd).map((file) => ({ name: file, input: join(odd, file), config: {} }));

test(
  "types are those of openapi-typescript, but for listed exceptions",
  { timeout: 60_000 },
  async () => {
    const { faults, needed } = await judge([...cases, ...odds], sandbox);
    expect(faults).toEqual([]);
    expect(Object.keys(exceptions).filter((reason) => !needed.has(reason))).toEqual([]);
  },
);
