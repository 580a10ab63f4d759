import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Writes what generated files import of TanStack Query's types; `npm run apps` compiles with the library itself. */
export function writeQueryCore(folder: string): void {
  const home = join(folder, "node_modules/@tanstack/query-core");
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, "package.json"), '{ "types": "./index.d.ts" }');
  writeFileSync(
    join(home, "index.d.ts"),
    `declare const value: unique symbol;
declare const error: unique symbol;
export declare const skipToken: unique symbol;
export type SkipToken = typeof skipToken;
export interface InfiniteData<Data, Param> {
  readonly pages: Data[];
  readonly pageParams: Param[];
}
export type DataTag<Key, Value, Failure> = Key & { [value]: Value; [error]: Failure };
`,
  );
}
