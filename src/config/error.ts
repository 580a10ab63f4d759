import { pathFrom } from "../common/folders.js";

/** Something in a config or on the command line that the user has to correct. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly help: string;

  constructor(message: string, help: string) {
    super(message);
    this.help = help;
  }
}

/** A path as messages have it: from the working directory, unless that is longer. */
export function shortPath(path: string): string {
  const short = pathFrom(process.cwd(), path);
  if (short === "") return ".";
  return short.startsWith("..") && short.length > path.length ? path : short;
}
