/** A name that a piece of code needs from another file. */
export interface Import {
  readonly name: string;
  /** Set for `import * as name`. */
  readonly all?: true;
  /** As it is written in the file: `./types.js`. */
  readonly from: string;
  readonly typeOnly: boolean;
}

/** Pieces share their imports; a list is made once, where it is asked for, so that joining stays cheap. */
export type ImportTree = readonly (Import | ImportTree)[];

export function joinImports(trees: readonly ImportTree[]): ImportTree {
  const filled = trees.filter((tree) => tree.length > 0);
  return filled.length > 1 ? filled : (filled[0] ?? []);
}

/** All imports of a tree; the same one may come more than once. */
export function listImports(tree: ImportTree): Import[] {
  const found: Import[] = [];
  const seen = new Set<ImportTree>();
  const waiting: (Import | ImportTree)[] = [tree];
  for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
    if (!isTree(item)) found.push(item);
    else if (!seen.has(item)) {
      seen.add(item);
      for (const part of item) waiting.push(part);
    }
  }
  return found;
}

function isTree(item: Import | ImportTree): item is ImportTree {
  return Array.isArray(item);
}
