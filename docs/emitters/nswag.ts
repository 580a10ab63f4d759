import { type Code, type Operation, code, defineEmitter, join, name, str, use } from "specsmith";

/** `nswag.ts`: a class for each tag, whose methods have the arguments that NSwag gives them, and one for each object. */
export default defineEmitter({
  name: "nswag",
  needs: ["client"],
  emit({ operations, schemas }, { options }) {
    const byTag = new Map<string, Code[]>();
    for (const operation of operations.filter(({ kind }) => kind === "path")) {
      const [tag = ""] = operation.tags;
      byTag.set(tag, [...(byTag.get(tag) ?? []), methodOf(operation)]);
    }
    const clients = [...byTag].map(([tag, methods]) => {
      const called = name(`${tag.charAt(0).toUpperCase()}${tag.slice(1)}Client`);
      return code`@${use("Injectable", "@angular/core")}({ providedIn: "root" })
export class ${called} {\n${join(methods, "\n")}\n}`;
    });
    const objects = schemas.map(({ name: called, keywords }) => {
      const type = code`export type ${name(called)} = ${typeOf(called)};`;
      if (keywords.enum && options.enums !== "union")
        return code`${type}\nexport const ${name(called)} = ${use(called, "./types.js")};`;
      if (!keywords.types?.includes("object") && !keywords.allOf) return type;
      const own = typeOf(called);
      return code`${type}\nexport const ${name(called)} = Dto as new (data?: ${own}) => ${own};`;
    });
    const head = code`class Dto {
  constructor(data?: object) {
    Object.assign(this, data);
  }
}

/** Parameters may be null. */
function present(all: object): object {
  return Object.fromEntries(Object.entries(all).filter(([, one]) => one !== undefined && one !== null));
}`;
    return [{ path: "nswag.ts", code: join([head, ...objects, ...clients], "\n\n") }];
  },
});

/** `getPet(petId) { return defer(() => client.getPet({ path: { petId } })); }`. */
function methodOf({ names, parameters }: Operation): Code {
  const request = typeOf(names.request);
  const given = parameters.filter((one) => one.in === "path" || one.in === "query");
  const row = given.map((one) => {
    const type = code`${request}[${str(one.in)}]`;
    const called = name(one.name);
    return one.required
      ? code`${called}: ${type}[${str(one.name)}]`
      : code`${called}: NonNullable<${type}>[${str(one.name)}] | null | undefined`;
  });
  const among = (place: string) =>
    join(
      given.filter((one) => one.in === place).map((one) => name(one.name)),
      ", ",
    );
  const { path, query, body } = names.parts;
  if (body) row.push(code`body: ${typeOf(body)}`);
  const parts = [
    path && code`path: { ${among("path")} }`,
    query && code`query: present({ ${among("query")} })`,
    body && code`body`,
  ].filter((one) => one !== undefined);
  const own = code`${use("client", "../client.js")}[${str(names.method)}]`;
  const sent = parts.length > 0 ? code`{ ${join(parts, ", ")} } as ${request}` : code``;
  return code`${name(names.method)}(${join(row, ", ")}) {
    return ${use("defer", "rxjs")}(() => ${own}(${sent}));
  }`;
}

function typeOf(one: string): Code {
  return use(one, "./types.js", "type");
}
