import {
  type Code,
  code,
  doc,
  empty,
  exportsOf,
  global,
  join,
  key,
  local,
  name,
  str,
  use,
} from "../../emit/code.js";
import { inCode } from "../../model/passes/renamed-model.js";
import { placeFrom } from "../../model/names/naming.js";
import type { ApiModel, NamedSchema, Operation, SecurityScheme } from "../../model/types.js";
import type { Emitter } from "../emitter.js";
import { apiTitle } from "../operation-docs.js";
import { rateLimitHeaders } from "../rate-limits.js";
import { schemaCheck } from "../validators/index.js";
import { collectionsOf } from "./collections.js";
import { operationData, sharedReply } from "./operations.js";
import { checked, ownShape } from "./shapes.js";

const make = exportsOf("./runtime/mocks/make.js");
const service = exportsOf("./runtime/mocks/service.js");

/** `mocks.ts`. */
export const mocks: Emitter = {
  name: "mocks",
  purpose: "Made values for each schema, and a mock of the service that answers with them.",
  needs: ["types", "validators", "server"],
  emit(described, { options }) {
    const model = inCode(described);
    const operations = model.operations.filter(({ kind }) => kind === "path");
    const texts = options.faker ? local("texts") : undefined;
    const parts = [
      ...model.schemas.map((schema) => makerCode(schema, model, texts)),
      ...(operations.length > 0 ? mockCode(model, operations, texts) : []),
    ];
    if (parts.length === 0) return [];
    if (texts) parts.unshift(textsCode(texts));
    return [{ path: "mocks.ts", code: join(parts, "\n\n") }];
  },
};

/** The library, where the config names it. */
function textsCode(texts: Code): Code {
  const from = "./runtime/mocks/faker.js";
  const faker = use("faker", "@faker-js/faker");
  return code`const ${texts} = ${use("fakerTexts", from)}(${faker});`;
}

function makerCode(schema: NamedSchema, model: ApiModel, texts: Code | undefined): Code {
  const type = use(schema.name, "./types.js", "type");
  const place = str(placeFrom(model.source.file, schema.source));
  const check = checked(schema, schemaCheck(schema)) ?? empty;
  return code`${doc(`Makes a \`${schema.name}\`.`)}export const ${name(`make${schema.name}`)}: ${make("Maker", "type")}<${type}> = ${make("maker")}(${place}, ${check}, () => (${ownShape(schema)})${texts ? code`, ${texts}` : empty});`;
}

/** The replies that operations share, the operations, and the function that makes a mock. */
function mockCode(
  model: ApiModel,
  operations: readonly Operation[],
  texts: Code | undefined,
): readonly Code[] {
  const collections = collectionsOf(operations);
  const limits = rateLimitHeaders(model);
  const figures = new Set(
    limits?.required ? [...limits.headers.values()].map((header) => header.name) : [],
  );
  const handlers = use(`${model.name}Handlers`, "./server.js", "type");
  const create = use(`create${model.name}Server`, "./server.js");
  const data = operations.map(
    (operation) =>
      code`${key(operation.names.method)}: ${operationData(operation, collections.get(operation), figures)}`,
  );
  const used = new Set(
    operations.flatMap(({ security }) => security.flat().map(({ scheme }) => scheme)),
  );
  const settings = [
    code`...settings`,
    code`handlers`,
    ...model.security.filter((scheme) => used.has(scheme)).flatMap(anyCredential),
    ...(limits?.required ? [code`rateLimit: ${service("unlimited")}`] : []),
  ];
  const title = apiTitle(model);
  return [
    ...model.replies.map((reply) => sharedReply(reply, operations, figures)),
    code`${doc(`Mock replies of ${title}.`)}const operations: ${global("Readonly")}<${global("Record")}<keyof ${handlers}, ${service("MockOperation", "type")}>> = { ${join(data, ", ")} };`,
    code`${doc(`A mock of ${title}: the generated server with mock replies.`)}export function ${name(`mock${model.name}`)}(options: ${service("MockOptions", "type")}<${handlers}> = {}): ${service("Mock", "type")}<${handlers}> {
return ${service("createMock")}(${texts ? code`{ texts: ${texts}, ...options }` : code`options`}, {
operations,
serve: (handlers: ${handlers}, settings) => ${create}<unknown>({ ${join(settings, ", ")} }),
});
}`,
  ];
}

/** Settings that accept any credential of a scheme. */
function anyCredential({ kind, name: option }: SecurityScheme): readonly Code[] {
  if (kind === "unknown") return [];
  const hasScopes = kind === "oauth2" || kind === "openIdConnect";
  const judge = hasScopes
    ? code`(_token, _request, scopes) => ({ caller: "anyone", scopes })`
    : code`() => "anyone"`;
  return [code`${key(option)}: ${judge}`];
}
