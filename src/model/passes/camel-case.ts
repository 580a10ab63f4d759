import { leadingTo, pushTo } from "../../common/collections.js";
import type { Diagnostics } from "../../diagnostics/diagnostics.js";
import type { Source } from "../../common/source.js";
import { change } from "../change.js";
import { type Group, Groups, groupsBelow, root } from "../names/groups.js";
import { memberName } from "../names/member-name.js";
import { placeFrom } from "../names/naming.js";
import { partOf } from "../names/type-words.js";
import { withCallbacks } from "../operations.js";
import { statusWord } from "../replies.js";
import type {
  ApiModel,
  Body,
  Header,
  Media,
  NamedReply,
  Operation,
  Parameter,
  Reply,
  Schema,
} from "../types.js";
import { isStream } from "../walks/items.js";
import { everySchema } from "./direction.js";

/** The names of the members of a value in code. */
export interface Naming {
  /** Its key in `names.ts`; empty where it is only a part of another one. */
  readonly key: string;
  /** The names in code of the members that are called otherwise there, by those on the wire. */
  readonly names: ReadonlyMap<string, string>;
  /** Of members, by their names on the wire; */
  readonly inside: ReadonlyMap<string, Naming>;
  /** of all others; */
  readonly others: Naming | undefined;
  /** and of the items of a list or of a stream. */
  readonly items: Naming | undefined;
  /** True where a name differs, at any depth. */
  readonly isNeeded: boolean;
}

/** The owner of a value whose members have names: of an operation, that is its whole request. */
export type Named = Schema | Operation | Body | Reply | NamedReply;

const namings = new WeakMap<object, Naming>();

/** The names of the members of a value in code; undefined where they are those of the wire, at any depth. */
export function namingOf(owner: Named): Naming | undefined {
  const naming = namings.get(owner);
  return naming?.isNeeded ? naming : undefined;
}

/** Says that a schema is another form of one that has names. */
export function shareNaming(schema: Schema, from: Schema): void {
  const naming = namings.get(from);
  if (naming) namings.set(schema, naming);
}

/** The name of a parameter in code. */
export function parameterName(operation: Operation, { name, in: place }: Parameter): string {
  return requestName(operation, partOf(place), name);
}

/** The name of a member of a part of a request in code: of its `path`, `query`, `headers`, `cookies` or `body`. */
export function requestName(operation: Operation, part: string, name: string): string {
  return namingOf(operation)?.inside.get(part)?.names.get(name) ?? name;
}

/** The name of a property of a schema in code. */
export function propertyName(schema: Schema, name: string): string {
  return namingOf(schema)?.names.get(name) ?? name;
}

/** The direct parts of a value. */
export function directlyBelow({ inside, others, items }: Naming): readonly Naming[] {
  return [...inside.values(), others, items].filter((one) => one !== undefined);
}

/**
 * Finds out what parameters and members are called in code, which is camelCase. The model itself stays as it is on the wire:
 * values are renamed as they come in and go out.
 */
export function applyCamelCase(
  model: ApiModel,
  diagnostics: Diagnostics,
  called: (name: string) => string = memberName,
): void {
  const finder = new Finder(model);
  finder.find();
  finder.name(diagnostics, called);
}

class Finder {
  readonly #model: ApiModel;
  readonly #schemas: ReadonlySet<Schema>;
  readonly #groups = new Groups();
  readonly #owners = new Map<Named, Group>();
  /** The names of a group without a schema. */
  readonly #words = new Map<Group, string>();
  /** Nothing else is one with these. */
  readonly #requests: Group[] = [];
  /** Values in headers are not renamed. */
  readonly #kept: Group[] = [];

  constructor(model: ApiModel) {
    this.#model = model;
    this.#schemas = everySchema(model);
  }

  find(): void {
    for (const schema of this.#schemas) this.#own(schema, this.#groups.of(schema), "");
    for (const operation of withCallbacks(this.#model.operations)) this.#addOperation(operation);
    this.#groups.finish();
  }

  #own(owner: Named, group: Group, word: string): Group {
    this.#owners.set(owner, group);
    this.#words.set(group, word);
    return group;
  }

  #addOperation(operation: Operation): void {
    const { body, names, parameters, replies, source } = operation;
    const all = this.#groups;
    const request = this.#own(operation, all.alone(), names.request);
    this.#requests.push(request);
    for (const parameter of parameters) {
      const place = all.member(request, partOf(parameter.in), source);
      const isWhole = parameter.in === "querystring";
      const own = isWhole ? place : all.member(place, parameter.name, parameter.source);
      all.unite(own, all.of(parameter.schema));
      if (parameter.encoding.kind === "content") this.#addMedia(own, parameter.encoding.media);
    }
    if (body)
      this.#addContent(
        this.#own(body, all.member(request, "body", source), `${names.request}Body`),
        body.content,
      );
    for (const reply of replies) this.#addReply(reply, `${names.reply}${statusWord(reply.match)}`);
  }

