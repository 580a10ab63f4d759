import { type Code, type Operation, code, defineEmitter, freeName, join } from "specsmith";
import { name, requestOf, requestParts, str, use } from "specsmith";

/** `nswag.ts`: a class for each tag, whose methods have the arguments that NSwag gives them, and one for each object. */
export default defineEmitter({
  name: "nswag",
  needs: ["client"],
  emit({ operations: all, schemas }, { options }) {
    const operations = all.filter(({ kind }) => kind === "path"); // without webhooks
    const byClass = new Map<string, Map<string, Code>>();
    for (const operation of operations) {
      // `Dogs_GetDog` is `getDog` of `DogsClient`.
      const [last = "", group = operation.tags[0] ?? ""] = operation.id.split("_").reverse();
      const called =
        `${upper(group.replace(/[-. \/_]+/g, "_").replace(/[^\w$]/g, ""))}Client`.replace(
          /^\d/,
          "_$&",
        );
      const methods = byClass.get(called) ?? new Map<string, Code>();
      const short = last.charAt(0).toLowerCase() + last.slice(1);
      const isFree = argument(short, new Set(methods.keys())) === short;
      const method = isFree ? short : operation.names.method;
      byClass.set(called, methods.set(method, methodOf(method, operation)));
    }
    const clients = [...byClass].map(
      ([called, methods]) => code`@${use("Injectable", "@angular/core")}({ providedIn: "root" })
export class ${name(called)} {\n${join([...methods.values()], "\n")}\n}`,
    );
    const own = schemas.filter(({ name: called }) => !byClass.has(called));
    const isObject = ({ keywords }: (typeof own)[number]) =>
      keywords.types?.includes("object") || keywords.allOf;
    const objects = own.map((schema) => {
      const { name: called, keywords } = schema;
      const type = code`export type ${name(called)} = ${typeOf(called)};`;
      const isListed = keywords.enum?.every((one) => /string|number/.test(typeof one));
      if (isListed && !keywords.const && options.enums !== "union")
        return code`${type}\nexport const ${name(called)} = ${use(called, "./types.js")};`;
      if (keywords.enum || !isObject(schema)) return type;
      const made = typeOf(called);
      return code`${type}\nexport const ${name(called)} = dto as new (data?: ${made}) => ${made};`;
    });
    const dto = code`const dto: unknown = class {
  constructor(data?: object) {
    Object.assign(this, data);
  }
};`;
    // A schema may be called File or Blob.
    const files = code`type Bytes = InstanceType<typeof globalThis.Blob>;
export interface FileParameter {
  data: Bytes;
  fileName: string;
}
type WithFiles<T> = T extends Bytes ? T | FileParameter : T extends readonly (infer One)[] ? WithFiles<One>[] : T;

function filesOf(one: unknown): never {
  const { data, fileName } = (one ?? {}) as Partial<FileParameter>;
  if (Array.isArray(one)) return one.map(filesOf) as never;
  return (data instanceof globalThis.Blob && fileName !== undefined ? new globalThis.File([data], fileName) : (one ?? undefined)) as never;
}`;
    const head = [
      ...(own.some(isObject) ? [dto] : []),
      ...(operations.some((one) => requestParts(one, isForm).some(isField)) ? [files] : []),
    ];
    return [{ path: "nswag.ts", code: join([...head, ...objects, ...clients], "\n\n") }];
  },
});

type Parts = Parameters<typeof requestParts>;
const isForm: Parts[1] = ({ codec }) => codec === "multipart";
const isField = (part: ReturnType<typeof requestParts>[number]) =>
  part.in === "body" && part.member !== undefined;

/** `getPet(petId) { return defer(() => client.getPet({ path: { petId } })); }`. What need not be given may be null. */
function methodOf(method: string, operation: Operation): Code {
  const taken = new Set<string>();
  const parts = requestParts(operation, isForm).map((part) => {
    const called = name(argument(part.name, taken));
    const type = isField(part) ? code`WithFiles<${part.type}>` : part.type;
    const given = part.required ? called : code`${called} ?? undefined`;
    const value = isField(part) ? code`filesOf(${called})` : given;
    const typed = code`${called}: ${type}${part.required ? code`` : code` | null | undefined`}`;
    return { part, typed, value };
  });
  const row = parts.map(({ typed }) => typed);
  const request = requestOf(
    operation,
    parts.map(({ part, value }) => [part, value]),
  );
  return code`${name(method)}(${join(row, ", ")}) {
    return ${use("defer", "rxjs")}(() => ${use("client", "../client.js")}[${str(operation.names.method)}](${request}));
  }`;
}

function typeOf(one: string): Code {
  return use(one, "./types.js", "type");
}

function upper(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** As a name of code that no other argument has. */
function argument(text: string, taken: Set<string>): string {
  const called = text.replace(/[^A-Za-z\d$]+(.?)/g, (_, next: string) => next.toUpperCase());
  return freeName(called, taken);
}
