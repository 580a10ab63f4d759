import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import { type Browser, type Page, chromium } from "playwright-core";
import type { Behave } from "./behave.ts";
import { startService } from "./service.ts";

const [folder = "", worker = "", executablePath = ""] = process.argv.slice(2);
const types: Readonly<Record<string, string>> = { html: "text/html", js: "text/javascript" };

const files = createServer(({ url = "/" }, response) => {
  const { pathname } = new URL(url, "http://page");
  const path = pathname === "/" ? "/index.html" : pathname;
  const file = path === "/mockServiceWorker.js" ? worker : join(folder, path);
  readFile(file).then(
    (content) => {
      const type = types[path.split(".").at(-1) ?? ""] ?? "text/plain";
      response.setHeader("content-type", type).end(content);
    },
    () => response.writeHead(404).end(),
  );
});

const address = await new Promise<string>((resolve) => {
  files.listen(0, "127.0.0.1", () => {
    resolve(`http://127.0.0.1:${(files.address() as AddressInfo).port}/`);
  });
});
const browser: Browser = await chromium.launch({
  executablePath,
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});

test("the page on mocks, in a worker of the browser", async () => {
  const { page, errors } = await open(address);
  await page.waitForFunction(() => "behave" in window);
  await useAll(page, (operation, behavior) =>
    page.evaluate(
      ([name, given]) => (window as unknown as { behave: Behave }).behave(name, given),
      [operation, behavior] as const,
    ),
  );
  assert.deepEqual(errors, []);
});

test("the page on a real service", async () => {
  const service = await startService();
  const { page, errors } = await open(`${address}?service=${service.url}`);
  await useAll(page, (operation, behavior) => service.behave(operation, behavior));
  assert.deepEqual(errors, []);
  await service.stop();
});

test("what is shipped for the real service has nothing of mocks", async () => {
  const index = await readFile(join(folder, "index.html"), "utf8");
  const [, main = ""] = /src="([^"]+)"/.exec(index) ?? [];
  const text = await readFile(join(folder, main), "utf8");
  assert.equal(/mockServiceWorker|there is no value for/.test(text), false);
});

test.after(async () => {
  await browser.close();
  files.close();
});

async function open(url: string): Promise<{ page: Page; errors: string[] }> {
  const page = await (await browser.newContext()).newPage();
  const errors: string[] = [];
  page.on("pageerror", ({ message }) => errors.push(message));
  await page.goto(url);
  return { page, errors };
}

async function useAll(
  page: Page,
  behave: (...given: Parameters<Behave>) => Promise<void> | void,
): Promise<void> {
  const pets = page.locator("li");
  const count = (wanted: number): Promise<unknown> =>
    page.waitForFunction((many) => document.querySelectorAll("li.there").length === many, wanted);
  const notice = (text: string): Promise<void> =>
    page.locator("output", { hasText: text }).waitFor();

  // A list, and its next page.
  await count(5);
  await page.click("#more");
  await count(10);

  // Filtered.
  await page.selectOption("select", "sold");
  await page.waitForFunction(() => {
    const all = [...document.querySelectorAll<HTMLElement>("li.there")];
    return all.length > 0 && all.every(({ dataset }) => dataset["status"] === "sold");
  });
  await page.selectOption("select", "");
  await count(10);

  // Added: there before the service answers, and from the service after that.
  await behave("createPet", { delay: 400, times: 1 });
  await page.fill("input", "Rex");
  await page.click("#add");
  await page.locator("li.pending", { hasText: "Rex" }).waitFor();
  await notice("added Rex");
  await page.locator("li.pending").waitFor({ state: "detached" });
  await page.click("#more:not([disabled])");
  await page.locator("li.there", { hasText: "Rex" }).waitFor();
  await count(11);

  // 429: the client waits as long as it is told, and goes on.
  const before = Date.now();
  await behave("createPet", { status: 429, headers: { "Retry-After": "1" }, times: 1 });
  await page.fill("input", "Ada");
  await page.click("#add");
  await notice("added Ada");
  assert.ok(Date.now() - before >= 900, "it waited for less than Retry-After says");
  await page.locator("li.there", { hasText: "Ada" }).waitFor();

  // 409: onError runs, onSuccess does not, and the list is as it was.
  await behave("createPet", { status: 409, times: 1 });
  await page.fill("input", "Eve");
  await page.click("#add");
  await notice("taken");
  await page.locator("li.pending").waitFor({ state: "detached" });
  assert.equal(await page.locator("li", { hasText: "Eve" }).count(), 0);

  // An error in what suspends goes to the boundary, and is gone after another try.
  await behave("getPet", { status: 404, times: 1 });
  const name = (await pets.first().innerText()).trim();
  await pets.first().locator("button").click();
  await page.locator("[role=alert]", { hasText: "404" }).waitFor();
  await page.click("[role=alert] button");
  await page.locator("#details", { hasText: name }).waitFor();

  // A list that cannot be had.
  await behave("listPets", { status: 401 });
  await page.selectOption("select", "available");
  await page.locator("#failed", { hasText: "401" }).waitFor();
}