  #addReply(reply: Reply, word: string): void {
    const { shared } = reply;
    if (shared && !this.#owners.has(shared)) {
      this.#addContent(this.#own(shared, this.#groups.alone(), shared.name), shared.content);
      this.#keepHeaders(shared.headers);
    }
    const known = shared && this.#owners.get(shared);
    this.#addContent(
      this.#own(reply, known ?? this.#groups.alone(), shared?.name ?? word),
      reply.content,
    );
    this.#keepHeaders(reply.headers);
  }

  #addContent(group: Group, content: readonly Media[]): void {
    for (const media of content) this.#addMedia(group, media);
  }

  /** Media types of one body are one group: which of them a value is of does not count. */
  #addMedia(group: Group, media: Media): void {
    const { codec, itemSchema, parts, schema } = media;
    const all = this.#groups;
    if (isStream(media)) {
      if (itemSchema) all.unite(all.items(group), all.of(itemSchema));
      return;
    }
    if (codec !== "json" && codec !== "form" && codec !== "multipart") return;
    if (schema) all.unite(group, all.of(schema));
    for (const part of parts) {
      all.unite(all.member(group, part.name, media.source), all.of(part.schema));
      if (part.headers.length === 0) continue;
      // With headers of its own, a part is not the value itself.
      this.#kept.push(all.of(part.schema));
      this.#keepHeaders(part.headers);
    }
  }

  #keepHeaders(headers: readonly Header[]): void {
    for (const { encoding, schema } of headers) {
      this.#kept.push(this.#groups.of(schema));
      const inside = encoding.kind === "content" ? encoding.media.schema : undefined;
      if (inside) this.#kept.push(this.#groups.of(inside));
    }
  }

  name(diagnostics: Diagnostics, called: (name: string) => string): void {
    const kept = groupsBelow(this.#kept);
    const requests = new Set(this.#requests);
    const keys = this.#keys();
    const made = new Map<Group, Naming>();
    const roots = groupsBelow([...this.#owners.values()]);
    for (const group of roots)
      made.set(group, {
        key: keys.get(group) ?? "",
        // `path`, `query`, `body`: these are no names of the description.
        names: requests.has(group)
          ? new Map()
          : namesIn(group, called, kept.has(group), diagnostics),
        inside: new Map(),
        others: undefined,
        items: undefined,
        isNeeded: false,
      });
    const at = (group: Group | undefined): Naming | undefined => group && made.get(root(group));
    for (const [group, naming] of made) {
      const inside = [...group.members].flatMap(([name, member]) => {
        const one = at(member.group);
        return one ? [[name, one] as const] : [];
      });
      change(naming, {
        inside: new Map(inside),
        others: at(group.others),
        items: at(group.items),
      });
    }
    const all = [...made.values()];
    const named = all.filter(({ names }) => names.size > 0);
    for (const naming of leadingTo(named, all, directlyBelow)) change(naming, { isNeeded: true });
    for (const [owner, group] of this.#owners) {
      const naming = at(group);
      if (naming) namings.set(owner, naming);
    }
  }

  /** The name of the first schema that has one, else a place, else what it belongs to. */
  #keys(): ReadonlyMap<Group, string> {
    const keys = new Map<Group, string>();
    const taken = new Set<string>();
    const give = (group: Group, word: string): void => {
      const one = root(group);
      if (keys.has(one) || word === "") return;
      let key = word;
      while (taken.has(key)) key += "_";
      taken.add(key);
      keys.set(one, key);
    };
    const { schemas, source } = this.#model;
    for (const schema of schemas) give(this.#groups.of(schema), schema.name);
    for (const schema of this.#schemas)
      give(this.#groups.of(schema), placeFrom(source.file, schema.source));
    for (const [group, word] of this.#words) give(group, word);
    return keys;
  }
}

/** Two that would be called the same keep their names: a value is to have the same names both ways. */
function namesIn(
  { members }: Group,
  called: (name: string) => string,
  isKept: boolean,
  diagnostics: Diagnostics,
): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const alike = new Map<string, string[]>();
  for (const name of members.keys()) pushTo(alike, called(name), name);
  for (const [code, [name = "", ...others]] of alike) {
    if (others.length === 0 && name === code) continue;
    const source: Source = members.get(name)?.source ?? { file: "", pointer: "" };
    if (others.length > 0)
      diagnostics.report("names-alike", source, { names: [name, ...others], code });
    else if (isKept) diagnostics.report("names-in-header", source, { name });
    else names.set(name, code);
  }
  return names;
}
