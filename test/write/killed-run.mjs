// Runs writeFiles in a process that is killed at the n-th call that changes the disk; with "half", in the
// middle of the n-th file that it writes. Arguments: folder of the compiled modules, plan as JSON, n.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { pathToFileURL } from "node:url";

const [modules, plan, killAt, half] = process.argv.slice(2);
const changing = ["mkdirSync", "renameSync", "linkSync", "rmSync", "rmdirSync", "chmodSync"];
let calls = 0;

for (const name of half === "half" ? ["writeFileSync"] : [...changing, "writeFileSync"]) {
  const real = fs[name];
  fs[name] = (...args) => {
    calls++;
    if (calls === Number(killAt)) {
      if (half === "half") real(args[0], args[1].slice(0, args[1].length / 2), { flag: "wx" });
      process.kill(process.pid, "SIGKILL");
    }
    return real(...args);
  };
}
syncBuiltinESMExports();

const { writeFiles } = await import(pathToFileURL(`${modules}/write.js`).href);
await writeFiles(JSON.parse(plan));
