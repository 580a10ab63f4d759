import type { Code } from "../../emit/code.js";
import { kindOf, type Member, type Print, printerOf } from "./answers.js";
import { answerTo, type Level, levelName } from "./levels.js";

/** One level of a schema: which members and parts there are, with code in the place of what is below. */
export interface Shape {
  readonly type?: NonNullable<Level["type"]>;
  readonly properties?: readonly Member[];
  /** The type of all other members; `false`: there are none that are known of. */
  readonly additional?: Code | false;
  readonly items?: Code;
  readonly allOf?: readonly Code[];
  readonly oneOf?: readonly Code[];
}

/**
 * Prints the TypeScript type that openapi-typescript says a level of a schema is. It sees neither names nor texts of a
 * description, and one member of each kind in the place of all: `Code` that was made elsewhere stands for what is below.
 */
export function shapeType(shape: Shape): Code {
  const { properties: members = [], additional, items, allOf = [], oneOf = [] } = shape;
  const level = {
    type: shape.type,
    kinds: kindsOf(members),
    others: additional !== undefined && additional !== false,
    items: items !== undefined,
    allOf: allOf.length,
    oneOf: oneOf.length,
  };
  const name = levelName(level);
  let print = printers.get(name);
  if (print === undefined) {
    print = printerOf(answerTo(level), level.kinds);
    printers.set(name, print);
  }
  return print({
    members,
    below: [...(additional ? [additional] : []), ...(items ? [items] : []), ...allOf, ...oneOf],
  });
}

/** By the name of the level. */
const printers = new Map<string, Print>();

function kindsOf(members: readonly Member[]): readonly number[] {
  let found = 0;
  for (const member of members) found |= 1 << kindOf(member);
  return [0, 1, 2, 3].filter((kind) => (found & (1 << kind)) !== 0);
}
