import { existsSync } from "node:fs";
import { packageFolder } from "../package/folder.js";

/** Purpose of each template of the package. */
export const templatePurposes: Readonly<Record<string, string>> = {
  client: "client.ts: options, a function for each operation, the client that binds them",
  "client-part":
    "client/pets.ts with `split`: a function for each operation of a tag, what binds them",
  server: "server.ts: the handlers' interface, options, the routes",
  queries: "queries.ts: keys and options for TanStack Query",
  hooks: "hooks.ts: hooks for React with TanStack Query",
  stubs: "a new file of handler stubs, which is the user's from then on",
};

/** The templates that come with the package, by name. */
export const templateNames: readonly string[] = Object.keys(templatePurposes);

/** The template of that name: the user's where `folder` has one, else the one that comes with the package. */
export function templateFile(
  name: "client" | "client-part" | "server" | "queries" | "hooks" | "stubs",
  folder?: URL,
): URL {
  const own = folder && new URL(`${name}.hbs`, folder);
  if (own && existsSync(own)) return own;
  return new URL(`templates/${name}.hbs`, packageFolder);
}
