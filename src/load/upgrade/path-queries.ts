import { keep, operationsOf, parametersOf } from "../context.js";
import { asObject } from "../../common/json.js";
import type { PathQuery, QueryPart } from "../checks/path-queries.js";
import { plainName } from "../checks/paths.js";
import type { Located } from "../document.js";
import { type MutableObject, type UpgradeContext, adopted, mutable } from "./context.js";

/** Declares what stands in the query of a path as parameters of the query, once: those that are declared already move there. */
export function mendQuery({ parts }: PathQuery, item: Located, context: UpgradeContext): void {
  for (const [, operation] of operationsOf(item, context))
    for (const [name, part] of parts) {
      const holders = [operation, item];
      if (holders.some((holder) => indexOf(holder, "query", name, context) >= 0)) continue;
      const called = "parameter" in part ? part.parameter : name;
      const isMoved = holders.some((holder) =>
        ["path", "query"].some((place) => move(holder, place, called, name, context)),
      );
      if (isMoved) continue;
      const declaration = declarationOf(part);
      context.origins.setObject(declaration.schema, item.source);
      append(operation, { name, in: "query", ...declaration }, context);
    }
}

function declarationOf(part: QueryPart): { readonly required: boolean; readonly schema: object } {
  return "text" in part
    ? { required: true, schema: { type: "string", enum: [part.text] } }
    : { required: part.required, schema: { type: "string" } };
}

function indexOf(holder: Located, place: string, called: string, context: UpgradeContext): number {
  return parametersOf(holder, context).findIndex(({ parameter }) => {
    const { in: own, name } = asObject(parameter.value);
    return own === place && typeof name === "string" && plainName(name) === called;
  });
}

/** A parameter that other operations refer to stays as it is for them. */
function move(
  holder: Located,
  place: string,
  called: string,
  name: string,
  context: UpgradeContext,
): boolean {
  const index = indexOf(holder, place, called, context);
  const items = parametersOf(holder, context);
  const found = items[index];
  if (!found) return false;
  const value: MutableObject = { ...asObject(found.parameter.value), name, in: "query" };
  // Of a path, not of a query.
  if (place === "path") for (const key of ["style", "explode"]) delete value[key];
  const moved = adopted(value, "Parameter", found.parameter.source, context);
  mutable(holder)["parameters"] = keep(
    items.map(({ written }, at) => (at === index ? moved : written)),
    context,
  );
  return true;
}

function append(holder: Located, parameter: object, context: UpgradeContext): void {
  const list = keep(
    parametersOf(holder, context).map(({ written }) => written),
    context,
  );
  mutable(holder)["parameters"] = [...list, parameter];
}
