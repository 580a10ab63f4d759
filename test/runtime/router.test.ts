import fc from "fast-check";
import { expect, test } from "vitest";
import { createRouter } from "../../src/runtime/server/routing/router.js";

function routerOf(...routes: string[]) {
  const entries = routes.map((text) => {
    const [method = "", path = ""] = text.split(" ");
    return { method, path, value: text };
  });
  const router = createRouter(entries);
  return (text: string): readonly unknown[] | undefined => {
    const [method = "", path = ""] = text.split(" ");
    const match = router.find(path);
    return match === undefined ? undefined : [match.target.find(method), ...match.values];
  };
}

test("finds text before parameters, whatever the order of the routes", () => {
  const find = routerOf("GET /pets/{petId}", "GET /pets/mine", "GET /pets");
  expect(find("GET /pets")).toEqual(["GET /pets"]);
  expect(find("GET /pets/mine")).toEqual(["GET /pets/mine"]);
  expect(find("GET /pets/7")).toEqual(["GET /pets/{petId}", "7"]);
  expect(find("GET /pets/7/photo")).toBeUndefined();
});

test("goes back when the rest of the path does not fit", () => {
  const find = routerOf("GET /a/b/c", "GET /a/{x}/d", "GET /{y}/b/e");
  expect(find("GET /a/b/c")).toEqual(["GET /a/b/c"]);
  expect(find("GET /a/b/d")).toEqual(["GET /a/{x}/d", "b"]);
  expect(find("GET /a/b/e")).toEqual(["GET /{y}/b/e", "a"]);
  expect(find("GET /a/b/f")).toBeUndefined();
});

test("mixed segments take text and parameters apart", () => {
  const find = routerOf(
    "GET /f/{name}",
    "GET /f/{name}.json",
    "GET /f/{name}.tar.json",
    "GET /f/v{major}.{minor}",
    "GET /f/{a}-{b}",
  );
  expect(find("GET /f/x.json")).toEqual(["GET /f/{name}.json", "x"]);
  expect(find("GET /f/x.json.json")).toEqual(["GET /f/{name}.json", "x.json"]);
  expect(find("GET /f/x.tar.json")).toEqual(["GET /f/{name}.tar.json", "x"]);
  expect(find("GET /f/v1.20")).toEqual(["GET /f/v{major}.{minor}", "1", "20"]);
  expect(find("GET /f/x-y-z")).toEqual(["GET /f/{a}-{b}", "x", "y-z"]);
  expect(find("GET /f/.json")).toEqual(["GET /f/{name}", ".json"]);
  expect(find("GET /f/v1.")).toEqual(["GET /f/{name}", "v1."]);
});

test("splits before it decodes, and leaves decoding of values to others", () => {
  const find = routerOf("GET /files/{name}", "GET /files/a/b", "GET /caf%C3%A9");
  expect(find("GET /files/a%2Fb")).toEqual(["GET /files/{name}", "a%2Fb"]);
  expect(find("GET /%66iles/x")).toEqual(["GET /files/{name}", "x"]);
  expect(find("GET /caf%c3%a9")).toEqual(["GET /caf%C3%A9"]);
  expect(find("GET /files/%zz")).toEqual(["GET /files/{name}", "%zz"]);
  expect(find("GET /%zz")).toBeUndefined();
});

test("a text is the same with any of its characters percent-encoded", () => {
  const texts = ["a", "be", "pets", "pet", "petstore", "pets-of-others"];
  const find = routerOf(...texts.map((text) => `GET /v/${text}`), "GET /v/{other}");
  for (const text of texts)
    for (let at = 0; at < text.length; at++) {
      const encoded = `%${text.charCodeAt(at).toString(16)}`;
      const written = text.slice(0, at) + encoded + text.slice(at + 1);
      expect(find(`GET /v/${written}`), written).toEqual([`GET /v/${text}`]);
    }
  expect(find("GET /v/p%65t%73x")).toEqual(["GET /v/{other}", "petsx"]);
});

test("so is the text in a mixed segment, and what has to be encoded stays as it is", () => {
  const find = routerOf("GET /reports/{name}.{format}", "GET /reports/{name}");
  const dotted = "GET /reports/{name}.{format}";
  expect(find("GET /reports/a%2Etxt")).toEqual([dotted, "a", "txt"]);
  expect(find("GET /reports/%61%2et%2Fxt")).toEqual([dotted, "a", "t%2Fxt"]);
  expect(find("GET /reports/a%2Ftxt")).toEqual(["GET /reports/{name}", "a%2Ftxt"]);
});

test("paths differ by case, by a slash at the end, and by empty segments", () => {
  const find = routerOf("GET /pets", "GET /pets/{id}", "GET /slash/");
  expect(find("GET /Pets")).toBeUndefined();
  expect(find("GET /pets/")).toBeUndefined();
  expect(find("GET //pets")).toBeUndefined();
  expect(find("GET /slash/")).toEqual(["GET /slash/"]);
  expect(find("GET /slash")).toBeUndefined();
  expect(find("GET pets")).toBeUndefined();
  expect(find("GET *")).toBeUndefined();
});

test("names of object members are only text", () => {
  const find = routerOf("GET /__proto__", "GET /{x}/constructor");
  expect(find("GET /__proto__")).toEqual(["GET /__proto__"]);
  expect(find("GET /toString/constructor")).toEqual(["GET /{x}/constructor", "toString"]);
  expect(find("GET /toString")).toBeUndefined();
});

