/** The runtimes that the cases run in. */
export type Runtime = "node" | "bun" | "deno" | "workerd" | "chromium";

/** One thing that the client must do everywhere; `lacking` says where the platform cannot, and why. */
export interface Case {
  readonly name: string;
  readonly lacking?: Readonly<Partial<Record<Runtime, string>>>;
  readonly run: () => Promise<void>;
}

/** Compares by value, member by member in any order; throws with both sides. */
export function equal(actual: unknown, expected: unknown, what = "value"): void {
  const [left, right] = [shown(actual), shown(expected)];
  if (left !== right) throw new Error(`${what} is ${left}, not ${right}`);
}

export function check(condition: boolean, problem: string): asserts condition {
  if (!condition) throw new Error(problem);
}

/** What a promise rejects with, of the class that it should be of. */
export async function rejection<E extends Error>(
  promise: PromiseLike<unknown>,
  // Classes differ in what they are made from.
  kind: abstract new (...parameters: never) => E,
): Promise<E> {
  let value: unknown;
  try {
    value = await promise;
  } catch (error) {
    if (error instanceof kind) return error;
    throw new Error(`rejected with ${String(error)}, not ${kind.name}`, { cause: error });
  }
  throw new Error(`got ${shown(value)}, not ${kind.name}`);
}

/** Like JSON, but with members in order, and with what JSON does not know. */
function shown(value: unknown): string {
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? String(value);
  if (value instanceof Uint8Array) return `bytes ${value.join(" ")}`;
  if (Array.isArray(value)) return `[${value.map(shown).join(",")}]`;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  members.sort(([left], [right]) => (left < right ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${shown(member)}`).join(",")}}`;
}
