import type { Diagnostics } from "../../diagnostics/diagnostics.js";
import {
  type Code,
  code,
  join,
  json,
  object,
  objectIfAny,
  property,
  str,
  use,
} from "../../emit/code.js";
import type { OutputFile } from "../../emit/file.js";
import { isStream } from "../../model/walks/items.js";
import { withCallbacks } from "../../model/operations.js";
import { placeFrom } from "../../model/names/naming.js";
import type { ApiModel, Media, Operation, Reply } from "../../model/types.js";
import { ownName, replyStem } from "../validators/requests.js";
import { type Declared, Declarations } from "./declared.js";

/** Written from a value that may have more members than are declared. */
function isWritten(media: Media): boolean {
  return media.codec === "json" || isStream(media);
}

/** Projections of the bodies of replies, where less may be sent than a handler puts into them. */
export class ReplyProjections {
  readonly #file: string;
  readonly #declarations: Declarations;
  readonly #isLess = new Map<Declared, boolean>();
  readonly #names = new Map<Declared, string>();
  readonly #bodies = new Map<Media, string>();
  /** Those without a name that were written where they are. */
  readonly #inPlace = new Set<Declared>();
  /** By name, in the order in which they were asked for. */
  readonly #projections = new Map<string, Declared>();

  constructor({ operations, source }: ApiModel, diagnostics: Diagnostics) {
    this.#declarations = new Declarations(diagnostics);
    this.#file = source.file;
    for (const operation of withCallbacks(operations))
      for (const reply of operation.replies)
        for (const media of reply.content) this.#addBody(operation, reply, media);
  }

  /** Name of the projection of a body in `replies.ts`; undefined if all of it is sent. */
  nameOf(media: Media): string | undefined {
    return this.#bodies.get(media);
  }

  /** `replies.ts`; not there where everything is sent. */
  file(): readonly OutputFile[] {
    const entries = new Map<string, Code>();
    for (const [name, declared] of this.#projections) entries.set(name, this.#entry(declared));
    if (entries.size === 0) return [];
    const members = [...entries]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, entry]) => code`${property(name)}: ${entry},`);
    const runtime = (word: string, kind?: "type"): Code =>
      use(word, "./runtime/server/replies/projection.js", kind);
    return [
      {
        path: "replies.ts",
        code: code`/** Declared members of the bodies of replies, by schema. */
const projections: ${runtime("Projections", "type")} = {\n${join(members, "\n")}\n};

/** A body of which only declared members are sent; \`check\` validates it before they are selected. */
export const project: ${runtime("Project", "type")} = ${runtime("projectBy")}(projections);`,
      },
    ];
  }

  #addBody(operation: Operation, reply: Reply, media: Media): void {
    const schema = isStream(media) ? media.itemSchema : media.schema;
    if (!schema || !isWritten(media) || this.#bodies.has(media)) return;
    const declared = this.#declarations.of([schema]);
    // An event has the fields of the protocol, whichever of them its schema names.
    const isEvent = media.events?.whole === true;
    const sent = isEvent ? { ...declared, members: undefined, without: [] } : declared;
    if (!this.#leavesOut(sent)) return;
    const known = isEvent ? undefined : this.#nameOf(declared);
    const name = known ?? ownName(replyStem(operation, reply), media, reply.content);
    this.#projections.set(name, sent);
    this.#bodies.set(media, name);
  }

  #leavesOut(declared: Declared): boolean {
    const known = this.#isLess.get(declared);
    if (known !== undefined) return known;
    const found = new Set([declared]);
    // Added entries are visited, too.
    for (const one of found) {
      if (this.#isLess.get(one) ?? (one.members !== undefined || one.without.length > 0)) {
        this.#isLess.set(declared, true);
        return true;
      }
      for (const inner of below(one)) found.add(inner);
    }
    for (const one of found) this.#isLess.set(one, false);
    return false;
  }

  #entry(declared: Declared, owners: readonly Declared[] = []): Code {
    const { members, without, inside, others, items } = declared;
    const owned = [...owners, declared];
    const projection = (one: Declared | undefined): Code | undefined =>
      one && this.#leavesOut(one) ? this.#projection(one, owned) : undefined;
    // A member of which all is sent is named where others have less.
    const known = [...inside].map(
      ([name, one]) => [name, projection(one) ?? (projection(others) && str(""))] as const,
    );
    return object({
      members: members && json(members),
      without: without.length > 0 ? json(without) : undefined,
      inside: objectIfAny(known),
      others: projection(others),
      items: projection(items),
    });
  }

  /** The name of a projection, or the projection itself where it has none. */
  #projection(declared: Declared, owners: readonly Declared[]): Code {
    const name = this.#nameOf(declared, owners);
    if (name === undefined) {
      this.#inPlace.add(declared);
      return this.#entry(declared, owners);
    }
    if (!this.#projections.has(name)) this.#projections.set(name, declared);
    return str(name);
  }

  /** Schemas with names give the name; what else would be written again, or too deep, is called by where it is. */
  #nameOf(declared: Declared, owners: readonly Declared[] = []): string | undefined {
    const known = this.#names.get(declared);
    if (known !== undefined) return known;
    const [first] = declared.schemas;
    const isNamed = declared.schemas.every(({ name }) => name !== undefined);
    const isInPlace = owners.length < DEEPEST && !this.#inPlace.has(declared);
    if (!first || (!isNamed && isInPlace)) return undefined;
    const name = isNamed
      ? declared.schemas.map((schema) => schema.name ?? "").join(" | ")
      : placeFrom(this.#file, first.source);
    this.#names.set(declared, name);
    return name;
  }
}

/** Compilers give up on values that are nested much deeper. */
const DEEPEST = 8;

function below({ inside, others, items }: Declared): readonly Declared[] {
  return [...inside.values(), others, items].filter((one) => one !== undefined);
}
