import fc from "fast-check";
import type { Config } from "../../src/config/options.js";
import { withCallbacks } from "../../src/model/operations.js";
import { isStream } from "../../src/model/walks/items.js";
import type { NamedSchema, Operation } from "../../src/model/types.js";
import { changesOf } from "../sampler/changes.js";
import type { Misses } from "../sampler/judged.js";
import { sampleOf } from "../sampler/sample.js";
import { type Called, call, faultOf, shown, shownError } from "./calls.js";
import { unfilled } from "./compare.js";
import { Exceptions } from "./exceptions.js";
import { Oracle } from "./oracle.js";
import type { Members, RoundTrip } from "./service.js";
import { type Reason, refused } from "./reasons.js";
import { whyNotReply, whyNotRequest } from "./travel.js";
import { hasTextOfOther, whyNotCall } from "./why-not-call.js";
import { Messages, type PlannedReply } from "./values.js";
import { Verdicts, mediaOf } from "./verdicts.js";

/** What is wrong, with the smallest example that was found. */
export interface Fault {
  /** An operation or a schema. */
  readonly of: string;
  readonly problem: string;
  readonly example: string;
}

export interface Options {
  readonly seed: number;
  /** How often each operation is called with what fits; and as often with what was changed, and replies so. */
  readonly runs: number;
  /** How many values are judged of each schema with a name. */
  readonly values: number;
}

/** The rounds of one description, and what came of them. */
export class Rounds {
  readonly faults: Fault[] = [];
  /** Operations and schemas for which no value was found. */
  readonly without: string[] = [];
  /** Why values could not arrive as they were. */
  readonly met = new Set<Reason>();
  readonly exceptions = new Exceptions();
  readonly counts = { operations: 0, calls: 0, refused: 0 };
  readonly verdicts: Verdicts;
  readonly oracle: Oracle | undefined;
  readonly #trip: RoundTrip;
  readonly #options: Options;
  readonly #misses: Misses = new Map();
  readonly #messages: Messages;
  /** What came of each call of one operation: the same message again would show nothing more. */
  readonly #called = new Map<string, Called>();

  constructor(trip: RoundTrip, options: Options) {
    this.#trip = trip;
    this.#options = options;
    // What is in memory is not what JSON has.
    this.oracle = isExact(trip.config) ? undefined : new Oracle(trip.model, trip.config);
    this.verdicts = new Verdicts(trip.checks, this.oracle, this.exceptions);
    this.#messages = new Messages({ judge: this.verdicts.judge, misses: this.#misses });
  }

