/** A template that comes with the package; the same path holds from `src/` and from `dist/`. */
export function templateFile(name: "client" | "server" | "stubs"): URL {
  return new URL(`../../templates/${name}.hbs`, import.meta.url);
}
