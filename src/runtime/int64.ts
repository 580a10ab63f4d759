/** What 64 bits can hold, with a sign. */
export function isInt64Bigint(value: bigint): boolean {
  return BigInt.asIntN(64, value) === value;
}

/** What 64 bits can hold, without a sign. */
export function isUint64Bigint(value: bigint): boolean {
  return BigInt.asUintN(64, value) === value;
}

const INTEGER = /^(?:0|-?[1-9][0-9]{0,19})$/;

/** An int64 as JSON writes it: no zeros in front, no sign but `-`. */
export function isInt64Digits(text: string): boolean {
  return INTEGER.test(text) && (text.length < 19 || isInt64Bigint(BigInt(text)));
}

/** A uint64 as JSON writes it. */
export function isUint64Digits(text: string): boolean {
  return INTEGER.test(text) && isUint64Bigint(BigInt(text));
}
