import {
  type Code,
  code,
  doc,
  empty,
  join,
  key,
  property,
  str,
  text,
  name,
  use,
} from "../../emit/code.js";
import { localName } from "../../model/names/naming.js";
import type { Server, ServerVariable } from "../../model/types.js";
import { access, isInherited } from "../names.js";
import { addressIn } from "../requests.js";

export interface ServerView {
  readonly doc: Code;
  readonly name: Code;
  readonly address: Code;
}

/** A server with variables is a function of them, any other is its address. */
export function serverView(server: Server): ServerView {
  return {
    doc: doc(server.prose.description),
    name: property(server.name),
    address: addressOf(server.url),
  };
}

function addressOf(url: Server["url"]): Code {
  const variables = url.filter((part) => typeof part !== "string");
  if (variables.length === 0) return code`${str(url.join(""))}`;
  const unique = [...new Map(variables.map((variable) => [variable.name, variable])).values()];
  const types = join(
    unique.map(
      (variable) =>
        code`${doc(variable.prose.description)}${key(variable.name)}?: ${valuesOf(variable)}`,
    ),
    "; ",
  );
  if (unique.some((variable) => isInherited(variable.name))) {
    const given = code`given`;
    const address = text(
      url.map((part) =>
        typeof part === "string" ? part : code`${access(given, part.name)} ?? ${str(part.default)}`,
      ),
    );
    const nothing = use("nothing", "./runtime/wire/own.js");
    return code`(${given}: { ${types} } = ${nothing}): string => ${address}`;
  }
  const locals = localsOf(unique);
  const pattern = join(
    unique.map((variable) => binding(variable, locals.get(variable.name))),
    ", ",
  );
  const parts = url.map((part) =>
    typeof part === "string" ? part : (locals.get(part.name) ?? empty),
  );
  const [only] = parts;
  const address = parts.length === 1 && only && typeof only !== "string" ? only : text(parts);
  return code`({ ${pattern} }: { ${types} } = {}): string => ${address}`;
}

function binding(variable: ServerVariable, local: Code | undefined): Code {
  const wire = key(variable.name);
  const target = local ?? empty;
  const renamed = wire.text === target.text ? target : code`${wire}: ${target}`;
  return code`${renamed} = ${str(variable.default)}`;
}

/** Parameter name for each variable: its own name if that is an identifier, else `variable1`. */
function localsOf(variables: readonly ServerVariable[]): ReadonlyMap<string, Code> {
  const plain = variables.filter((one) => localName(one.name, "") === one.name);
  const taken = new Set(plain.map((one) => one.name));
  const locals = new Map(plain.map((one) => [one.name, name(one.name)]));
  for (const one of variables) {
    if (locals.has(one.name)) continue;
    let local = `variable${locals.size + 1}`;
    while (taken.has(local)) local += "_";
    taken.add(local);
    locals.set(one.name, name(local));
  }
  return locals;
}

function valuesOf({ enum: values }: ServerVariable): Code {
  return values.length > 0
    ? join(
        values.map((value) => str(value)),
        " | ",
      )
    : code`string`;
}

/** The address that is used when none is given: that of the first server, if it says where it is. */
export function defaultAddress(servers: readonly Server[]): string | undefined {
  const address = addressIn(servers);
  return /^https?:\/\//i.test(address) ? address : undefined;
}
