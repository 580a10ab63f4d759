import findMyWay from "find-my-way";
import { type Router, createRouter } from "../../src/runtime/server/router.js";

/** A route of a description: `GET`, `/pets/{petId}`. */
export interface Route {
  readonly method: string;
  readonly path: string;
}

export interface Request {
  readonly method: string;
  readonly path: string;
}

/** The route that was found, by its number, and the values in its path; `undefined` when none was. */
export type Answer = readonly [route: number, ...values: readonly string[]] | undefined;

export interface Contender {
  /** For comparing; not measured. */
  answer(request: Request): Answer;
  /** Finds each one, and gives a number that depends on all that was found. */
  run(requests: readonly Request[]): number;
}

export interface Ours extends Contender {
  /**
   * Whether the path is there, for other methods: 405. find-my-way has a tree for each method, so it
   * goes on to paths that fit less well, which OpenAPI does not want ("concrete before templated").
   */
  hasOtherMethods(request: Request): boolean;
}

export function ours(routes: readonly Route[]): Ours {
  const router: Router<number> = createRouter(
    routes.map(({ method, path }, value) => ({ method, path, value })),
  );
  return {
    hasOtherMethods({ method, path }) {
      const match = router.find(path);
      return match !== undefined && match.target.find(method) === undefined;
    },
    answer({ method, path }) {
      const match = router.find(path);
      const route = match?.target.find(method);
      if (match === undefined || route === undefined) return undefined;
      return [route, ...match.values.map(decodeURIComponent)];
    },
    run(requests) {
      let sum = 0;
      for (const { method, path } of requests) {
        const match = router.find(path);
        const route = match?.target.find(method);
        if (match !== undefined && route !== undefined) sum += route + match.values.length;
      }
      return sum;
    },
  };
}

/** Only goes through the requests: what measuring costs. */
export function nothing(): Pick<Contender, "run"> {
  return {
    run(requests) {
      let sum = 0;
      for (const { method, path } of requests) sum += method.length + path.length;
      return sum;
    },
  };
}

interface Found {
  readonly store: unknown;
  readonly params: Readonly<Record<string, string | undefined>>;
}

/** As Fastify sets it up; a parameter is named by its place, as names are not the same on both sides. */
export function theirs(routes: readonly Route[]): Contender {
  const router = findMyWay();
  const counts = routes.map(({ path }) => path.split("{").length - 1);
  for (const [index, { method, path }] of routes.entries()) {
    let place = 0;
    const written = path.replaceAll(":", "::").replace(/\{[^{}]*\}/g, () => `:p${place++}`);
    router.on(method as "GET", written, () => undefined, index);
  }
  const find = (method: string, path: string): Found | null => router.find(method as "GET", path);
  return {
    answer({ method, path }) {
      const found = find(method, path);
      if (found === null) return undefined;
      const route = Number(found.store);
      return [
        route,
        ...Array.from({ length: counts[route] ?? 0 }, (_, i) => found.params[`p${i}`] ?? ""),
      ];
    },
    run(requests) {
      let sum = 0;
      for (const { method, path } of requests) {
        const found = find(method, path);
        if (found !== null) sum += Number(found.store);
      }
      return sum;
    },
  };
}
