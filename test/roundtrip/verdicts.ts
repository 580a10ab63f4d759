import { isStream } from "../../src/model/walks/items.js";
import { itemName, replyBody, requestSchema } from "../../src/emitters/validators/requests.js";
import type { Media, NamedSchema, Operation, Schema } from "../../src/model/types.js";
import type { Oracle } from "./oracle.js";
import type { Check, Members } from "./service.js";
import { isOf } from "./travel.js";
import type { PlannedReply } from "./values.js";
import { Exceptions } from "./exceptions.js";
import type { Issue } from "../../src/runtime/validate/issue.js";

/** What a validator and ajv do not agree upon. */
export class Disagreement extends Error {}

/** What generated validators say of messages, each time beside ajv. */
export class Verdicts {
  readonly #checks: Readonly<Record<string, Check>>;
  readonly #oracle: Oracle | undefined;
  readonly #exceptions: Exceptions;
  readonly #requests = new Map<Operation, Schema>();
  /** How many values were judged. */
  count = 0;

  constructor(
    checks: Readonly<Record<string, Check>>,
    oracle: Oracle | undefined,
    exceptions: Exceptions,
  ) {
    this.#checks = checks;
    this.#oracle = oracle;
    this.#exceptions = exceptions;
  }

  /** For the sampler: what the validator of a schema with a name says. */
  readonly judge = (schema: Schema, value: unknown): boolean | undefined =>
    schema.name === undefined ? undefined : this.#checks[`is${schema.name}`]?.(value, []);

  /** Of a schema with a name, by each of its validators. */
  named(schema: NamedSchema, value: unknown): boolean {
    const is = this.#checks[`is${schema.name}`]?.(value, []);
    const verdict = this.#checked(schema.name, value, this.#oracle?.judgeNamed(schema, value));
    if (is !== undefined && is !== verdict)
      throw new Disagreement(`is${schema.name} says ${is}, check${schema.name} ${verdict}`);
    return verdict;
  }

  request(operation: Operation, request: Members): boolean {
    const { names, body } = operation;
    const schema = this.#requests.get(operation) ?? requestSchema(operation);
    this.#requests.set(operation, schema);
    const content = body?.content ?? [];
    const media = mediaOf(content, request);
    const fits = this.#checked(
      names.request,

      request,
      this.#oracle?.judge(schema, request),
    );
    if (!media || !isStream(media) || !media.itemSchema) return fits;
    const name = itemName(names.request, media, content);
    return this.#items(name, media.itemSchema, request["body"]) && fits;
  }

  reply(operation: Operation, { declared, media, reply }: PlannedReply): boolean {
    if (!media || !declared) return true;
    const own = replyBody(operation, declared, media);
    if (!own) return true;
    const { body } = reply;
    if (isStream(media)) return this.#items(own.name, own.schema, body);
    return this.#checked(own.name, body, this.#oracle?.judge(own.schema, body));
  }

  #items(name: string | undefined, schema: Schema, body: unknown): boolean {
    if (name === undefined || !Array.isArray(body)) return true;
    return body
      .map((item) => this.#checked(name, item, this.#oracle?.judge(schema, item)))
      .every((fits) => fits);
  }

  #checked(name: string, value: unknown, wanted: boolean | undefined): boolean {
    const check = this.#checks[`check${name}`];
    if (!check) return wanted ?? true;
    const issues: Issue[] = [];
    const verdict = check(value, issues);
    this.count++;
    if (verdict !== (issues.length === 0))
      throw new Disagreement(`check${name} says ${verdict}, with ${issues.length} issues`);
    if (wanted !== undefined && wanted !== verdict && !this.#exceptions.explain(value, issues))
      throw new Disagreement(
        `check${name} says ${verdict}, ajv ${wanted}${issues[0] ? `: ${issues[0].path} ${issues[0].message}` : ""}`,
      );
    return verdict;
  }
}

/** The media type of the body that a request has: the type itself, or the narrowest range. */
export function mediaOf(content: readonly Media[], request: Members): Media | undefined {
  const width = ({ type }: Media): number => (type.includes("*") ? 1 / type.length : 0);
  const [only, ...others] = [...content].sort((a, b) => width(a) - width(b));
  if (others.length === 0) return only;
  return [only, ...others].find((one) => one && isOf(one, request["contentType"]));
}
