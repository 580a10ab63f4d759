import type { Diagnostics } from "../diagnostics/diagnostics.js";
import type { Source } from "../common/source.js";
import { type Description, type ExtensibleMap, type Located, namesIn } from "../load/document.js";
import { sharedReplies } from "./passes/select.js";
import { splitByDirection } from "./passes/direction.js";
import { documentOf } from "./document/document.js";
import { findItems } from "./walks/items.js";
import { breakLoops } from "./walks/loops.js";
import { Names, constantName, pascalCase } from "./names/naming.js";
import { addDiscriminatorEnums } from "./names/discriminator-enums.js";
import { nameInline } from "./names/inline.js";
import { type TypeNames, typeWords } from "./names/type-words.js";
import { operationsOf } from "./operations.js";
import { plansOf } from "./plans.js";
import { asObject, isObject, textOf } from "../common/json.js";
import { placeText } from "../common/pointers.js";
import type { SharedReply } from "./replies.js";
import { Schemas, proseOf } from "./schemas.js";
import { SecuritySchemes, securityOf } from "./security.js";
import { serversOf } from "./servers.js";
import type { ApiModel, Identifier, Schema } from "./types.js";

/** Shared by the builders of all parts of the model. */
export interface Builder {
  readonly diagnostics: Diagnostics;
  readonly names: Names;
  readonly schemas: Schemas;
  readonly securitySchemes: SecuritySchemes;
  readonly bareReplies: BareReplies;
  /** Those that were asked for, by the place that they stand at. */
  readonly sharedReplies: Map<string, SharedReply>;
  /** A member as it stands there: a `$ref` is not followed. */
  member(owner: Located | undefined, key: string | number): Located | undefined;
  /** Target of a reference, through chains; a value that is no reference is itself. */
  deref(located: Located): Located | undefined;
  /** The members of a map, as they stand there; of an object that has extensions beside them, its kind says so. */
  members(owner: Located | undefined, kind?: ExtensibleMap): Members;
  /** The same, references followed. */
  entries(owner: Located | undefined, kind?: ExtensibleMap): Members;
  /** The items of an array, references followed. */
  items(owner: Located | undefined): readonly Located[];
  /** The place of the component that is a reference to what stands at a place, a file of its own for instance; or that place. */
  componentAt(source: Source): Source;
  /** The schema that lets everything through, where the description gives none. */
  anything(near: Located): Schema;
}

type Members = readonly (readonly [name: string, member: Located])[];

/** No body, or any JSON. */
export type BareReplies = "empty" | "json";

/** Options of the model. */
export interface ModelOptions {
  /** The API's name, in the place of one from its title. */
  readonly name?: string | undefined;
  /** True where a member with a `default` is required in replies. */
  readonly presentDefaults?: boolean | undefined;
  /** What a success has where no content is declared. */
  readonly bareReplies?: BareReplies | undefined;
  /** The generator whose names the types of operations have. */
  readonly typeNames?: TypeNames | undefined;
}

/** The model of a description without errors. */
export function buildModel(
  description: Description,
  diagnostics: Diagnostics,
  options: ModelOptions = {},
): ApiModel {
  const { root } = description;
  const info = asObject(description.member(root, "info")?.value);
  const title = textOf(info["title"]);
  const api = localApiName(options.name ?? title);
  const words = typeWords(options.typeNames);
  const names = new Names(api, root.source.file, words.typeCase);
  const schemas = new Schemas(description, diagnostics, names);
  const builder = createBuilder(description, diagnostics, names, schemas, options.bareReplies);

  const components = builder.member(root, "components");
  schemas.declare(builder.members(builder.member(components, "schemas")));
  const servers = serversOf(builder, root);
  const requirements = securityOf(builder, root) ?? [];
  const operations = operationsOf(builder, root, servers, requirements, words);
  schemas.finish(operations);
  breakLoops(schemas.named, diagnostics);
  findItems(operations);
  const differences = {
    marks: hasDirections(description),
    defaults: options.presentDefaults === true,
  };
  const named =
    differences.marks || differences.defaults
      ? splitByDirection(operations, schemas.named, names, differences)
      : schemas.named;
  if (words.inline.isChosen) addDiscriminatorEnums(named);
  nameInline(named, operations, {
    names,
    words: words.inline,
    componentAt: builder.componentAt,
    isSwagger: description.version.startsWith("2."),
  });
  // Last, so that no other name depends on the title.
  const derived = (one: string) => apiNames(one as Identifier, title);
  const name = names.claim([api, `${api}Api`], title, derived, "function");
  const plans = plansOf(builder, root);
  const shared = sharedReplies(operations);

  return {
    name,
    title,
    version: textOf(info["version"]),
    prose: proseOf(info, "summary"),
    servers,
    schemas: named,
    replies: Array.from(builder.sharedReplies.values(), ({ reply }) => reply).filter((reply) =>
      shared.has(reply),
    ),
    security: builder.securitySchemes.all,
    requirements,
    operations,
    plans,
    document: (bundled) => documentOf(description, diagnostics, bundled),
    source: root.source,
  };
}

