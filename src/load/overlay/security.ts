import type { Diagnostics } from "../../diagnostics/diagnostics.js";
import type { Source } from "../../common/source.js";
import type { Location } from "./origins.js";
import { memberOf } from "../../common/json.js";

/** A list of security requirements, or one of these, that a removal has emptied. */
interface Emptied {
  readonly holder: object;
  /** The path to the list. */
  readonly list: Location;
  readonly place: Source;
}

/** Removals that leave `security: []` or `security: [{}]` behind: what needed credentials before needs none then. */
export class OpenedSecurity {
  readonly #emptied: Emptied[] = [];

  /** To be called when something was removed from `holder`, which is at `path`; `place`: what says so. */
  removed(path: Location, holder: object, place: Source): void {
    const list = typeof path.at(-1) === "number" ? path.slice(0, -1) : path;
    const isSecurity =
      list.at(-1) === "security" && /^(?:security|paths|webhooks)$/.test(String(list[0]));
    if (isSecurity && Object.keys(holder).length === 0) this.#emptied.push({ holder, list, place });
  }

  /** To be called when all is done, as more may have been put in the place of what was removed. */
  report(root: unknown, diagnostics: Diagnostics): void {
    const reported = new Set<Source>();
    for (const { holder, list, place } of this.#emptied) {
      const now = list.reduce(memberOf, root);
      const isThere = now === holder || (Array.isArray(now) && now.includes(holder));
      if (!isThere || Object.keys(holder).length > 0 || reported.has(place)) continue;
      reported.add(place);
      const owner = list.length === 1 ? "the description" : list.slice(1, -1).join(" ");
      diagnostics.report("overlay-opens-security", place, { owner });
    }
  }
}
