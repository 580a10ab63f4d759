#!/usr/bin/env node
import { main } from "./main.js";

// Where Node can (from 22.1 on), what was compiled is kept: TypeScript's own code is half of a short run.
const { enableCompileCache } = process.getBuiltinModule("node:module") as {
  readonly enableCompileCache?: () => unknown;
};
enableCompileCache?.();

main(process.argv.slice(2)).then(
  (status) => {
    process.exitCode = status;
  },
  (error: unknown) => {
    const details = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`${details}\n\nThis is a bug in specsmith, please report it.\n`);
    process.exitCode = 2;
  },
);
