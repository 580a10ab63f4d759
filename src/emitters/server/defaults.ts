import { type Code, code, join, json, property, str, use } from "../../emit/code.js";
import { type Preset, presetsOf } from "../../model/passes/defaults.js";
import type { Operation } from "../../model/types.js";
import { requestCheck } from "../validators/index.js";

/** The check of a request, which fills in what its body leaves out if that is wanted. */
export function checkData(operation: Operation): Code {
  const check = requestCheck(operation);
  const presets = [...presetsOf(operation.body)].map(
    ([{ type }, preset]) => [type, presetData({ ...preset, default: undefined })] as const,
  );
  const [first] = presets;
  if (!first) return check;
  if (operation.body?.content.length === 1)
    return code`${use("filling", "./runtime/server/requests/fill.js")}(${check}, ${first[1]})`;
  const members = presets.map(([type, data]) => code`${property(type)}: ${data}`);
  return code`${use("fillingByType", "./runtime/server/requests/fill.js")}(${check}, { ${join(members, ", ")} })`;
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

/** A default as an expression: JSON, or a `Date` where the schema asks for one. */
export function defaultValue(value: unknown): Code {
  return value instanceof Date ? code`new Date(${str(value.toISOString())})` : json(value);
}