  /** Values that fit, and values that were changed: all validators and ajv say the same of each. */
  async schema(schema: NamedSchema): Promise<void> {
    const values = sampleOf(schema, { judge: this.verdicts.judge, misses: this.#misses });
    const changed = values.chain((value) =>
      fc.tuple(fc.constant(value), changesOf(value)).map(([value, change]) => ({ value, change })),
    );
    const property = fc.asyncProperty(changed, async ({ value, change }) => {
      this.verdicts.named(schema, value);
      this.verdicts.named(schema, change.value);
    });
    await this.#check(schema.name, property, this.#options.values);
    if (this.#misses.get(schema)?.found === 0) this.without.push(schema.name);
  }

  async operation(operation: Operation): Promise<void> {
    const before = this.counts.calls;
    this.#called.clear();
    if (isShadowed(operation, withCallbacks(this.#trip.model.operations))) {
      this.met.add("another path is the same");
      return;
    }
    await this.#fitting(operation);
    await this.#changedRequests(operation);
    if (operation.kind === "path") await this.#changedReplies(operation);
    if (this.counts.calls > before) this.counts.operations++;
  }

  /** What fits arrives as it was sent, at both ends. */
  async #fitting(operation: Operation): Promise<void> {
    const property = fc.asyncProperty(
      this.#messages.requests(operation),
      this.#messages.replies(operation),
      fc.boolean(),
      async (request, planned, isLazy) => {
        fc.pre(this.verdicts.request(operation, request));
        fc.pre(this.verdicts.reply(operation, planned));
        const reason = this.#whyNot(operation, request) ?? whyNotReply(planned);
        if (reason) this.met.add(reason);
        if (reason && refused.has(reason)) await this.#isRefused(operation, request, planned);
        fc.pre(reason === undefined);
        await this.#arrives(operation, request, planned, isLazy);
      },
    );
    await this.#check(operation.id, property, this.#options.runs);
  }

  /** What cannot be written so that it is read again is not sent, or arrives all the same. */
  async #isRefused(operation: Operation, request: Members, planned: PlannedReply): Promise<void> {
    const called = await this.#call(operation, request, planned, {});
    if (called.error instanceof TypeError && !called.isHandled) return;
    const expected = { ...planned, declared: undefined };
    const fault = await faultOf(called, operation, withoutEmpty(operation, request), expected);
    if (fault !== undefined) throw new Error(`what cannot be written was sent: ${fault}`);
  }

  async #arrives(
    operation: Operation,
    request: Members,
    planned: PlannedReply,
    isLazy: boolean,
  ): Promise<void> {
    const called = await this.#call(operation, request, planned, { isLazy });
    // Who sends a webhook is given the reply as it came.
    const expected = operation.kind === "path" ? planned : { ...planned, declared: undefined };
    const fault = await faultOf(called, operation, request, expected);
    if (fault !== undefined) throw new Error(fault);
  }

  /** What no longer fits is refused, or becomes something that fits: text has no types. */
  async #changedRequests(operation: Operation): Promise<void> {
    const planned = fc.sample(this.#messages.replies(operation), {
      numRuns: 1,
      seed: this.#options.seed,
    })[0];
    if (!planned) return;
    const changed = this.#messages.requests(operation).chain((request) => {
      const parts = changeable(operation, request);
      if (Object.keys(parts).length === 0) return fc.constant(undefined);
      return changesOf(parts).map(({ what, value }) => ({ what, request, parts, value }));
    });
    const property = fc.asyncProperty(changed, async (change) => {
      if (!change || !isMembers(change.value)) return;
      if (whyNotRequest(operation, change.request)) return;
      const { contentType, ...rest } = without(change.request, change.parts);
      const parts = { ...rest, ...change.value };
      const request = contentType && "body" in parts ? { ...parts, contentType } : parts;
      const isJson = change.what.startsWith("/body") && !isExact(this.#trip.config);
      const fits = this.verdicts.request(operation, request);
      const reason = fits ? this.#whyNot(operation, request) : whyNotCall(operation, request);
      if (reason) this.met.add(reason);
      if (reason) return;
      const called = await this.#call(operation, request, planned, {});
      const fault = fits ? unfit(called) : this.#throughFault(called, operation, isJson);
      if (fault !== undefined) throw new Error(`${change.what}: ${fault}`);
      if (!fits) this.counts.refused++;
    });
    await this.#check(operation.id, property, this.#options.runs);
  }

  /** What is wrong with a call whose request does not fit. */
  #throughFault(called: Called, operation: Operation, isJson: boolean): string | undefined {
    const { isHandled, arrived, answer, error } = called;
    if (isHandled) {
      if (isJson) return `a wrong body arrived: ${shown(arrived)}`;
      return this.verdicts.request(operation, unfilled(operation, arrived as Members))
        ? undefined
        : `something wrong arrived: ${shown(arrived)}`;
    }
    if (error instanceof TypeError) return undefined;
    const status = Number(answer?.["status"] ?? (error as { status?: number } | undefined)?.status);
    return [400, 404, 405].includes(status)
      ? undefined
      : `it was refused with ${status}: ${shownError(error)} ${called.reported.map(String).join()}`;
  }

  /** A reply that no longer fits is a 500 of a server that checks, and refused by the client of one that does not. */
  async #changedReplies(operation: Operation): Promise<void> {
    const request = fc
      .sample(this.#messages.requests(operation), { numRuns: 8, seed: this.#options.seed })
      .find((one) => this.verdicts.request(operation, one) && !whyNotRequest(operation, one));
    if (!request) return;
    const changed = this.#messages.replies(operation).chain((planned) => {
      const { media, reply } = planned;
      if (media?.codec !== "json") return fc.constant(undefined);
      return changesOf(reply["body"]).map(({ what, value }) => ({
        what,
        planned: { ...planned, reply: { ...reply, body: value } },
      }));
    });
    const property = fc.asyncProperty(changed, async (change) => {
      if (!change || change.planned.reply["body"] === undefined) return;
      if (whyNotReply({ ...change.planned, media: undefined })) return;
      const { what, planned } = change;
      if (this.verdicts.reply(operation, planned)) return;
      const checked = await this.#call(operation, request, planned, {});
      if (checked.isHandled && checked.reported.length === 0)
        throw new Error(`${what}: the server sent it: ${shown(checked.answer)}`);
      if (this.#trip.config.client?.checks === false) return;
      const trusting = await this.#call(operation, request, planned, { isTrusting: true });
      const fault = this.#receivedFault(trusting, operation, planned);
      if (fault !== undefined) throw new Error(`${what}: ${fault}`);
      this.counts.refused++;
    });
    await this.#check(operation.id, property, this.#options.runs);
  }

  #receivedFault(
    { answer, error, reported }: Called,
    operation: Operation,
    planned: PlannedReply,
  ): string | undefined {
    if (error?.name === "UnexpectedResponse") return undefined;
    if (reported.length > 0) return undefined;
    if (!answer) return `the client failed otherwise: ${shownError(error)}`;
    // What is not declared is left out, and the rest may fit.
    return this.verdicts.reply(operation, { ...planned, reply: answer })
      ? undefined
      : `the client took it: ${shown(answer)}`;
  }

  #whyNot(operation: Operation, request: Members): Reason | undefined {
    const isOther = hasTextOfOther(operation, request, this.#trip.model.operations);
    return isOther ? "another path has this text" : whyNotRequest(operation, request);
  }

  async #call(
    operation: Operation,
    request: Members,
    planned: PlannedReply,
    { isLazy = false, isTrusting = false },
  ): Promise<Called> {
    this.counts.calls++;
    const { media, reply } = planned;
    const streams = [media, mediaOf(operation.body?.content ?? [], request)].some(
      (one) => one !== undefined && isStream(one),
    );
    const key = fc.stringify([request, media?.type, reply, streams && isLazy, isTrusting]);
    const known = this.#called.get(key);
    if (known) return known;
    const client = isTrusting ? this.#trip.trustingClient() : this.#trip.client();
    const called = await call(this.#trip, client, operation, request, planned, isLazy);
    // Of what is no data, the text does not say all.
    if (!key.includes("[object ")) this.#called.set(key, called);
    return called;
  }

  async #check<T>(of: string, property: fc.IAsyncProperty<T>, numRuns: number): Promise<void> {
    const { seed } = this.#options;
    const details = await fc.check(property, {
      seed,
      numRuns,
      maxSkipsPerRun: 20,
      interruptAfterTimeLimit: 60_000,
    });
    if (!details.failed) return;
    if (details.counterexample === null) {
      this.without.push(of);
      return;
    }
    const { errorInstance, counterexample, counterexamplePath } = details;
    this.faults.push({
      of,
      problem: errorInstance instanceof Error ? errorInstance.message : String(errorInstance),
      example: `${shown(counterexample)} (seed ${seed}, path ${counterexamplePath ?? ""})`,
    });
  }
}

