import type { Team } from "./team.js";

/** A day's edit, and what has to come of it. */
export interface Step {
  readonly what: string;
  readonly edit: (team: Team) => void;
  /** Other arguments of `specsmith generate`. */
  readonly args?: readonly string[];
  /** 0 when left out. */
  readonly status?: 0 | 1;
  /** What standard output or standard error says. */
  readonly says?: RegExp;
  /** The files that the run adds, changes or removes: exactly these. */
  readonly changes: readonly string[];
  /** Of TypeScript's first error; when left out, all compiles. */
  readonly breaks?: RegExp;
  /** Of `--check` before the run; when left out, 1 if the run changes something or ends with 1. */
  readonly checkBefore?: 0 | 1;
  /** Of `--check` after the run; that of the run when left out. */
  readonly checkAfter?: 0 | 1;
}

const api = (...names: readonly string[]) => names.map((name) => `src/api/${name}`);
const manifest = api(".specsmith.json");
/** What a change in an operation shows in. */
const operations = api(".specsmith.json", "client.ts", "server.ts", "types.ts", "validators.ts");
/** What a change in the shape of a schema shows in. */
const shapes = api(".specsmith.json", "expected.ts", "types.ts", "validators.ts");
/** What a change in the names of members or schemas of replies shows in, too. */
const replies = api("replies.ts");
const description = "openapi.yaml";

const operation = (id: string, tag: string, more = "") => `
      operationId: ${id}
      tags: [${tag}]
      summary: Does ${id}.${more}
      responses:
        "200":
          description: Done.
          content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } }`;
const path = (template: string, methods: string) => `  ${template}:${methods}\n`;
const get = (id: string, tag: string) => `\n    get:${operation(id, tag)}`;
const post = (id: string, tag: string) => `\n    post:${operation(id, tag)}`;
const addPath = (team: Team, text: string): void =>
  team.swap(description, "components:\n", `${text}components:\n`);
const pet = `{ status: 200, body: { id: "1", name: "Rex" } }`;

