import { setMember } from "../../validate/shape.js";

/** A number with more digits than a `number` can hold, until its target type is known. */
export class LongNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** `undefined` if it has a fraction, or too many digits for an int64. */
  get exact(): bigint | undefined {
    const [, sign = "", whole = "", fraction = "", power = "0"] =
      /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(this.text) ?? [];
    const scale = Number(power) - fraction.length;
    const digits = (whole + fraction).replace(/^0+(?=\d)/, "");
    if (Math.abs(scale) > MOST_DIGITS || digits.length > 2 * MOST_DIGITS) return undefined;
    const tail = scale < 0 ? digits.slice(scale) : "";
    if (/[1-9]/.test(tail)) return undefined;
    const head = scale < 0 ? digits.slice(0, scale) || "0" : digits + "0".repeat(scale);
    const value = BigInt(head);
    return sign === "-" ? -value : value;
  }
}

const MOST_DIGITS = 500;

/**
 * Parses valid JSON. Numbers that may not be exact become `LongNumber`s. Without recursion, so that
 * values may be nested to any depth.
 */
export function parseExact(text: string): unknown {
  const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;
  const open: { readonly value: Record<string, unknown> | unknown[]; name: string | undefined }[] =
    [];
  let result: unknown;
  const put = (value: unknown): void => {
    const owner = open[open.length - 1];
    if (owner === undefined) result = value;
    else if (Array.isArray(owner.value)) owner.value.push(value);
    else {
      setMember(owner.value, owner.name ?? "", value);
      owner.name = undefined;
    }
  };
  for (const token of text.match(tokens) ?? []) {
    if (token === "," || token === ":") continue;
    if (token === "}" || token === "]") {
      open.pop();
      continue;
    }
    const owner = open[open.length - 1];
    if (token === "{" || token === "[") {
      const value = token === "{" ? {} : [];
      put(value);
      open.push({ value, name: undefined });
    } else if (owner && !Array.isArray(owner.value) && owner.name === undefined)
      owner.name = JSON.parse(token) as string;
    else put(scalarOf(token));
  }
  return result;
}

function scalarOf(token: string): unknown {
  const value: unknown = JSON.parse(token);
  if (typeof value !== "number" || Number.isSafeInteger(value)) return value;
  return Number.isInteger(value) || value === Infinity || value === -Infinity
    ? new LongNumber(token)
    : value;
}
