import { groupBy } from "../../common/collections.js";
import { type Code, code, doc, global, name, str, use } from "../../emit/code.js";
import type { Members, OutputFile } from "../../emit/file.js";
import { loadTemplate } from "../../emit/template.js";
import { camelCase, localName } from "../../model/names/naming.js";
import type { ApiModel, Operation } from "../../model/types.js";
import type { Emitter } from "../emitter.js";
import { operationTitle } from "../operation-docs.js";
import { isDevice, tagFile } from "../tag-files.js";
import { templateFile } from "../template-file.js";

/** Handler files for the user: one for each tag. */
export const stubs: Emitter = {
  name: "stubs",
  purpose: "Handler files to fill in, one for each tag: written once, then only added to.",
  needs: ["server"],
  emit(model, { options }) {
    if (options.stubs === undefined) return [];
    const { folder, root } = options.stubs;
    const served = model.operations.filter(({ kind }) => kind === "path");
    const groups = new Map(groupBy(served, (operation) => fileOf(operation, model)));
    // Handlers that are there are reported also after the last operation; a file of none is not written.
    if (groups.size === 0) groups.set(fileOf({ tags: [] }, model), []);
    return [...groups].map(([file, operations]) =>
      stubFile(model, `${folder}/${file}.ts`, root, operations, options.templates),
    );
  },
};

function stubFile(
  model: ApiModel,
  path: string,
  root: string,
  operations: readonly Operation[],
  templates: URL | undefined,
): OutputFile {
  const render = loadTemplate(templateFile("stubs", templates));
  const type = use(`${model.name}Handlers`, `${root}/server.js`, "type");
  const handlers: Members["all"] = operations.map((operation) => ({
    name: operation.names.method,
    code: handlerStub(operation, type, root),
  }));
  const exported = exportName(path.split("/").at(-1)?.replace(/\.ts$/, "") ?? "");
  const [first] = operations;
  const tag = first?.tags[0];
  const title =
    tag === undefined ? `The handlers of ${model.title}.` : `The handlers of the tag \`${tag}\`.`;
  const codeOf: Members["codeOf"] = (some) =>
    render({
      doc: doc(title),
      name: name(exported),
      handlers: some.map(({ code: handler }) => handler),
      interface: type,
    });
  return {
    path,
    isUsers: true,
    header: code`// Started by specsmith, yours from now on: generating again adds handlers for new operations
// at the end of the object, and changes no other byte.`,
    members: {
      exportName: exported,
      type: `${model.name}Handlers`,
      all: handlers,
      known: new Set(model.operations.map(({ names }) => names.method)),
      codeOf,
    },
    code: codeOf(handlers),
  };
}

/**
 * With its result declared, so that what is wrong with a reply is said where that is written. Users lint it with rules of their own:
 * it uses what a handler gets, and returns a promise, because it is `async`.
 */
function handlerStub(operation: Operation, type: Code, root: string): Code {
  const method = name(operation.names.method);
  const answer = use("AnswerOf", `${root}/runtime/server/answer.js`, "type");
  const result = code`${global("Promise")}<${answer}<${type}, ${str(operation.names.method)}>>`;
  const fail = use("unimplemented", `${root}/runtime/server/problem.js`);
  const summary = operation.prose.summary === "" ? "" : `: ${operation.prose.summary}`;
  return code`${doc(operationTitle(operation) + summary)}async ${method}(request, context): ${result} {
return ${fail}(request, context);
}`;
}

/** `animals` for the first tag "Animals"; what has no tag goes with the API's name. */
function fileOf({ tags: [tag = ""] }: Pick<Operation, "tags">, model: ApiModel): string {
  const file = tagFile(tag) || tagFile(model.name, tag) || "handlers";
  return isDevice(file) ? `${file}-handlers` : file;
}

/** A word that cannot name a constant gets `Handlers` behind it, and so does what each of these files imports. */
function exportName(file: string): string {
  const longer = `${camelCase(file)}Handlers`;
  return camelCase(file) === "unimplemented" ? longer : localName(file, longer);
}
