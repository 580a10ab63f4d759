import { isUnique } from "../equality.js";
import { type ExpectedRule, pointersTo } from "./expected.js";
import { fail } from "../validate.js";

/** `uniqueItems`; in a module of its own, because few apps need it. */
export const unique: ExpectedRule = (value, _expected, where, issues) => {
  if (Array.isArray(value) && !isUnique(value))
    fail(issues, ...pointersTo(where), "uniqueItems", "must not repeat an item");
  return false;
};
