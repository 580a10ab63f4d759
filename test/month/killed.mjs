// Kills the process at the n-th file that it renames in the folder of the month.
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

const { KILLED_AT, SPECSMITH_FOLDER = "" } = process.env;
const rename = fs.renameSync;
let calls = 0;
fs.renameSync = (from, to) => {
  if (String(to).startsWith(SPECSMITH_FOLDER)) calls += 1;
  if (calls === Number(KILLED_AT)) process.kill(process.pid, "SIGKILL");
  return rename(from, to);
};
syncBuiltinESMExports();
