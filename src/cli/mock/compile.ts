import { parentPort } from "node:worker_threads";
import typescript from "typescript";

// To load the compiler takes longer than to generate what it compiles: a thread of its own does it meanwhile.
const { ES2022: target } = typescript.ScriptTarget;
const { CommonJS: module } = typescript.ModuleKind;
const compilerOptions = { target, module, verbatimModuleSyntax: true };

parentPort?.once("message", (texts: readonly string[]) => {
  const scripts = texts.map(
    (text) => typescript.transpileModule(text, { compilerOptions }).outputText,
  );
  parentPort?.postMessage(scripts);
});
