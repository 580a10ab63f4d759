import type { Located } from "../load/document.js";
import type { Builder } from "./build.js";
import { localName } from "./names/naming.js";
import { asObject, isObject, textOf } from "../common/json.js";
import { proseOf } from "./schemas.js";
import type { Identifier, Server, ServerVariable } from "./types.js";

/** The servers of a description, a path or an operation; without any, the one that serves the description. */
export function serversOf(builder: Builder, owner: Located): readonly Server[] {
  const taken = new Set<string>();
  return builder.items(builder.member(owner, "servers")).flatMap((located, index) => {
    if (!isObject(located.value)) return [];
    const said = textOf(located.value["name"]) || textOf(located.value["x-name"]);
    const description = textOf(located.value["description"]);
    const host = hostOf(textOf(located.value["url"]));
    const number = `server${index + 1}`;
    const plain = [said, wordsFor(description), host].map((text) => localName(text, ""));
    const name = (plain.find((one) => one !== "" && !taken.has(one)) ?? number) as Identifier;
    taken.add(name);
    return {
      name,
      url: urlOf(located),
      prose: proseOf(located.value),
      source: located.source,
    };
  });
}

/** `sandbox` for "The sandbox server, for tests."; nothing of what is a longer text. */
function wordsFor(description: string): string {
  const [first = ""] = description.split(/[.,;:()\n]| - | – /u, 1);
  const words = first
    .split(/\s+/)
    .filter(
      (word) => !/^(|a|an|the|our|server|servers|environment|endpoint|api|url|host)$/i.test(word),
    );
  return words.length <= 3 ? words.join(" ") : "";
}

/** `apiExample` for `https://api.example.com/v1`, `v1` for `/v1`. */
function hostOf(url: string): string {
  const [, host, path = ""] =
    /^(?:[a-z][\w+.-]*:)?(?:\/\/([^/?#:]*)[^/?#]*)?([^?#]*)/i.exec(url) ?? [];
  const labels = (host ?? "")
    .replace(/\{[^{}]*\}/g, "")
    .split(".")
    .filter((one) => one !== "");
  const isNumeric = labels.every((one) => /^\d*$/.test(one));
  if (labels.length === 0 || isNumeric) return path.replace(/\{[^{}]*\}/g, "");
  const named = labels.length > 1 ? labels.slice(0, -1) : labels;
  return named.filter((one) => one !== "www").join(" ");
}

function urlOf({ value }: Located): readonly (string | ServerVariable)[] {
  const server = asObject(value);
  const variables = asObject(server["variables"]);
  // Without a scheme, it has that of where the description was found, which is not known here.
  return textOf(server["url"])
    .replace(/^\/\/(?=[^/])/, "https://")
    .split(/(\{[^{}]*\})/)
    .filter((part) => part !== "")
    .map((part) => {
      const name = part.startsWith("{") ? part.slice(1, -1) : undefined;
      const variable =
        name !== undefined && Object.hasOwn(variables, name) ? variables[name] : undefined;
      if (name === undefined || !isObject(variable)) return part;
      const values = Array.isArray(variable["enum"]) ? variable["enum"].map(String) : [];
      const preset = String(variable["default"] ?? values[0] ?? "");
      return {
        name,
        default: preset,
        // The default may also be given.
        enum: values.length === 0 || values.includes(preset) ? values : [preset, ...values],
        prose: proseOf(variable),
      };
    });
}
