import "./cases-all.ts";
import "./cases-browser.ts";
import "./cases-express.ts";
import "./cases-fastify.ts";
import "./cases-koa-hono.ts";
import "./cases-nest.ts";
import "./cases-serverless.ts";
import "./cases-telemetry.ts";
import "./cases-webhooks.ts";
import { cases } from "./harness.ts";

const wanted = process.argv[2] ?? "";
let failed = 0;
let all = 0;
process.on("unhandledRejection", (error) => {
  process.exitCode = 1;
  process.stdout.write(`  unhandled: ${(error as Error).stack}\n`);
});
for (const { name, run } of cases) {
  if (!name.includes(wanted)) continue;
  all++;
  const timer = setTimeout(() => {
    process.stdout.write(`  ${name}: takes longer than 20 s\n`);
    process.exit(1);
  }, 20_000);
  try {
    await run();
  } catch (error) {
    failed++;
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stdout.write(`  ${name}\n    ${text.split("\n").slice(0, 6).join("\n    ")}\n`);
  }
  clearTimeout(timer);
}
process.stdout.write(`Node ${process.versions.node}: ${all - failed} of ${all} cases hold\n`);
process.exit(failed > 0 ? 1 : process.exitCode);
