import { isDeepStrictEqual } from "node:util";
import { requestGroups, hasDefault } from "../../src/emitters/requests.js";
import type { Operation, Parameter } from "../../src/model/types.js";
import { ownFields } from "./fields.js";
import type { Members } from "./service.js";

/** A value that can be compared: streams and files are read, what is undefined is left out. */
export async function settled(value: unknown): Promise<unknown> {
  if (value instanceof Blob) {
    const { name } = value as { readonly name?: string };
    return {
      file: name ?? "blob",
      type: value.type || "application/octet-stream",
      bytes: [...new Uint8Array(await value.arrayBuffer())],
    };
  }
  if (value instanceof Date) return value;
  if (value instanceof Uint8Array) return { bytes: [...value] };
  if (value instanceof ReadableStream)
    return { bytes: [...new Uint8Array(await new Response(value as BodyInit).arrayBuffer())] };
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return Promise.all(value.map(settled));
  if (Symbol.asyncIterator in value) {
    const items: unknown[] = [];
    for await (const item of value as AsyncIterable<unknown>) items.push(await settled(item));
    return items;
  }
  const members: [string, unknown][] = [];
  for (const [key, one] of Object.entries(value))
    if (one !== undefined) members.push([key, await settled(one)]);
  return Object.fromEntries(members);
}

/** What arrived, without the defaults that were filled in after the check: one may be none of its schema. */
export function unfilled(operation: Operation, arrived: Members): Members {
  const groups = requestGroups(operation).flatMap(({ place, parameters, whole }) => {
    const group = arrived[place];
    if (whole || group === undefined) return [];
    const defaults = new Map(defaultsOf(parameters));
    const sent = Object.entries(group as Members).filter(
      ([name, value]) => !defaults.has(name) || !isDeepStrictEqual(value, defaults.get(name)),
    );
    return [[place, Object.fromEntries(sent)] as const];
  });
  return { ...arrived, ...Object.fromEntries(groups) };
}

/** What a handler has to get: groups and values with a default are always there. */
export function received(operation: Operation, request: Members): Members {
  const groups = requestGroups(operation).map(({ place, parameters, whole }) => {
    if (whole) return [place, request[place]] as const;
    const isKept = ({ name }: Parameter): boolean =>
      place !== "headers" || !ownFields.has(name.toLowerCase());
    const defaults = Object.fromEntries(defaultsOf(parameters.filter(isKept)));
    return [place, { ...defaults, ...(request[place] as Members) }] as const;
  });
  const all = { ...request, ...Object.fromEntries(groups) };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

function defaultsOf(parameters: readonly Parameter[]): readonly (readonly [string, unknown])[] {
  return parameters
    .filter(hasDefault)
    .map(({ name, schema }) => [name, schema.keywords.default?.value] as const);
}
