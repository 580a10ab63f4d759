import type { Server, ServerVariable } from "../model/types.js";
import { type Add, type Changes, type SourcePair, sourcesOf } from "./changes.js";

/** The addresses that an API, or one of its operations, is served at. */
export function compareServers(
  changes: Changes,
  old: readonly Server[],
  now: readonly Server[],
  subject: string,
  nowhere: SourcePair,
): void {
  if (isImplied(old) && isImplied(now)) return;
  const matches = new Map<Server, Server>();
  const isTaken = (server: Server): boolean => [...matches.values()].includes(server);
  for (const identity of [addressOf, targetOf, ({ name }: Server) => name]) {
    for (const server of old) {
      if (matches.has(server)) continue;
      const next = now.find((one) => !isTaken(one) && identity(one) === identity(server));
      if (next) matches.set(server, next);
    }
  }
  // If one is left on each side, its address has changed.
  const [before, ...othersBefore] = old.filter((server) => !matches.has(server));
  const [after, ...othersAfter] = now.filter((server) => !isTaken(server));
  if (before && after && othersBefore.length + othersAfter.length === 0) matches.set(before, after);
  for (const server of old) {
    const next = matches.get(server);
    const message = `address ${addressOf(server)} removed`;
    const at = { ...nowhere, old: server.source };
    if (next) compareServer(changes, server, next, subject);
    else changes.add("server-removed", "fromClients", subject, message, at);
  }
  for (const server of now)
    if (!isTaken(server))
      changes.add("server-added", "fromClients", subject, `address ${addressOf(server)} added`, {
        ...nowhere,
        now: server.source,
      });
}

/** Without servers, an API is at `/` (OpenAPI 3.1, section 4.8.1). */
function isImplied(servers: readonly Server[]): boolean {
  return servers.every((server) => targetOf(server) === "") && servers.length < 2;
}

function addressOf({ url }: Server): string {
  return url.map((part) => (typeof part === "string" ? part : `{${part.name}}`)).join("");
}

/** One for all spellings: letters of the host do not differ by case (RFC 3986, section 6.2.2.1), and clients drop a last slash. */
function targetOf(server: Server): string {
  const address = addressOf(server).replace(/\/$/, "");
  return address.replace(/^\w+:\/\/[^/{]*/, (origin) => origin.toLowerCase());
}

function compareServer(changes: Changes, old: Server, now: Server, api: string): void {
  const address = addressOf(now);
  const add = changes.adder("fromClients", `${api}, address ${address}`, sourcesOf(old, now));
  if (targetOf(old) !== targetOf(now)) add("server-address", `was ${addressOf(old)}`);
  if (old.name !== now.name) add("server-name", `${old.name} is now ${now.name}`);
  if (old.prose.description !== now.prose.description)
    add("server-description", "another description");
  const isVariable = (part: string | ServerVariable) => typeof part !== "string";
  for (const variable of old.url.filter(isVariable)) {
    const next = now.url.filter(isVariable).find(({ name }) => name === variable.name);
    if (next) compareVariable(variable, next, add);
  }
}

function compareVariable(old: ServerVariable, now: ServerVariable, add: Add): void {
  const { name } = old;
  if (old.default !== now.default)
    add("server-default", `default of {${name}} ${old.default} → ${now.default}`);
  if (old.prose.description !== now.prose.description)
    add("server-description", `another description of {${name}}`);
  if (old.enum.length === 0 && now.enum.length > 0)
    add("server-value-removed", `{${name}} is one of ${now.enum.join(", ")} now`);
  if (old.enum.length > 0 && now.enum.length === 0)
    add("server-value-added", `{${name}} may be anything now`);
  if (old.enum.length === 0 || now.enum.length === 0) return;
  for (const value of old.enum)
    if (!now.enum.includes(value))
      add("server-value-removed", `{${name}} may no longer be ${value}`);
  for (const value of now.enum)
    if (!old.enum.includes(value)) add("server-value-added", `{${name}} may be ${value} now`);
}
