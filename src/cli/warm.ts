import { setImmediate } from "node:timers/promises";
import type { ConfigEntry } from "../config/config.js";
import { run } from "../run.js";

/** Milliseconds in which a small description is gone through again and again. */
const enough = 300;

/** Times that a large one is, which takes longer. */
const passes = 3;

/**
 * For the time after the first run of `--watch`, when nobody waits: goes through the same again without writing, so that
 * the engine has compiled what the next run needs, and what looks into stubs is loaded. Ends early when `isWanted` says
 * that there is something to do.
 */
export async function warmUp(
  entries: readonly ConfigEntry[],
  isWanted: () => boolean,
): Promise<void> {
  for (const entry of entries) {
    if (!isOurs(entry)) continue;
    const end = performance.now() + enough;
    try {
      for (let pass = 0; pass < passes || performance.now() < end; pass++) {
        await setImmediate();
        if (isWanted()) return;
        await run(entry, { always: true, check: true });
      }
    } catch {
      // Whatever is wrong is for the next run to say.
      return;
    }
  }
}

/** Whether nothing outside of this process hears of a run that does not write: no network, no code or command of the user's. */
function isOurs({ config }: ConfigEntry): boolean {
  const { input, overlays = [], remote = false, transform, emitters, format } = config;
  const isLocal = ![input, ...overlays].some((name) => name === "-" || /^https?:/i.test(name));
  const isOwn = (transform ?? emitters) === undefined && typeof format !== "object";
  return isLocal && isOwn && remote === false;
}
