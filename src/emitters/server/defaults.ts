import { type Code, code, join, property, use } from "../../emit/code.js";
import { type Preset, presetOf } from "../../model/defaults.js";
import type { Operation } from "../../model/types.js";
import { defaultValue } from "../default-value.js";
import { requestCheck } from "../validators/index.js";

/** The check of a request, which fills in what its body leaves out if that is wanted. */
export function checkData(operation: Operation): Code {
  const check = requestCheck(operation);
  const preset = presetOf(operation.body);
  if (!preset) return check;
  return code`${use("filling", "./runtime/fill.js")}(${check}, ${presetData({ ...preset, default: undefined })})`;
}

function presetData({ default: own, inside, items }: Preset): Code {
  const members = [...inside].map(([name, one]) => code`${property(name)}: ${presetData(one)}`);
  return code`{ ${join(
    [
      ...(own ? [code`default: ${defaultValue(own.value)}`] : []),
      ...(members.length > 0 ? [code`inside: { ${join(members, ", ")} }`] : []),
      ...(items ? [code`items: ${presetData({ ...items, default: undefined })}`] : []),
    ],
    ", ",
  )} }`;
}