/** Whether an operation before has the same path, but for the names in it. */
function isShadowed(operation: Operation, all: readonly Operation[]): boolean {
  const plain = ({ kind, method, template, servers }: Operation): string =>
    JSON.stringify([kind, method, template.replace(/\{[^{}]*\}/g, "{}"), servers]);
  const own = plain(operation);
  return all.find((one) => plain(one) === own) !== operation;
}

/** Whether there are values that JSON does not have: an int64 that is a `bigint` or its digits, and dates. */
function isExact({ int64 = "number", dates = "string" }: Partial<Config>): boolean {
  return int64 !== "number" || dates !== "string";
}

/** The parts of a request that are text or JSON, and can be changed as such. */
function changeable(operation: Operation, request: Members): Members {
  const media = mediaOf(operation.body?.content ?? [], request);
  const isJson = media !== undefined && media.codec === "json" && !isStream(media);
  const names = ["path", "query", "headers", "cookies", ...(isJson ? ["body"] : [])];
  return Object.fromEntries(
    names.filter((name) => name in request).map((name) => [name, request[name]]),
  );
}

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function without(request: Members, parts: Members): Members {
  return Object.fromEntries(Object.entries(request).filter(([name]) => !(name in parts)));
}

/** What is wrong with a call whose request fits, though it was changed. */
function unfit({ isHandled, answer, error }: Called): string | undefined {
  return isHandled ? undefined : `what fits was refused: ${shownError(error)} ${shown(answer)}`;
}

/** Without parameters that have no members, of which nothing is written but by a media type. */
function withoutEmpty({ parameters }: Operation, request: Members): Members {
  const isEmpty = (value: unknown): boolean =>
    typeof value === "object" && value !== null && Object.keys(value).length === 0;
  const written = new Set(
    parameters.flatMap(({ name, encoding }) => (encoding.kind === "content" ? [name] : [])),
  );
  const groups = ["query", "headers", "cookies"].flatMap((group) => {
    const members = Object.entries((request[group] ?? {}) as Members);
    const left = members.filter(
      ([name, value]) => value instanceof Date || written.has(name) || !isEmpty(value),
    );
    return left.length < members.length ? [[group, Object.fromEntries(left)] as const] : [];
  });
  return { ...request, ...Object.fromEntries(groups) };
}
