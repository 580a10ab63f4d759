import { cases } from "./cases.js";
import type { Case, Runtime } from "./harness.js";
import type { Outcome } from "./service.js";

/** Runs every case that the runtime can, one after the other, and posts what came of them. */
export async function runCases(runtime: Runtime, url: string, other: string): Promise<void> {
  const outcomes: Outcome[] = [];
  for (const one of cases({ url, other })) outcomes.push(await outcomeOf(one, runtime));
  await fetch(`${url}/outcomes`, { method: "POST", body: JSON.stringify(outcomes) });
}

async function outcomeOf({ name, lacking, run }: Case, runtime: Runtime): Promise<Outcome> {
  const start = Date.now();
  const reason = lacking?.[runtime];
  let error: string | undefined;
  try {
    await run();
  } catch (cause) {
    error = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
  }
  const milliseconds = Date.now() - start;
  if (reason === undefined) return { name, milliseconds, ...(error !== undefined && { error }) };
  // What a platform is said to lack is tried all the same: it may have learnt it.
  const passed = `passes, though ${runtime} is said to lack it: ${reason}`;
  const outcome = { name: `${name} (not here: ${reason})`, milliseconds };
  return error === undefined ? { ...outcome, error: passed } : outcome;
}
