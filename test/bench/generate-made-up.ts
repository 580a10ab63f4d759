/** A description with this many operations, five to a resource, each resource with schemas of its own. */
export function madeUp(operations: number): object {
  const count = Math.ceil(operations / 5);
  const names = Array.from({ length: count }, (_, i) => `Thing${i + 1}`);
  const all = names.flatMap((name, i) => resource(name, `/things-${i + 1}`));
  const paths: Record<string, Record<string, object>> = {};
  for (const { path, method, operation } of all.slice(0, operations))
    (paths[path] ??= {})[method] = operation;
  return {
    openapi: "3.1.0",
    info: { title: "Made Up", version: "1.0.0" },
    servers: [{ url: "https://made-up.example/v1" }],
    paths,
    components: {
      schemas: {
        Failure: object({ message: { type: "string" }, code: { type: "string" } }, ["message"]),
        ...Object.fromEntries(
          names.flatMap((name, i) => schemas(name, names[(i + 1) % count] ?? name)),
        ),
      },
      securitySchemes: { key: { type: "http", scheme: "bearer" } },
    },
    security: [{ key: [] }],
  };
}

/** An operation for each of so many schemas, which refer to six of them each; the same one each time. */
export function randomGraph(count: number): object {
  let last = 7;
  const any = (): string => {
    last = (last * 1103515245 + 12345) % 2147483648;
    return `Thing${last % count}`;
  };
  const thing = (): object => {
    const others = ["first", "second", "third", "fourth"].map((name) => [name, ref(any())]);
    const lists = ["some", "more"].map((name) => [name, { type: "array", items: ref(any()) }]);
    const id = { type: "integer", minimum: 1 };
    const name = { type: "string", maxLength: 80 };
    return object({ id, name, ...Object.fromEntries([...others, ...lists]) }, ["id"]);
  };
  const operation = (index: number): object => ({
    operationId: `sendThing${index}`,
    tags: [`tag ${index % 50}`],
    parameters: [{ name: "limit", in: "query", schema: { type: "integer" } }],
    requestBody: { content: json(ref(`Thing${index}`)) },
    responses: { 200: { description: "Sent.", content: json(ref(any())) } },
  });
  const all = Array.from({ length: count }, (_, index) => index);
  return {
    openapi: "3.1.0",
    info: { title: "Made Up", version: "1.0.0" },
    paths: Object.fromEntries(all.map((index) => [`/things-${index}`, { post: operation(index) }])),
    components: { schemas: Object.fromEntries(all.map((index) => [`Thing${index}`, thing()])) },
  };
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: object) => ({ "application/json": { schema } });

function object(properties: object, required: readonly string[]): object {
  return { type: "object", properties, required };
}

function schemas(name: string, next: string): [string, object][] {
  return [
    [
      name,
      object(
        {
          id: { type: "integer", format: "int64", minimum: 1 },
          title: { type: "string", minLength: 1, maxLength: 80, description: "What it is called." },
          state: { type: "string", enum: ["new", "open", "closed"] },
          tags: { type: "array", items: { type: "string" }, uniqueItems: true },
          created: { type: "string", format: "date-time", readOnly: true },
          owner: object({ name: { type: "string" }, email: { type: "string", format: "email" } }, [
            "name",
          ]),
          next: { oneOf: [ref(next), { type: "null" }] },
        },
        ["id", "title", "state"],
      ),
    ],
    [
      `${name}Change`,
      object(
        {
          title: { type: "string", minLength: 1 },
          tags: { type: "array", items: { type: "string" } },
        },
        ["title"],
      ),
    ],
  ];
}

function resource(name: string, path: string) {
  const one = { name: "id", in: "path", required: true, schema: { type: "integer", minimum: 1 } };
  const failure = { description: "It did not work.", content: json(ref("Failure")) };
  const found = { description: name, content: json(ref(name)) };
  const body = { required: true, content: json(ref(`${name}Change`)) };
  const operation = (id: string, more: object, ok: object, status = "200") => ({
    operationId: `${id}${name}`,
    tags: [name],
    summary: `To ${id} a ${name}.`,
    ...more,
    responses: { [status]: ok, 404: failure, default: failure },
  });
  const limit = {
    name: "limit",
    in: "query",
    schema: { type: "integer", minimum: 1, maximum: 100, default: 20 },
  };
  const list = { description: "Some.", content: json({ type: "array", items: ref(name) }) };
  return [
    { path, method: "get", operation: operation("list", { parameters: [limit] }, list) },
    { path, method: "post", operation: operation("add", { requestBody: body }, found, "201") },
    {
      path: `${path}/{id}`,
      method: "get",
      operation: operation("get", { parameters: [one] }, found),
    },
    {
      path: `${path}/{id}`,
      method: "put",
      operation: operation("change", { parameters: [one], requestBody: body }, found),
    },
    {
      path: `${path}/{id}`,
      method: "delete",
      operation: operation("remove", { parameters: [one] }, { description: "Gone." }, "204"),
    },
  ];
}
