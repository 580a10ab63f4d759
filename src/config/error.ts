/** Something in a config or on the command line that the user has to mend. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly help: string;

  constructor(message: string, help: string) {
    super(message);
    this.help = help;
  }
}
