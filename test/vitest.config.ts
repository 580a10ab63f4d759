import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

export default defineConfig({
  root: fileURLToPath(new URL("..", import.meta.url)),
  // What a user's file imports is what is tested, not what was built from it.
  resolve: { alias: { specsmith: fileURLToPath(new URL("../src/index.ts", import.meta.url)) } },
  test: {
    include: ["test/**/*.test.ts"],
    // On two cores, vitest would leave one of them alone.
    maxWorkers: "100%",
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
