import { groupBy } from "../common/collections.js";
import { otherPart, sharedPart } from "../emit/split.js";
import { fingerprint, kebabCase } from "../model/names/naming.js";

/** Names of devices on Windows, also with an extension. */
const device = /^(con|prn|aux|nul|(com|lpt)\d)$/;
const longestName = 80;

/** The words of a tag as the name of a file, without ending; empty where no letter of it can stand in one. A long one ends with what `seed` gives. */
export function tagFile(tag: string, seed = tag): string {
  const words = kebabCase(tag);
  return words.length <= longestName
    ? words
    : `${words.slice(0, longestName - 6)}-${fingerprint(seed)}`;
}

/** Windows takes such a name for a device. */
export function isDevice(name: string): boolean {
  return device.test(name);
}

/** The part for what has no tag. */
export const untaggedPart = "untagged";

/** Names of files that are no tag's, and of a folder's own module. */
const taken: ReadonlySet<string> = new Set([sharedPart, otherPart, untaggedPart, "index"]);

/** A file for each tag: a name of ASCII letters, digits and hyphens that is another one for each, whatever tags there are. */
export function tagFiles(tags: Iterable<string>): ReadonlyMap<string, string> {
  const wanted = groupBy(new Set(tags), tagFile);
  const files = new Map<string, string>();
  const used = new Set<string>(taken);
  const take = (tag: string, file: string): void => {
    const free = used.has(file) ? `${file}-${fingerprint(tag)}` : file;
    // Of two tags with one fingerprint, which a description could be made for, the later gets a longer name.
    const chosen = used.has(free) ? `${free}-${used.size}` : free;
    used.add(chosen);
    files.set(tag, chosen);
  };
  for (const [file, rivals] of wanted) {
    const isClear = file !== "" && !taken.has(file) && !isDevice(file);
    for (const tag of rivals) {
      const isAlone = rivals.length === 1 && !losesLetters(tag);
      const isPlain = isClear && (isAlone || tag === file);
      take(tag, isPlain ? file : `${file || "tag"}-${fingerprint(tag)}`);
    }
  }
  return files;
}

/** There are letters in a tag that are not in the name of its file. */
function losesLetters(tag: string): boolean {
  return /[^\p{ASCII}\p{Script=Latin}\p{M}\p{P}\p{S}\p{Z}]/u.test(tag.normalize("NFKD"));
}
