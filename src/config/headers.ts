import { isHeaderName } from "../model/header-names.js";
import type { Config } from "./options.js";
import { ConfigError } from "./error.js";
import { isAddress } from "./rules.js";

/** The headers for an address, and for no other than those that the config says. */
export type HeadersFor = (url: URL) => Readonly<Record<string, string>>;

interface Secret {
  readonly name: string;
  readonly value: string;
  readonly origins: ReadonlySet<string>;
}

/**
 * Takes the values of the config's headers from the environment. No message holds one of them, and none is sent
 * to another origin than the one that it is for, so that a redirect takes none along.
 */
export function headersFor(
  { headers = {}, input }: Config,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): HeadersFor {
  const home = isAddress(input) && URL.canParse(input) ? new URL(input).origin : undefined;
  const secrets = Object.entries(headers).map(([name, given]): Secret => {
    const key = `headers.${name}`;
    const {
      env = undefined,
      prefix = "",
      host = undefined,
    } = typeof given === "string" ? {} : given;
    if (!isHeaderName(name))
      throw new ConfigError(`${key}: this is not the name of a header`, "Correct the name.");
    const found = typeof given === "string" ? given : environment[env ?? ""];
    if (found === undefined || found === "")
      throw new ConfigError(
        `${key}: the environment variable ${env ?? ""} is not set`,
        "Set it where specsmith runs; it is read when something is fetched.",
      );
    const value = prefix + found;
    if (!/^[\t\x20-\x7e]*$/.test(value))
      throw new ConfigError(
        `${key}: the value holds a character that no header can have, a line break for instance`,
        env === undefined ? "Correct it." : `Look at ${env}, which is not shown here.`,
      );
    const origins = host === undefined ? (home === undefined ? [] : [home]) : originsOf(host, key);
    if (origins.length === 0)
      throw new ConfigError(
        `${key}: there is no address that it is for`,
        'input is no address; say which host gets it: { env: "TOKEN", host: "api.example.com" }.',
      );
    return { name, value, origins: new Set(origins) };
  });
  return ({ origin }) =>
    Object.fromEntries(
      secrets.flatMap(({ name, value, origins }) => (origins.has(origin) ? [[name, value]] : [])),
    );
}

/** Secrets go over https, but for those who try things on their own machine. */
function originsOf(host: string, key: string): readonly string[] {
  const address = `https://${host}`;
  if (!URL.canParse(address) || new URL(address).host !== host.toLowerCase())
    throw new ConfigError(
      `${key}.host: ${host} is no host`,
      "Give its name, with its port if it has one: api.example.com:8443.",
    );
  const { hostname, origin } = new URL(address);
  const isHere = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
  return isHere ? [origin, new URL(`http://${host}`).origin] : [origin];
}
