import { expect, test } from "vitest";
import { formatFile } from "../../src/write/format/format.js";

test("a file gets prettier's layout, 100 wide, with LF", async () => {
  const long = `export const a = [${Array.from({ length: 12 }, (_, i) => `"item ${i}"`).join(",")}]`;
  expect(await formatFile("a.ts", `${long}\r\nconst b={ 'c' : 1 }\r\n`)).toBe(
    'export const a = [\n  "item 0",\n  "item 1",\n  "item 2",\n  "item 3",\n  "item 4",\n  "item 5",\n' +
      '  "item 6",\n  "item 7",\n  "item 8",\n  "item 9",\n  "item 10",\n  "item 11",\n];\nconst b = { c: 1 };\n',
  );
  const fits = `export const a = "${"x".repeat(80)}";\n`;
  expect(await formatFile("a.ts", fits)).toBe(fits);
});

test("the text of template literals stays, whatever language it looks like", async () => {
  const text = "export const a = css`a{b:c}`;\n";
  expect(await formatFile("a.ts", text)).toBe(text);
});

test("formatting twice changes nothing", async () => {
  const once = await formatFile("a.ts", "/** A. */ export interface A {a:string,b?:number}");
  expect(await formatFile("a.ts", once)).toBe(once);
});

test("what does not parse is a bug of ours, with its place", async () => {
  const result = formatFile("api/client.ts", "export const a = 1;\nexport const = 2;\n");
  await expect(result).rejects.toThrow(
    /api\/client\.ts:2:14 .*\n {2}export const = 2;\n.*a bug in specsmith\./,
  );
});
