import { Session } from "node:inspector/promises";
import { setFlagsFromString } from "node:v8";

/** What a run took, in numbers that do not depend on how busy the machine is. */
export interface Steps {
  /** How often blocks of code were run, of ours and of the packages. */
  readonly blocks: number;
  /** Bytes that were allocated, also those that were freed: lists that are copied show here. 0 where they are not counted. */
  readonly bytes: number;
}

/**
 * Counts what runs take. Only code that is loaded after the start is counted block by block, and nothing is optimized from
 * then on: a function that V8 has inlined counts no calls, and when it inlines depends on how busy the machine is.
 */
export class Counter {
  readonly #session = new Session();
  readonly #hasBytes: boolean;

  private constructor(hasBytes: boolean) {
    this.#hasBytes = hasBytes;
  }

  /** With `hasBytes`, bytes are counted too, which takes longer. */
  static async start({ hasBytes = false } = {}): Promise<Counter> {
    setFlagsFromString("--no-opt");
    const counter = new Counter(hasBytes);
    counter.#session.connect();
    await counter.#session.post("Profiler.enable");
    await counter.#session.post("Profiler.startPreciseCoverage", {
      callCount: true,
      detailed: true,
    });
    return counter;
  }

  async steps(run: () => Promise<void>): Promise<Steps> {
    const session = this.#session;
    await session.post("Profiler.takePreciseCoverage");
    const bytes = this.#hasBytes ? await this.#bytes(run) : 0;
    if (!this.#hasBytes) await run();
    const { result } = await session.post("Profiler.takePreciseCoverage");
    const blocks = result
      .filter(({ url }) => !url.startsWith("node:"))
      .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
      .reduce((sum, { count }) => sum + count, 0);
    return { blocks, bytes };
  }

  async #bytes(run: () => Promise<void>): Promise<number> {
    const sampling = {
      samplingInterval: 16_384,
      includeObjectsCollectedByMajorGC: true,
      includeObjectsCollectedByMinorGC: true,
    };
    await this.#session.post("HeapProfiler.startSampling", sampling);
    await run();
    const { profile } = await this.#session.post("HeapProfiler.stopSampling");
    const nodes = [profile.head];
    // What is added is gone through, too.
    for (const { children } of nodes) for (const child of children) nodes.push(child);
    return nodes.reduce((sum, { selfSize }) => sum + selfSize, 0);
  }

  stop(): void {
    this.#session.disconnect();
  }
}

/** A description that grows. */
export interface Shape {
  /** How many of something there are at first; it is doubled twice. */
  readonly at: number;
  readonly make: (count: number) => string;
}

/**
 * How many times as much the second doubling takes as the first: 2 is linear, 4 is quadratic. What every run takes makes
 * no difference.
 */
export async function growthOf(
  counter: Counter,
  { at, make }: Shape,
  work: (text: string) => Promise<void>,
): Promise<Steps> {
  // What is done for the first time is not counted.
  await work(make(Math.ceil(at / 2)));
  const all: Steps[] = [];
  for (const times of [1, 2, 4]) {
    const text = make(at * times);
    all.push(await counter.steps(() => work(text)));
  }
  const growth = (of: (steps: Steps) => number): number => {
    const [one = 0, two = 0, four = 0] = all.map(of);
    // Less than a hundredth is what one run takes more than the next.
    return (four - two) / Math.max(one / 100, two - one);
  };
  return { blocks: growth(({ blocks }) => blocks), bytes: growth(({ bytes }) => bytes) };
}

/** More than in proportion, with some room for sorting, and for what is divided now and then. */
export const mostGrowth = 2.6;
