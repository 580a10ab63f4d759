import { emittedSettings } from "../src/config/options.js";
import type { EmitOptions } from "../src/emitters/emitter.js";

/** What emitters get where a config chooses nothing. */
export const emitOptions: EmitOptions = {
  ...emittedSettings({ input: "", output: "" }),
  stubs: undefined,
  templates: undefined,
};
