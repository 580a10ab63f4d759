import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { median } from "./median.js";

const help = `npm run bench -- mock --prism FOLDER [--rounds N]

\`specsmith mock\` beside Prism, on the Pet Store: what they answer, and how long a start takes, requests per second in rounds that take
turns, of which the middle one counts, and the memory before and after all these.
  --prism FOLDER  where @stoplight/prism-cli is installed, which is no dependency of this project
  --rounds N      5 when left out
`;

const repo = fileURLToPath(new URL("../../", import.meta.url));
const description = join(repo, "spec/petstore.yaml");
const key = { authorization: "Bearer x" };
const json = { ...key, "content-type": "application/json" };
const whole = '{"name":"Rex","categoryId":1}';

interface Asked {
  readonly what: string;
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const questions: readonly Asked[] = [
  { what: "a list", path: "/pets", headers: key },
  { what: "three of it", path: "/pets?limit=3", headers: key },
  { what: "what is sold", path: "/pets?status=sold", headers: key },
  { what: "one by its id", path: "/pets/7", headers: key },
  { what: "a wrong number", path: "/pets?limit=0", headers: key },
  { what: "a wrong word", path: "/pets?status=none", headers: key },
  { what: "a wrong id", path: "/pets/x", headers: key },
  { what: "no credentials", path: "/pets" },
  { what: "one is added", path: "/pets", method: "POST", headers: json, body: whole },
  { what: "a member is missing", path: "/pets", method: "POST", headers: json, body: "{}" },
  { what: "no JSON", path: "/pets", method: "POST", headers: json, body: "{" },
  {
    what: "a body of another type",
    path: "/pets",
    method: "POST",
    headers: { ...key, "content-type": "text/plain" },
    body: "Rex",
  },
  { what: "another method", path: "/pets", method: "DELETE", headers: key },
  { what: "another path", path: "/none", headers: key },
  { what: "another type wanted", path: "/pets", headers: { ...key, accept: "text/csv" } },
  { what: "Prefer: code=404", path: "/pets/7", headers: { ...key, prefer: "code=404" } },
  { what: "Prefer: code=429", path: "/pets/7", headers: { ...key, prefer: "code=429" } },
];

interface Contender {
  readonly name: string;
  readonly typed: readonly string[];
  readonly port: number;
}

/** Prints the table; says why where Prism is not here. */
export async function bench(typed: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...typed],
    options: {
      prism: { type: "string", default: "" },
      rounds: { type: "string", default: "5" },
      help: { type: "boolean", default: false },
    },
  });
  const prism = join(values.prism, "node_modules/@stoplight/prism-cli/dist/index.js");
  if (values.help || !existsSync(prism)) {
    process.stdout.write(values.help ? help : `not measured: there is no ${prism}\n\n${help}`);
    return;
  }
  const contenders: readonly Contender[] = [
    {
      name: "specsmith",
      port: 4410,
      typed: [join(repo, "dist/cli.js"), "mock", description, "--quiet", "--port", "4410"],
    },
    {
      name: "Prism",
      port: 4411,
      typed: [prism, "mock", description, "-p", "4411", "-v", "silent"],
    },
  ];
  const starts = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < Number(values.rounds); round++)
    for (const one of contenders) {
      const { child, milliseconds } = await start(one);
      starts.get(one.name)?.push(milliseconds);
      await stop(child);
    }
  const running = await Promise.all(contenders.map(start));
  try {
    await table(
      contenders,
      running.map(({ child }) => child),
      starts,
      Number(values.rounds),
    );
  } finally {
    await Promise.all(running.map(({ child }) => stop(child)));
  }
}

async function table(
  contenders: readonly Contender[],
  children: readonly ChildProcess[],
  starts: ReadonlyMap<string, readonly number[]>,
  rounds: number,
): Promise<void> {
  const row = (what: string, cells: readonly unknown[]): void =>
    console.log([what.padEnd(26), ...cells.map((cell) => String(cell).padEnd(34))].join(""));
  row(
    "",
    contenders.map(({ name }) => name),
  );
  const atFirst = children.map(({ pid }) => memoryOf(pid));
  for (const asked of questions)
    row(asked.what, await Promise.all(contenders.map(({ port }) => answer(port, asked))));
  const rates = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round++)
    for (const { name, port } of contenders) {
      const rate = await requestsPerSecond(port);
      // The first round warms up.
      if (round > 0) rates.get(name)?.push(rate);
    }
  row(
    "start, ms",
    contenders.map(({ name }) => Math.round(median(starts.get(name) ?? []))),
  );
  row("memory before, MB", atFirst);
  row(
    "memory after, MB",
    children.map(({ pid }) => memoryOf(pid)),
  );
  row(
    "requests per second",
    contenders.map(({ name }) => Math.round(median(rates.get(name) ?? []))),
  );
}

async function start({
  typed,
  port,
}: Contender): Promise<{ child: ChildProcess; milliseconds: number }> {
  const began = performance.now();
  const child = spawn(process.execPath, typed, { stdio: "ignore" });
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${typed.join(" ")} has ended`);
    const found = await answer(port, { what: "", path: "/pets", headers: key }).catch(() => "");
    if (found !== "") return { child, milliseconds: performance.now() - began };
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function stop(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill();
  await gone;
}

/** The status, and the beginning of the body. */
async function answer(port: number, { path, method, headers, body }: Asked): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    ...(method !== undefined && { method }),
    ...(headers && { headers }),
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  return `${response.status} ${text.length > 24 ? `${text.slice(0, 24)}…` : text}`;
}

const agent = new Agent({ keepAlive: true, maxSockets: 16 });

async function requestsPerSecond(port: number): Promise<number> {
  const end = performance.now() + 2000;
  let count = 0;
  const ask = async (): Promise<void> => {
    while (performance.now() < end) {
      await new Promise<void>((resolve, reject) => {
        const sent = request({ port, host: "127.0.0.1", path: "/pets/7", agent, headers: key });
        sent.on("response", (message) => message.resume().on("end", resolve));
        sent.on("error", reject);
        sent.end();
      });
      count++;
    }
  };
  await Promise.all(Array.from({ length: 16 }, ask));
  return count / 2;
}

function memoryOf(pid: number | undefined): number {
  const [, size = "0"] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Math.round(Number(size) / 1024);
}
