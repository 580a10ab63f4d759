/** The parameters of RFC 3492, section 5. */
const base = 36;
const tMin = 1;
const tMax = 26;
const skew = 38;
const damp = 700;
const initialBias = 72;
const initialCode = 128;

/** Decodes a label in Punycode, without its `xn--`; undefined if it is invalid. */
export function decodePunycode(encoded: string): string | undefined {
  const end = encoded.lastIndexOf("-");
  const codes = Array.from(encoded.slice(0, Math.max(end, 0)), (char) => char.codePointAt(0) ?? 0);
  let code = initialCode;
  let place = 0;
  let bias = initialBias;
  for (let at = end > 0 ? end + 1 : 0; at < encoded.length;) {
    const before = place;
    for (let weight = 1, k = base; ; k += base) {
      const digit = digitOf(encoded.charCodeAt(at++));
      if (digit < 0) return undefined;
      place += digit * weight;
      if (place > 0x7fffffff) return undefined;
      const threshold = thresholdAt(k, bias);
      if (digit < threshold) break;
      weight *= base - threshold;
    }
    const count = codes.length + 1;
    bias = adapt(place - before, count, before === 0);
    code += Math.floor(place / count);
    place %= count;
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return undefined;
    codes.splice(place++, 0, code);
  }
  return codes.map((one) => String.fromCodePoint(one)).join("");
}

/** A label in Punycode, without its `xn--`. */
export function encodePunycode(text: string): string {
  const codes = Array.from(text, (char) => char.codePointAt(0) ?? 0);
  const basic = codes.filter((code) => code < initialCode);
  let result = basic.map((one) => String.fromCharCode(one)).join("");
  if (basic.length > 0) result += "-";
  let done = basic.length;
  let code = initialCode;
  let delta = 0;
  let bias = initialBias;
  while (done < codes.length) {
    const left = codes.filter((other) => other >= code);
    const next = left.reduce((least, other) => Math.min(least, other));
    delta += (next - code) * (done + 1);
    code = next;
    for (const other of codes) {
      if (other < code) delta++;
      if (other !== code) continue;
      result += digitsOf(delta, bias);
      bias = adapt(delta, done + 1, done === basic.length);
      delta = 0;
      done++;
    }
    delta++;
    code++;
  }
  return result.toLowerCase();
}

function digitsOf(delta: number, bias: number): string {
  let result = "";
  let rest = delta;
  for (let k = base; ; k += base) {
    const threshold = thresholdAt(k, bias);
    if (rest < threshold) return result + asDigit(rest);
    const digit = threshold + ((rest - threshold) % (base - threshold));
    result += asDigit(digit);
    rest = Math.floor((rest - threshold) / (base - threshold));
  }
}

function asDigit(digit: number): string {
  return String.fromCharCode(digit < 26 ? 97 + digit : 22 + digit);
}

function digitOf(unit: number): number {
  if (unit >= 48 && unit <= 57) return unit - 22;
  const small = unit | 32;
  return small >= 97 && small <= 122 ? small - 97 : -1;
}

function thresholdAt(k: number, bias: number): number {
  return Math.min(Math.max(k - bias, tMin), tMax);
}

function adapt(delta: number, count: number, isFirst: boolean): number {
  let rest = isFirst ? Math.floor(delta / damp) : Math.floor(delta / 2);
  rest += Math.floor(rest / count);
  let k = 0;
  for (; rest > ((base - tMin) * tMax) / 2; k += base) rest = Math.floor(rest / (base - tMin));
  return k + Math.floor(((base - tMin + 1) * rest) / (rest + skew));
}
