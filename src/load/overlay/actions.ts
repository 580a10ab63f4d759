import type { Diagnostics } from "../../diagnostics/diagnostics.js";
import type { Source } from "../../common/source.js";
import { closest } from "../../common/closest.js";
import { isObject } from "../../common/json.js";
import { below } from "../../common/pointers.js";

/** Action of an overlay at one target: removes it, or merges `update` or the target of `copy` into it. */
export interface Action {
  readonly target: string;
  readonly update: unknown;
  readonly copy: string | undefined;
  readonly remove: boolean;
  readonly source: Source;
}

const overlayKeys = ["overlay", "info", "extends", "actions"];
const infoKeys = ["title", "version", "description"];
const actionKeys = ["target", "description", "update", "remove", "copy"];

/** The actions of an overlay that can be done (Overlay Specification 1.1, section 4.4). All else that it says is checked. */
export function actionsOf(
  value: unknown,
  source: Source,
  diagnostics: Diagnostics,
): readonly Action[] {
  const check = new OverlayCheck(diagnostics);
  if (!isObject(value) || value["overlay"] === undefined)
    return (check.wrong("this is not an overlay: it has no `overlay` with a version", source), []);
  const { overlay, actions } = value;
  if (typeof overlay !== "string" || !/^1\.[01](\.\d+)?$/.test(overlay)) {
    const written = typeof overlay === "string" ? overlay : JSON.stringify(overlay);
    const problem = `overlays of version ${written} cannot be read, only those of "1.0.0" and "1.1.0"`;
    return (check.wrong(problem, below(source, "overlay")), []);
  }
  check.keys(value, overlayKeys, source);
  check.info(value["info"], source);
  check.text(value, "extends", source);
  if (!Array.isArray(actions) || actions.length === 0)
    return (check.wrong("an overlay needs a list `actions` with at least one action", source), []);
  const list = below(source, "actions");
  return actions.flatMap((action: unknown, index) => check.action(action, below(list, index)));
}

/** Reports what is wrong with the parts of an overlay. */
class OverlayCheck {
  readonly #diagnostics: Diagnostics;
  readonly #seen = new Set<string>();

  constructor(diagnostics: Diagnostics) {
    this.#diagnostics = diagnostics;
  }

  wrong(problem: string, source: Source): void {
    this.#diagnostics.report("overlay-malformed", source, { problem });
  }

  /** For what takes nothing from the meaning of the overlay. */
  unusual(problem: string, source: Source): void {
    this.#diagnostics.report("overlay-unusual", source, { problem });
  }

  keys(object: object, known: readonly string[], source: Source): void {
    for (const key of Object.keys(object)) {
      if (known.includes(key) || key.startsWith("x-")) continue;
      const suggestion = closest(key, known);
      this.#diagnostics.report("overlay-unknown-member", below(source, key), { key, suggestion });
    }
  }

  text(object: Readonly<Record<string, unknown>>, key: string, source: Source): void {
    if (object[key] === undefined || typeof object[key] === "string") return;
    this.unusual(`${key} has to be a text`, below(source, key));
  }

  info(info: unknown, source: Source): void {
    if (!isObject(info)) {
      const at = info === undefined ? source : below(source, "info");
      return this.unusual("an overlay needs an object `info` with a title and a version", at);
    }
    const place = below(source, "info");
    this.keys(info, infoKeys, place);
    for (const key of infoKeys) this.text(info, key, place);
    for (const key of ["title", "version"])
      if (info[key] === undefined) this.unusual(`the info of an overlay needs a ${key}`, place);
  }

  action(action: unknown, at: Source): readonly Action[] {
    if (!isObject(action)) return (this.wrong("an action has to be an object", at), []);
    this.keys(action, actionKeys, at);
    this.text(action, "description", at);
    const { target, update, copy, remove = false } = action;
    if (typeof target !== "string")
      return (this.wrong("an action needs a text `target`, which is a JSONPath", at), []);
    if (typeof remove !== "boolean")
      return (this.wrong("remove has to be true or false", below(at, "remove")), []);
    if (copy !== undefined && typeof copy !== "string")
      return (this.wrong("copy has to be a text, which is a JSONPath", below(at, "copy")), []);
    if (copy !== undefined && update !== undefined)
      return (this.wrong("an action has either update or copy", below(at, "copy")), []);
    if (!remove && copy === undefined && !Object.hasOwn(action, "update"))
      return (
        this.unusual("this action has no update, remove or copy, so it does nothing", at),
        []
      );
    const text = JSON.stringify(action);
    if (this.#seen.has(text)) this.unusual("the same action stands here a second time", at);
    this.#seen.add(text);
    return [{ target, update, copy, remove, source: at }];
  }
}
