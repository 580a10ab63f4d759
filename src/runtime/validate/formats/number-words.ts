import type { Format } from "../issue.js";

// As in words.ts, for formats of numbers.

export const int8Format: Format = { name: "int8", words: "an integer from -128 to 127" };
export const uint8Format: Format = { name: "uint8", words: "an integer from 0 to 255" };
export const int16Format: Format = { name: "int16", words: "an integer from -32768 to 32767" };
export const uint16Format: Format = { name: "uint16", words: "an integer from 0 to 65535" };
export const int32Format: Format = {
  name: "int32",
  words: "an integer from -2147483648 to 2147483647",
};
export const uint32Format: Format = { name: "uint32", words: "an integer from 0 to 4294967295" };
export const floatFormat: Format = {
  name: "float",
  words: "a number that a 32-bit float can hold",
};
export const sfIntegerFormat: Format = { name: "sf-integer", words: "of the format sf-integer" };
export const sfDecimalFormat: Format = { name: "sf-decimal", words: "of the format sf-decimal" };
export const doubleIntFormat: Format = { name: "double-int", words: "of the format double-int" };
