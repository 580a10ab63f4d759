import type { Request, Route } from "./router-contenders.js";

/** A row of the table. */
export interface RequestRow {
  readonly name: string;
  readonly requests: readonly Request[];
}

const plain = [
  "octocat",
  "hello-world",
  "42",
  "1296269",
  "6dcb09b5b57875f334f61aebed695e2e4193db5e",
  "main",
  "v1.20.3",
  "README.md",
];
const odd = ["a%20b", "caf%C3%A9", "a%2Fb", "~", "%6Dain", "a+b", "1.2"];

/** A request for each route, whose values are taken by turns from plain ones, or from odd ones. */
export function hits(routes: readonly Route[], values: "plain" | "odd"): Request[] {
  const list = values === "plain" ? plain : odd;
  let turn = 0;
  return routes.map(({ method, path }) => ({
    method,
    path: asReceived(path.replace(/\{[^{}]*\}/g, () => list[turn++ % list.length] ?? "")),
  }));
}

/**
 * Requests that are like those to the routes, but that hardly any route has. None with an empty segment:
 * there, find-my-way finds parameters without a character, and specsmith does not.
 */
export function nearMisses(routes: readonly Route[]): Request[] {
  return hits(routes, "plain").flatMap(({ method, path }) =>
    [
      `${path}/more`,
      path.replace(/[^/]*$/, "none"),
      path.replace(/^\/[^/]*/, "/none"),
      path.replace(/(\/[^/]*)$/, "/none$1"),
      path.toUpperCase(),
    ].map((changed) => ({ method, path: asReceived(changed) })),
  );
}

/** A text of its own in memory, as an HTTP parser makes it, and not one that V8 knows already. */
export function asReceived(text: string): string {
  return Buffer.from(text).toString("latin1");
}