function createBuilder(
  description: Description,
  diagnostics: Diagnostics,
  names: Names,
  schemas: Schemas,
  bareReplies: BareReplies = "empty",
): Builder {
  const deref = (located: Located): Located | undefined => {
    const seen = new Set<unknown>();
    let current: Located | undefined = located;
    while (current && isObject(current.value) && typeof current.value["$ref"] === "string") {
      if (seen.has(current.value)) return undefined;
      seen.add(current.value);
      current = description.resolve(current.value["$ref"], current.source);
    }
    return current;
  };
  const member: Builder["member"] = (owner, key) => owner && description.member(owner, key);
  const members: Builder["members"] = (owner, kind) =>
    namesIn(owner?.value, kind).flatMap((key) => {
      const located = member(owner, key);
      return located ? [[key, located] as const] : [];
    });
  const components = member(description.root, "components");
  const targets = new Map<string, Source>();
  const builder: Builder = {
    diagnostics,
    names,
    schemas,
    securitySchemes: new SecuritySchemes(),
    bareReplies,
    sharedReplies: new Map(),
    member,
    members,
    deref,
    entries: (owner, kind) =>
      members(owner, kind).flatMap(([key, located]) => {
        const target = deref(located);
        return target ? [[key, target] as const] : [];
      }),
    items(owner) {
      if (!Array.isArray(owner?.value)) return [];
      return owner.value.flatMap((_, index) => {
        const located = member(owner, index);
        return (located && deref(located)) ?? [];
      });
    },
    componentAt: (source) => targets.get(placeText(source)) ?? source,
    anything: ({ source }) => ({ source, name: undefined, keywords: {} }),
  };
  for (const part of ["parameters", "requestBodies", "responses"]) {
    const owner = member(components, part);
    const own = new Set(members(owner).map(([, { value }]) => value));
    for (const [, component] of members(owner)) {
      const ref = asObject(component.value)["$ref"];
      const next = typeof ref === "string" ? description.resolve(ref, component.source) : undefined;
      const place = next && !own.has(next.value) && placeText((deref(next) ?? next).source);
      if (place && !targets.has(place)) targets.set(place, component.source);
    }
  }
  builder.securitySchemes.declare(builder, member(components, "securitySchemes"));
  return builder;
}

/** From OpenAPI 3.1 on, `readOnly` and `writeOnly` are for people: JSON Schema 2020-12, section 9.4 of validation. */
function hasDirections({ version, files }: Description): boolean {
  return (
    /^(2|3\.0)(\.|$)/.test(version) && files.some(({ text }) => /\b(read|write)Only\b/.test(text))
  );
}

/** The names in generated files that are made from the API's name. */
function apiNames(name: Identifier, title: string): readonly string[] {
  const small = constantName({ name, title });
  return [
    `${name}Client`,
    `${name}ClientOptions`,
    `${name}Replies`,
    `${name}Handlers`,
    `${name}Answer`,
    `${name}ServerOptions`,
    `${name}WebhookHandlers`,
    `${name}WebhookServerOptions`,
    `${name}Webhooks`,
    `create${name}Webhooks`,
    `create${name}WebhookServer`,
    `${name}RateLimit`,
    `create${name}Client`,
    `create${name}Sender`,
    `create${name}Server`,
    `${small}Servers`,
    `${small}Tokens`,
    `${small}Plans`,
    `${small}Description`,
    `describe${name}Problem`,
  ];
}

/** `PetStore` for "Pet Store"; a title without letters gives `Api`. */
function localApiName(title: string): string {
  const words = pascalCase(title);
  return words === "" || words.startsWith("_") ? `Api${words.replace(/^_+/, "")}` : words;
}
