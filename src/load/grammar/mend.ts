import { asObject, isObject, setMember, type JsonObject } from "../../common/json.js";
import type { Source } from "../../common/source.js";
import type { Origins } from "../document.js";
import type { Version } from "../version.js";
import { type Meaning, requirementOf, schemaOfType, schemesNamed } from "./corrections.js";
import {
  isBeside,
  liftSchema,
  liftedSign,
  type MediaTypeLists,
  mediaTypesMeant,
  mergeKeywords,
  misplacedSchema,
  placeMeant,
  requiredInProperties,
} from "./misplaced.js";
import type { GrammarErrors } from "./errors.js";
import type { CompiledKind } from "./kinds.js";
import type { MemberType } from "./notation.js";
import { describeSchema } from "./words.js";

/** What a mended object needs of the walk that is at it. */
interface Walk {
  /** The place of a pointer into the file that is gone through. */
  readonly source: (pointer: string) => Source;
  /** A reference to the schema of that name, if there is one. */
  readonly schemaNamed: (written: string) => string | undefined;
  /** Goes through an object where it was written, before it is met as a member. */
  readonly visit: (
    value: object,
    kind: "Schema" | "MediaType",
    pointer: string,
    subject: string,
  ) => void;
}

/** Gives objects the form that the grammar has for what they say, before their members are gone through. */
export class Mender {
  readonly #errors: GrammarErrors;
  readonly #origins: Origins;
  readonly #walk: Walk;

  constructor(errors: GrammarErrors, origins: Origins, walk: Walk) {
    this.#errors = errors;
    this.#origins = origins;
    this.#walk = walk;
  }

  /** `mediaTypes`: the lists of Swagger 2.0 that hold for the object. */
  mend(
    object: JsonObject,
    kind: CompiledKind,
    pointer: string,
    version: Version,
    mediaTypes: MediaTypeLists,
  ): void {
    const sign = this.#lift(object, kind, pointer, version);
    this.#merge(object, kind, pointer, version);
    this.#wrap(object, kind, pointer, version, mediaTypes, sign);
    if (kind.name === "Parameter") this.#place(object, kind, pointer);
    if (kind.name === "Schema") {
      this.#liftSchema(object, pointer);
      this.#nameType(object, pointer);
      this.#raiseRequired(object, pointer);
    }
    if (kind.members.has("enum")) this.#dropEnumType(object, pointer);
    if (kind.members.has("security")) {
      this.#dropEmptyLists(object, kind.name, pointer);
      this.#requireNamed(object, kind.name, pointer);
    }
  }