test("segments that look alike are told apart", () => {
  const names = [
    "abc",
    "adc",
    "a",
    "b",
    "\u0161",
    "\u0261",
    "ab\u0161",
    "x\u0100",
    "y",
    "aa",
    "ac",
  ];
  const find = routerOf(...names.map((name) => `GET /${name}`));
  for (const name of names) {
    expect(find(`GET /${name}`)).toEqual([`GET /${name}`]);
    expect(find(`GET /${encodeURIComponent(name)}`)).toEqual([`GET /${name}`]);
    expect(find(`GET /${name}z`)).toBeUndefined();
  }
  for (const name of ["aec", "c", "abd", "bbc", "\u0162"])
    expect(find(`GET /${name}`)).toBeUndefined();
});

test("a slash in the name of a parameter is no slash of the path", () => {
  const find = routerOf(
    "GET /v1/{name=a/*}",
    "GET /v1/{name=a/*}/b.{c/d}",
    "GET /v1/{x}/{y/z}:move",
  );
  expect(find("GET /v1/7")).toEqual(["GET /v1/{name=a/*}", "7"]);
  expect(find("GET /v1/7/b.8")).toEqual(["GET /v1/{name=a/*}/b.{c/d}", "7", "8"]);
  expect(find("GET /v1/7/8:move")).toEqual(["GET /v1/{x}/{y/z}:move", "7", "8"]);
  expect(find("GET /v1/7/8")).toBeUndefined();
});

test("a path knows all its methods, HEAD and OPTIONS among them", () => {
  const router = createRouter([
    { method: "GET", path: "/a/{x}", value: 1 },
    { method: "DELETE", path: "/a/{y}", value: 2 },
    { method: "POST", path: "/b", value: 3 },
  ]);
  expect(router.find("/a/1")?.target.allow).toBe("GET, DELETE, HEAD, OPTIONS");
  expect(router.find("/b")?.target.allow).toBe("POST, OPTIONS");
});

test("of two routes of one method and path, the first counts", () => {
  const router = createRouter([
    { method: "GET", path: "/a/{x}", value: 1 },
    { method: "GET", path: "/a/{y}", value: 2 },
    { method: "PUT", path: "/a/{y}", value: 3 },
  ]);
  const match = router.find("/a/1");
  expect([match?.target.find("GET"), match?.target.find("PUT")]).toEqual([1, 3]);
});

/** The same rules in the plainest way: every route is tried, and the best one counts. */
function reference(routes: readonly string[], path: string): readonly string[] | undefined {
  const segments = path.split("/").slice(1);
  const rank = (part: string): number =>
    part.startsWith("{") && part.endsWith("}") && part.indexOf("{", 1) < 0
      ? 2
      : part.includes("{")
        ? 1
        : 0;
  const textOf = (part: string): number => part.replace(/\{\w+\}/g, "").length;
  const fitting = routes.flatMap((route) => {
    const parts = route.split("/").slice(1);
    if (parts.length !== segments.length) return [];
    const values: string[] = [];
    const fits = parts.every((part, index) => {
      const segment = segments[index] ?? "";
      if (rank(part) === 0)
        return part === segment || (segment !== "" && part === decodeURIComponent(segment));
      const pattern = part
        .split(/\{\w+\}/)
        .map((text) => text.replace(/[.-]/g, "\\$&"))
        .join("(.+?)");
      const found = new RegExp(`^${pattern}$`).exec(segment);
      values.push(...(found?.slice(1) ?? []));
      return found !== null;
    });
    return fits ? [{ route, parts, values }] : [];
  });
  fitting.sort((a, b) => {
    for (const [index, part] of a.parts.entries()) {
      const other = b.parts[index] ?? "";
      const order = rank(part) - rank(other) || textOf(other) - textOf(part);
      if (order !== 0) return order;
    }
    return 0;
  });
  const [best] = fitting;
  return best && [best.route, ...best.values.map(decodeURIComponent)];
}

test("finds what trying every route finds", () => {
  const text = fc.constantFrom("a", "b", "ab", "abc", "abd", "bcd", "files", "file", "x-y", "");
  const part = fc.oneof(
    { weight: 3, arbitrary: text },
    { weight: 2, arbitrary: fc.constant("{p}") },
    { weight: 1, arbitrary: fc.constantFrom("{p}.json", "v{p}", "{p}-{q}", "f{p}s") },
  );
  const route = fc
    .array(part, { minLength: 1, maxLength: 5 })
    .map((parts) => `/${parts.join("/")}`);
  const segment = fc.oneof(
    { weight: 4, arbitrary: text },
    {
      weight: 2,
      arbitrary: fc.constantFrom("v1", "x.json", "1-2", "f-s", "%61", "fi%6Ces", "q%20r"),
    },
  );
  const path = fc.array(segment, { minLength: 1, maxLength: 5 }).map((all) => `/${all.join("/")}`);
  fc.assert(
    fc.property(
      fc.uniqueArray(route, { maxLength: 25 }),
      fc.array(path, { minLength: 1, maxLength: 30 }),
      (routes, paths) => {
        const find = routerOf(...routes.map((one) => `GET ${one}`));
        for (const one of [...paths, ...routes.map((known) => known.replace(/\{\w+\}/g, "7"))]) {
          const found = find(`GET ${one}`);
          const answer = found && [
            String(found[0]).slice(4),
            ...found.slice(1).map(String).map(decodeURIComponent),
          ];
          expect([one, answer]).toEqual([one, reference(routes, one)]);
        }
      },
    ),
    { numRuns: 500 },
  );
});

test("what stands behind the end of the path does not count", () => {
  const router = createRouter([
    { method: "GET", path: "/a/{x}", value: 1 },
    { method: "GET", path: "/a", value: 2 },
  ]);
  expect(router.find("/a/b?c/d", 4)?.values).toEqual(["b"]);
  expect(router.find("/a?x=%/b", 2)?.target.find("GET")).toBe(2);
  expect(router.find("/a/?b", 3)).toBeUndefined();
});
