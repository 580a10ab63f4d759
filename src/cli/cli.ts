#!/usr/bin/env node
import { tuneEngine } from "./engine.js";
import { main } from "./main.js";

tuneEngine();

// A reader may stop early, as `head` does; the work is completed all the same.
for (const stream of [process.stdout, process.stderr])
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });

main(process.argv.slice(2)).then(
  (status) => {
    process.exitCode = status;
  },
  (error: unknown) => {
    const details = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`${details}\n\nThis is a bug in specsmith.\n`);
    process.exitCode = 2;
  },
);
