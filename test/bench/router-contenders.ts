import findMyWay from "find-my-way";
import { createRouter } from "../../src/runtime/server/routing/router.js";
import { decode, objectsFor, setMember } from "../../src/runtime/validate/shape.js";

/** A route of a description: `GET`, `/pets/{petId}`. */
export interface Route {
  readonly method: string;
  readonly path: string;
}

export interface Request {
  readonly method: string;
  readonly path: string;
}

/** The route that was found, by its number, and the decoded values in its path by name. */
export interface Found {
  readonly route: number;
  readonly values: Readonly<Record<string, unknown>>;
}

export interface Contender {
  find(request: Request): Found | undefined;
  /** Finds each one, and gives a number that depends on which routes were found. */
  run(requests: readonly Request[]): number;
}

/** What was found last: V8 leaves out making an object that nothing can see. */
export let last: unknown;

export interface Ours extends Contender {
  /**
   * Whether the path is there, for other methods: 405. find-my-way has a tree for each method, so it
   * goes on to paths that fit less well, which OpenAPI does not want ("concrete before templated").
   */
  hasOtherMethods(request: Request): boolean;
}

/** As the generated server does it: found, decoded, and put into an object by name. */
export function ours(routes: readonly Route[]): Ours {
  const router = createRouter(
    routes.map(({ method, path }, route) => {
      const names = namesIn(path);
      return { method, path, value: { route, names, empty: objectsFor(names) } };
    }),
  );
  const find = ({ method, path }: Request): Found | undefined => {
    const match = router.find(path);
    const target = match?.target.find(method);
    if (match === undefined || target === undefined) return undefined;
    const values = target.empty();
    for (let index = 0; index < target.names.length; index++)
      setMember(values, target.names[index] ?? "", decode(match.values[index] ?? "", "path"));
    return { route: target.route, values };
  };
  return {
    hasOtherMethods({ method, path }) {
      const match = router.find(path);
      return match !== undefined && match.target.find(method) === undefined;
    },
    find,
    run(requests) {
      let sum = 0;
      for (const request of requests) {
        const found = find(request);
        if (found !== undefined) sum += found.route;
        last = found;
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

interface TheirFound {
  readonly store: unknown;
  readonly params: Readonly<Record<string, string | undefined>>;
}

/** As Fastify sets it up. */
export function theirs(routes: readonly Route[]): Contender {
  const router = findMyWay();
  for (const [route, { method, path }] of routes.entries()) {
    const names = namesIn(path);
    const written = path.replaceAll(":", "::").replace(/\{[^{}]*\}/g, () => `:${names.shift()}`);
    router.on(method as "GET", written, () => undefined, route);
  }
  const find = ({ method, path }: Request): TheirFound | null => router.find(method as "GET", path);
  return {
    find(request) {
      const found = find(request);
      return found === null ? undefined : { route: Number(found.store), values: found.params };
    },
    run(requests) {
      let sum = 0;
      for (const request of requests) {
        const found = find(request);
        if (found !== null) sum += Number(found.store);
        last = found;
      }
      return sum;
    },
  };
}

/** By their place, since find-my-way takes no `-` in a name. */
function namesIn(path: string): string[] {
  return Array.from(path.matchAll(/\{[^{}]*\}/g), (_, place) => `p${place}`);
}
