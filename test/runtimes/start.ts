import { type ChildProcess, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { chromium as playwright } from "playwright-core";
import { chromium, program, type ProgramName } from "./binaries.js";
import type { Service } from "./service.js";

/** What it takes to run the cases somewhere. */
export interface Start {
  /** What the module with the cases ends with. */
  readonly last: (service: Service) => string;
  /** Starts it; `fail` is called when it ends before its time. Resolves with what stops it. */
  readonly start: (launch: Launch) => Promise<() => Promise<void>>;
}

export interface Launch {
  /** The module's file, in a folder of its own. */
  readonly module: string;
  readonly folder: string;
  /** Where programs are kept. */
  readonly programs: string;
  readonly service: Service;
  readonly fail: (problem: string) => void;
}

const call = (runtime: string, { url, other }: Service): string =>
  `runCases(${JSON.stringify(runtime)}, ${JSON.stringify(url)}, ${JSON.stringify(other)})`;

const command = (runtime: string, name: ProgramName, ...before: readonly string[]): Start => ({
  last: (service) => `await ${call(runtime, service)};\n`,
  start: ({ module, programs, fail }) =>
    Promise.resolve(stopper(launch(program(name, programs), [...before, module], fail))),
});

const workerd: Start = {
  last: (service) => `
export default {
  async fetch() {
    await ${call("workerd", service)};
    return new Response("done");
  },
};
`,
  async start({ module, folder, programs, fail }) {
    const config = join(folder, "workerd.capnp");
    writeFileSync(config, workerdConfig(module.slice(folder.length + 1)));
    const child = launch(
      program("workerd", programs),
      ["serve", "--control-fd=3", config],
      fail,
      "pipe",
    );
    // It says on the control channel which port it took.
    const port = await new Promise<number>((resolve, reject) => {
      let said = "";
      child.stdio[3]?.on("data", (chunk: Buffer) => {
        const found = /"event":"listen".*?"port":(\d+)/.exec((said += chunk.toString()));
        if (found) resolve(Number(found[1]));
      });
      child.on("exit", () => reject(new Error("workerd did not start")));
    });
    void fetch(`http://127.0.0.1:${port}/`).catch((error: unknown) => fail(String(error)));
    return stopper(child);
  },
};

// By default workers reach public addresses only.
const workerdConfig = (module: string): string => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [(name = "main", esModule = embed ${JSON.stringify(module)})],
      compatibilityDate = "2025-09-01",
      globalOutbound = "loopback",
    )),
    (name = "loopback", network = (allow = ["private", "local", "public"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`;

const browser: Start = {
  last: (service) => `await ${call("chromium", service)};\n`,
  async start({ service, fail }) {
    const chrome = await playwright.launch({
      executablePath: chromium(),
      args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"],
    });
    const page = await chrome.newPage();
    page.on("pageerror", (error) => fail(error.message));
    await page.goto(`${service.url}/page.html`);
    return () => chrome.close();
  },
};

/** By the names that are typed. */
export const starts: ReadonlyMap<string, Start> = new Map([
  ["node20", command("node", "node20")],
  ["node22", command("node", "node22")],
  ["node24", command("node", "node24")],
  ["node26", command("node", "node26")],
  ["bun", command("bun", "bun")],
  ["deno", command("deno", "deno", "run", "--quiet", "--no-config", "--allow-net=127.0.0.1")],
  ["workerd", workerd],
  ["chromium", browser],
]);

function launch(
  file: string,
  typed: readonly string[],
  fail: (problem: string) => void,
  control: "pipe" | "ignore" = "ignore",
): ChildProcess {
  const child = spawn(file, typed, { stdio: ["ignore", "pipe", "pipe", control] });
  let said = "";
  const listen = (chunk: Buffer): void => {
    said = (said + chunk.toString()).slice(-4000);
  };
  child.stdout?.on("data", listen);
  child.stderr?.on("data", listen);
  child.on("error", ({ message }) => fail(message));
  child.on("exit", (status) => fail(`ended with ${status}: ${said}`));
  return child;
}

const stopper =
  (child: ChildProcess): (() => Promise<void>) =>
  async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.on("exit", resolve));
    child.kill();
    await gone;
  };
