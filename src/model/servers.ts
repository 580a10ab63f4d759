import type { Located } from "../load/document.js";
import type { Builder } from "./build.js";
import { localName } from "./names/naming.js";
import { isObject, textOf } from "./document/json.js";
import type { Identifier, Server, ServerVariable } from "./types.js";

/** The servers of a description, a path or an operation; without any, the one that serves the description. */
export function serversOf(builder: Builder, owner: Located): readonly Server[] {
  const list = builder.member(owner, "servers");
  if (!list || !Array.isArray(list.value)) return [];
  const taken = new Set<string>();
  return builder.items(list).flatMap((located, index) => {
    if (!isObject(located.value)) return [];
    const plain = localName(
      textOf(located.value["name"]) || textOf(located.value["x-name"]),
      `server${index + 1}`,
    );
    const name = (taken.has(plain) ? `${plain}${index + 1}` : plain) as Identifier;
    taken.add(name);
    return {
      name,
      url: urlOf(located),
      prose: { summary: "", description: textOf(located.value["description"]) },
      source: located.source,
    };
  });
}

function urlOf({ value }: Located): readonly (string | ServerVariable)[] {
  const server = isObject(value) ? value : {};
  const variables = isObject(server["variables"]) ? server["variables"] : {};
  return textOf(server["url"])
    .split(/(\{[^{}]*\})/)
    .filter((part) => part !== "")
    .map((part) => {
      const name = part.startsWith("{") ? part.slice(1, -1) : undefined;
      const variable =
        name !== undefined && Object.hasOwn(variables, name) ? variables[name] : undefined;
      if (name === undefined || !isObject(variable)) return part;
      const values = Array.isArray(variable["enum"]) ? variable["enum"].map(String) : [];
      return {
        name,
        default: String(variable["default"] ?? values[0] ?? ""),
        enum: values,
        prose: { summary: "", description: textOf(variable["description"]) },
      };
    });
}
