// Writes two plans by turns, until it is killed. Arguments: folder of the compiled modules, plans as JSON.
import { pathToFileURL } from "node:url";

const [modules, plans] = process.argv.slice(2);
const { writeFiles } = await import(pathToFileURL(`${modules}/write.js`).href);
for (;;) for (const plan of JSON.parse(plans)) await writeFiles(plan);
