import { camelCase, isMemberName } from "../model/names/naming.js";
import { shortName } from "../model/names/short.js";
import type { Operation } from "../model/types.js";

/** The operations of a tag, as members of a client. */
export interface Group {
  /** In code. */
  readonly name: string;
  readonly tag: string;
  /** Name in the group; the name of the method where it is not short. */
  readonly members: ReadonlyMap<Operation, string>;
}

/** Operations by their first tag; tags of one name in code are one group. */
export function groupsOf(operations: readonly Operation[], isShort: boolean): readonly Group[] {
  const ungrouped = operations.filter(({ tags }) => tags.length === 0);
  const taken = new Set(ungrouped.map(({ names }) => String(names.method)));
  const groups = new Map<string, { readonly tag: string; readonly members: Operation[] }>();
  for (const operation of operations) {
    const [tag] = operation.tags;
    if (tag === undefined) continue;
    const plain = camelCase(tag) || "others";
    const group = taken.has(plain) || isMemberName(plain) ? `${plain}Operations` : plain;
    const known = groups.get(group);
    if (known) known.members.push(operation);
    else groups.set(group, { tag, members: [operation] });
  }
  return [...groups].map(([name, { tag, members }]) => {
    const short = isShort ? shortNames(members, tag) : new Map<Operation, string>();
    const named = members.map((one) => [one, short.get(one) ?? one.names.method] as const);
    return { name, tag, members: new Map(named) };
  });
}

/** Those that are the name of one operation only, short or not. */
function shortNames(operations: readonly Operation[], tag: string): ReadonlyMap<Operation, string> {
  const found = operations.map((operation) => {
    return { operation, name: shortName(operation, tag) ?? operation.names.method };
  });
  const uses = new Map<string, Set<Operation>>();
  for (const { operation, name } of found)
    for (const one of [name, operation.names.method])
      uses.set(one, (uses.get(one) ?? new Set()).add(operation));
  return new Map(
    found.flatMap(({ operation, name }) =>
      uses.get(name)?.size === 1 ? [[operation, name] as const] : [],
    ),
  );
}