/** 34 days, in which all that happens to a description and its code happens. */
export const month: readonly Step[] = [
  {
    what: "the first run writes everything",
    edit: (team) => {
      team.write(
        "specsmith.config.json",
        '{ "input": "openapi.yaml", "output": "src/api", "stubs": "src/handlers" }\n',
      );
    },
    changes: ["first"],
  },
  {
    what: "handlers are written, in the object that was there",
    edit: (team) => {
      team.compose(
        "src/handlers/animals.ts",
        '(request, context): Promise<AnswerOf<ShopHandlers, "getPet">> {\n    return unimplemented(request, context);\n  }',
        `({ path: { petId } }) {
    // found   by hand
    return petId === '0' ? { status: 404 } : { status: 200, body: { id: petId, name: "Rex" } };
  }`,
      );
    },
    changes: [],
  },
  {
    what: "an operation more: its stub comes at the end",
    edit: (team) => {
      addPath(team, path("/pets/best", get("bestPet", "animals")));
    },
    changes: [...operations, "src/handlers/animals.ts"],
    says: /1 change, none breaking since the last run: GET \/pets\/best: added/,
  },
  {
    what: "a tag more: a file more",
    edit: (team) => {
      addPath(team, path("/orders", get("listOrders", "orders") + post("addOrder", "orders")));
    },
    changes: [...operations, "src/handlers/orders.ts"],
  },
  {
    what: "somebody writes that file anew as a class, without semicolons",
    edit: (team) => {
      team.author(
        "src/handlers/orders.ts",
        `import type { ShopHandlers } from '../api/server.js'

/** Orders, as they come. */
export class Orders implements Partial<ShopHandlers<{ id: string }>> {
  readonly #seen: string[] = []

  async listOrders() {
    this.#seen.push('list')
    return { status: 200, body: { id: '1', name: 'Order' } } as const
  }

  addOrder = () => ({ status: 200, body: { id: String(this.#seen.length), name: 'New' } }) as const
}
`,
      );
      const text = team.read("src/handlers/orders.ts");
      team.mine.set("src/handlers/orders.ts", [
        text.slice(0, text.indexOf("\n")),
        text.slice(text.indexOf("/** Orders"), text.lastIndexOf("\n}")),
      ]);
    },
    changes: [],
  },
  {
    what: "the class grows in its own style",
    edit: (team) => {
      addPath(team, path("/orders/last", get("lastOrder", "orders")));
    },
    changes: [...operations, "src/handlers/orders.ts"],
  },
  {
    what: "another tag",
    edit: (team) => {
      addPath(team, path("/people", get("listPeople", "people")));
    },
    changes: [...operations, "src/handlers/people.ts"],
  },
  {
    what: "somebody works on Windows: tabs, and lines that end with CR LF",
    edit: (team) => {
      const text = team
        .read("src/handlers/people.ts")
        .replace(
          '(request, context): Promise<AnswerOf<ShopHandlers, "listPeople">> {\n    return unimplemented(request, context);\n  }',
          `() {\n    return ${pet};\n  }`,
        )
        .replace('import type { AnswerOf } from "../api/runtime/server/answer.js";\n', "");
      const windows = text
        .replaceAll("  ", "\t")
        .replaceAll("\n", "\r\n")
        .replace('import { unimplemented } from "../api/runtime/server/problem.js";\r\n', "");
      team.write("src/handlers/people.ts", windows);
      const [body = ""] = /\tasync listPeople[^]*?\r\n\t\}/.exec(windows) ?? [];
      team.mine.set("src/handlers/people.ts", [body]);
    },
    changes: [],
  },
  {
    what: "that file grows in its own style, too",
    edit: (team) => {
      addPath(team, path("/people/oldest", get("oldestPerson", "people")));
    },
    changes: [...operations, "src/handlers/people.ts"],
  },
  {
    what: "handlers in files of their own",
    edit: (team) => {
      addPath(team, path("/toys", get("listToys", "toys")));
      team.author(
        "src/toys/list-toys.ts",
        `import type { ShopHandlers } from "../api/server.js";

export const listToys: ShopHandlers["listToys"] = () => (${pet});
`,
      );
      team.author(
        "src/handlers/toys.ts",
        `import { listToys } from "../toys/list-toys.js";
import type { ShopHandlers } from "../api/server.js";

export const toys = { listToys } satisfies Partial<ShopHandlers>;
`,
      );
      team.mine.set("src/handlers/toys.ts", ["{ listToys", "satisfies Partial<ShopHandlers>;\n"]);
    },
    changes: operations,
  },
  {
    what: "an operation more beside those",
    edit: (team) => {
      addPath(team, path("/toys/newest", get("newestToy", "toys")));
    },
    changes: [...operations, "src/handlers/toys.ts"],
  },
  {
    what: "an operation has another name: the old handler stays and is told of",
    edit: (team) => {
      team.swap(description, "operationId: getPet", "operationId: findPet");
    },
    changes: [...operations, "src/handlers/animals.ts"],
    says: /src\/handlers\/animals\.ts:\d+: the description has no operation getPet/,
    breaks: /getPet/,
  },
  {
    what: "the code moves to the new name",
    edit: (team) => {
      const [code = ""] = team.mine.get("src/handlers/animals.ts") ?? [];
      team.withdraw("src/handlers/animals.ts", code, "CODE");
      team.swap(
        "src/handlers/animals.ts",
        "  /** `GET /pets/{petId}`: Gets an animal. */\n  async getPetCODE,\n\n",
        "",
      );
      team.compose(
        "src/handlers/animals.ts",
        '(request, context): Promise<AnswerOf<ShopHandlers, "findPet">> {\n    return unimplemented(request, context);\n  }',
        code,
      );
    },
    changes: [],
  },
  {
    what: "an operation goes",
    edit: (team) => {
      team.swap(description, path("/pets/best", get("bestPet", "animals")), "");
    },
    changes: operations,
    says: /animals\.ts:\d+: the description has no operation bestPet[^]*1 breaking \(1 for clients\) since the last run: GET \/pets\/best: removed/,
    breaks: /bestPet/,
  },
  {
    what: "its stub is taken out",
    edit: (team) => {
      team.swap(
        "src/handlers/animals.ts",
        '\n\n  /** `GET /pets/best`: Does bestPet. */\n  async bestPet(request, context): Promise<AnswerOf<ShopHandlers, "bestPet">> {\n    return unimplemented(request, context);\n  },',
        "",
      );
    },
    changes: [],
  },
  {
    what: "a property has another type, which the code does not have yet",
    edit: (team) => {
      team.swap(description, "id: { type: string }", "id: { type: integer }");
    },
    changes: shapes,
    says: /1 breaking \(1 for clients, 1 for servers\)/,
    breaks: /not assignable/,
  },
  {
    what: "it goes back, and another is added",
    edit: (team) => {
      team.swap(
        description,
        "id: { type: integer }",
        "id: { type: string }\n        colour: { type: string, enum: [red, black] }",
      );
    },
    changes: [...shapes, ...replies],
  },
  {
    what: "a mistake in YAML: nothing is written",
    edit: (team) => {
      team.swap(description, "type: object\n", "type: object\n   oops: [\n");
    },
    status: 1,
    says: /openapi\.yaml:\d+:\d+ error yaml-syntax/,
    changes: [],
  },
  {
    what: "a reference to nothing: nothing is written",
    edit: (team) => {
      team.swap(description, "   oops: [\n", "");
      team.swap(description, "schemas/Pet", "schemas/Pot");
    },
    status: 1,
    says: /error ref-not-found: [^]*Did you mean #\/components\/schemas\/Pet\?/,
    changes: [],
  },
  {
    what: "mended, with a schema under another name",
    edit: (team) => {
      const text = team
        .read(description)
        .replaceAll("schemas/Pot", "schemas/Pet")
        .replaceAll("schemas/Pet", "schemas/Animal");
      team.write(description, text.replace("    Pet:\n", "    Animal:\n"));
    },
    changes: [...operations, ...replies, ...api("expected.ts")],
    says: /1 change, none breaking, 1 in names only since the last run: Pet: is now Animal/,
  },
  {
    what: "somebody edits a generated file by mistake: that is not lost, and said",
    edit: (team) => {
      team.swap("src/api/client.ts", "export ", "/* mine */ export ");
      team.swap(description, "maximum: 100", "maximum: 50");
    },
    status: 1,
    says: /these generated files were edited, and the edits would be lost:\n +client\.ts[^]*--force/,
    changes: [],
  },
  {
    what: "the edit is given up",
    edit: () => {},
    args: ["--force"],
    changes: operations.filter((file) => !file.endsWith("server.ts")),
  },
  {
    what: "a generated file is deleted",
    edit: (team) => {
      team.remove("src/api/types.ts");
    },
    changes: api("types.ts"),
  },
  {
    what: "the manifest is deleted, all else is as it was",
    edit: (team) => {
      team.remove("src/api/.specsmith.json");
    },
    changes: manifest,
  },
  {
    what: "git gives every file the line ends of Windows",
    edit: (team) => {
      for (const [file] of team.tree())
        if (/^(src\/api\/.*|openapi\.yaml)$/.test(file))
          team.write(file, team.read(file).replaceAll("\n", "\r\n"));
    },
    changes: [],
  },
  {
    what: "and takes them away again",
    edit: (team) => {
      for (const [file] of team.tree())
        if (/^(src\/api\/.*|openapi\.yaml)$/.test(file))
          team.write(file, team.read(file).replaceAll("\r\n", "\n"));
    },
    changes: [],
  },
  {
    what: "schemas move to files of their own: but for where faults say they are, the code is the same",
    edit: (team) => {
      const text = team.read(description);
      const start = text.indexOf("    Animal:\n");
      const schema = text.slice(start + "    Animal:\n".length).replaceAll(/^ {6}/gm, "");
      team.write("schemas/animal.yaml", schema);
      team.write(
        description,
        `${text.slice(0, start)}    Animal: { $ref: "schemas/animal.yaml" }\n`,
      );
    },
    changes: api(".specsmith.json", "expected.ts", "validators.ts"),
  },
  {
    what: "the description is JSON from now on: only the first lines say so",
    edit: (team) => {
      team.write("openapi.json", `${JSON.stringify(team.yaml(description), undefined, 2)}\n`);
      team.remove(description);
      team.swap("specsmith.config.json", "openapi.yaml", "openapi.json");
    },
    changes: [...operations, ...replies, ...api("expected.ts", "index.ts")],
  },
  {
    what: "no server any more: its files go",
    edit: (team) => {
      team.swap(
        "specsmith.config.json",
        '"stubs": "src/handlers"',
        '"only": ["types", "validators"]',
      );
    },
    changes: ["gone"],
    says: /removed/,
    breaks: /server\.js/,
  },
  {
    what: "it comes back as it was",
    edit: (team) => {
      team.swap(
        "specsmith.config.json",
        '"only": ["types", "validators"]',
        '"stubs": "src/handlers"',
      );
    },
    changes: ["back"],
  },
  {
    what: "texts for people",
    edit: (team) => {
      team.swap("openapi.json", "Lists the animals.", "Lists all animals. */ alert(1) /*");
    },
    changes: api(".specsmith.json", "client.ts", "server.ts"),
    says: /none breaking since the last run: GET \/pets: another summary/,
  },
  {
    what: "an operation changes to another tag: its handler stays where it is",
    edit: (team) => {
      team.swap("openapi.json", `"tags": [\n          "toys"`, `"tags": [\n          "people"`);
    },
    changes: manifest,
  },
  {
    what: "a run changes nothing but what a comment changes",
    edit: (team) => {
      team.write("schemas/animal.yaml", `# An animal.\n${team.read("schemas/animal.yaml")}`);
    },
    changes: manifest,
  },
  {
    what: "a run is killed half-way: the next one sets it right",
    edit: (team) => {
      team.swap("openapi.json", '"maximum": 50', '"maximum": 60');
      const { status, stderr } = team.spawn({ killedAt: 4 });
      if (status !== null) throw new Error(`the run was not killed: ${stderr}`);
      if (!team.has("src/api/.specsmith.work")) throw new Error("it was killed too early");
    },
    changes: [...manifest, "src/api/.specsmith.work/"],
  },
  {
    what: "the last day: nothing to do",
    edit: () => {},
    changes: [],
  },
];
