import { basename } from "node:path";
import { text } from "node:stream/consumers";

process.stdout.write(
  `// ${basename(process.argv[2])}, laid out by hand.\n${(await text(process.stdin)).replaceAll(" string", "  string")}`,
);