  /** Puts what describes a value into a schema, if it stands beside where one belongs: what shows that it does. */
  #lift(
    object: JsonObject,
    kind: CompiledKind,
    pointer: string,
    version: Version,
  ): string | undefined {
    const sign = liftedSign(object, kind.name, version);
    if (sign === undefined) return undefined;
    if (kind.members.has("schema") || version < "3.0")
      this.#errors.unknownMember(object, sign, kind, `${pointer}/${sign}`);
    const schema = liftSchema(object as Record<string, unknown>, kind.name, version);
    this.#origins.setObject(schema, this.#walk.source(pointer));
    this.#origins.setInner(object, schema);
    this.#walk.visit(schema, "Schema", pointer, "schema");
    return sign;
  }

  /** Lets keywords beside a schema hold as if they stood in it. */
  #merge(object: JsonObject, kind: CompiledKind, pointer: string, version: Version): void {
    const keys = Object.keys(object).filter((key) => isBeside(object, key, kind.name, version));
    const isBody = version >= "3.0" || object["in"] === "body";
    const isWrong = !isBody && kind.name === "Parameter" && isObject(object["schema"]);
    for (const key of isWrong ? ["schema"] : keys)
      this.#errors.unknownMember(object, key, kind, `${pointer}/${key}`);
    if (keys.length === 0) return;
    const { schema, beside, isPart } = mergeKeywords(object as Record<string, unknown>, keys);
    if (isPart) {
      // An alias may repeat the schema where nothing stands beside it.
      const whole = { ...schema, ...beside };
      setMember(object, "schema", whole);
      for (const key of Object.keys(beside)) {
        const source = this.#walk.source(`${pointer}/${key}`);
        this.#origins.setMember(whole, key, source);
        if (!Object.hasOwn(schema, key))
          this.#origins.move(this.#walk.source(`${pointer}/schema/${key}`), source);
      }
      this.#origins.setInner(object, whole);
      return;
    }
    const all = [schema, beside];
    const whole = { allOf: all };
    setMember(object, "schema", whole);
    this.#origins.setItem(all, 0, this.#walk.source(`${pointer}/schema`));
    this.#origins.setObject(beside, this.#walk.source(pointer));
    this.#origins.setInner(object, beside);
    this.#origins.setInner(whole, schema);
    this.#walk.visit(schema, "Schema", `${pointer}/schema`, "schema");
    this.#walk.visit(beside, "Schema", pointer, "schema");
  }

  /** Makes content of a schema, or of its keywords, that stand where Swagger 2.0 has the schema of a response. */
  #wrap(
    object: JsonObject,
    kind: CompiledKind,
    pointer: string,
    version: Version,
    mediaTypes: MediaTypeLists,
    sign = "schema",
  ): void {
    const { schema } = object;
    const $ref = typeof schema === "string" ? this.#walk.schemaNamed(schema) : undefined;
    if ($ref !== undefined && !kind.members.has("schema")) setMember(object, "schema", { $ref });
    const types = mediaTypesMeant(object, kind.name, version, mediaTypes);
    if (types === undefined) return;
    this.#errors.schemaOfBody(sign, kind, types, `${pointer}/${sign}`);
    const content = types.map((type) => [type, { schema: object["schema"] }] as const);
    delete (object as Record<string, unknown>)["schema"];
    setMember(object, "content", Object.fromEntries(content));
    for (const [, media] of content) {
      this.#origins.setObject(media, this.#walk.source(pointer));
      this.#origins.setInner(object, media);
      this.#walk.visit(media, "MediaType", pointer, "schema");
    }
  }

  /** Gives a parameter without a place the one that is meant. */
  #place(object: JsonObject, { noun }: CompiledKind, pointer: string): void {
    const place = placeMeant(object, pointer);
    if (place === undefined) return;
    const path = `, since the path has {${String(object["name"])}}`;
    const hint = `Add \`in: ${place}\`; it is read as that${place === "path" ? path : ""}.`;
    this.#errors.report("missing-member", pointer, { object: noun, member: "in", hint });
    setMember(object, "in", place);
  }

  /** Moves the list of required properties out of the properties, among which it stands one level too deep. */
  #raiseRequired(object: JsonObject, pointer: string): void {
    const list = requiredInProperties(object);
    if (!list) return;
    const at = `${pointer}/properties/required`;
    this.#errors.requiredInProperties(list, at);
    delete (object["properties"] as Record<string, unknown>)["required"];
    setMember(object, "required", list);
    this.#origins.setMember(object, "required", this.#walk.source(at));
    this.#origins.move(this.#walk.source(`${pointer}/required`), this.#walk.source(at));
  }

  /** Makes what stands as a schema where a type or the properties belong the last schema of `allOf`. */
  #liftSchema(object: JsonObject, pointer: string): void {
    const misplaced = misplacedSchema(object);
    if (!misplaced) return;
    const { key, schema } = misplaced;
    const at = `${pointer}/${key}`;
    this.#errors.misplacedSchema(key, schema, at);
    this.#walk.visit(schema, "Schema", at, key);
    this.#addPart(object, key, schema, at);
  }

  /** Refers to the schemas that a `type` names. */
  #nameType(object: JsonObject, pointer: string): void {
    const schema = schemaOfType(object, (name) => this.#walk.schemaNamed(name), `#${pointer}`);
    if (!schema) return;
    const { type, items } = schema;
    const at = `${pointer}/type`;
    const written = object["type"];
    const name = typeof written === "string" ? written : JSON.stringify(written);
    const details = { type: name, taken: describeSchema(schema) };
    this.#errors.report("schema-type", at, details);
    this.#walk.visit(items ?? schema, "Schema", at, "type");
    if (items === undefined) return this.#addPart(object, "type", schema, at);
    setMember(object, "type", type);
    setMember(object, "items", items);
    this.#origins.setMember(object, "items", this.#walk.source(at));
  }

  /** Makes a schema that stands in the place of a keyword the last one of `allOf`. */
  #addPart(object: JsonObject, key: string, schema: object, pointer: string): void {
    const { allOf = [] } = object;
    const all = [...(allOf as unknown[]), schema];
    const { $ref, ...others } = asObject(object[key]);
    if (key === "properties" && Object.keys(others).length > 0)
      delete (object[key] as Record<string, unknown>)["$ref"];
    else delete (object as Record<string, unknown>)[key];
    setMember(object, "allOf", all);
    this.#origins.setItem(all, all.length - 1, this.#walk.source(pointer));
  }

  /** `type: enum` says no more than that the `enum` beside it does. */
  #dropEnumType(object: JsonObject, pointer: string): void {
    const { type, enum: list } = object;
    if (typeof type !== "string" || !/^\s*enum\s*$/i.test(type) || !Array.isArray(list)) return;
    const details = { type, taken: "no type at all" };
    this.#errors.report("schema-type", `${pointer}/type`, details);
    delete (object as Record<string, unknown>)["type"];
  }

  /**
   * L5-Swagger writes `[[]]` where nothing is configured. It is left out, so that the requirements of an operation are those of
   * the root: as one that is empty it would let everybody in.
   */
  #dropEmptyLists(object: JsonObject, holder: string, pointer: string): void {
    const { security } = object;
    const isEmpty = (one: unknown): boolean => Array.isArray(one) && one.length === 0;
    if (!Array.isArray(security) || security.length === 0 || !security.every(isEmpty)) return;
    this.#wrongRequirement(security[0], holder, pointer, "nothing");
    delete (object as Record<string, unknown>)["security"];
  }

  /** Makes one requirement of names: whether one of several schemes is enough is not said, so all of them are needed. */
  #requireNamed(object: JsonObject, holder: string, pointer: string): void {
    const names = schemesNamed(object["security"]);
    if (!names) return;
    const requirement = requirementOf(names);
    this.#wrongRequirement(names[0], holder, pointer, { value: requirement });
    setMember(object, "security", [requirement]);
    for (const [index, name] of names.entries()) {
      const source = this.#walk.source(`${pointer}/security/${index}`);
      this.#origins.move(this.#walk.source(`${pointer}/security/0/${name}`), source);
    }
  }

  #wrongRequirement(value: unknown, holder: string, pointer: string, meaning: Meaning): void {
    const [name, at] = ["an item of security", `${pointer}/security/0`];
    const shape: MemberType = { is: "kind", kind: "SecurityRequirement" };
    this.#errors.wrongType(name, shape, value, at, "security", holder, meaning);
  }
}
