import { type EmitterName, emitterNames, optionalEmitters } from "../config/options.js";
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

const byName: Readonly<Record<EmitterName, Emitter>> = {
  types,
  validators,
  client,
  server,
  description,
  paths,
  queries,
  mocks,
  stubs,
};

/** All emitters, in the order in which they run. */
export const emitters: readonly Emitter[] = emitterNames.map((name) => byName[name]);

const optional: ReadonlySet<string> = new Set(optionalEmitters);

/** The emitters of these names with all that they need; without names, all that need no request. `more` are added. */
export function selectEmitters(
  names: readonly string[] | undefined,
  more: readonly string[] = [],
): readonly Emitter[] {
  const wanted = new Set<string>();
  const add = (name: string): void => {
    if (wanted.has(name)) return;
    wanted.add(name);
    for (const needed of emitters.find((emitter) => emitter.name === name)?.needs ?? [])
      add(needed);
  };
  const usual = emitterNames.filter((name) => !optional.has(name));
  for (const name of [...(names ?? usual), ...more]) add(name);
  return emitters.filter(({ name }) => wanted.has(name));
}
