import { client } from "./client/index.js";
import { description } from "./description/index.js";
import type { Emitter } from "./emitter.js";
import { mocks } from "./mocks/index.js";
import { paths } from "./paths/index.js";
import { queries } from "./queries/index.js";
import { server } from "./server/index.js";
import { stubs } from "./stubs/index.js";
import { types } from "./types/index.js";
import { validators } from "./validators/index.js";

/** All emitters, in the order in which they run. To add a target, add it here. */
export const emitters: readonly Emitter[] = [
  types,
  validators,
  client,
  server,
  description,
  paths,
  queries,
  mocks,
  stubs,
];

/**
 * The emitters of these names with all that they need; without names, all that need no request. `requested` are added.
 */
export function selectEmitters(
  names: readonly string[] | undefined,
  requested: readonly string[] = [],
): readonly Emitter[] {
  const wanted = new Set<string>();
  const add = (name: string): void => {
    if (wanted.has(name)) return;
    wanted.add(name);
    for (const needed of emitters.find((emitter) => emitter.name === name)?.needs ?? [])
      add(needed);
  };
  const usual = emitters.filter(({ onRequest }) => !onRequest).map(({ name }) => name);
  for (const name of [...(names ?? usual), ...requested]) add(name);
  return emitters.filter(({ name }) => wanted.has(name));
}
