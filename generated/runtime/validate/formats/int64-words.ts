import type { Format } from "../issue.js";

// As in words.ts, for the integers of 64 bits, which most descriptions have.

export const int64Format: Format = {
  name: "int64",
  words: "an integer that is not rounded, from -9007199254740991 to 9007199254740991",
};
export const uint64Format: Format = {
  name: "uint64",
  words: "an integer that is not rounded, from 0 to 9007199254740991",
};
