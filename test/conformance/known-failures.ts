/** Tests of JSON Schema 2020-12 that fail: the start of their names, and why. An entry that is not needed fails. */
export const knownFailures: Readonly<Record<string, string>> = {};

/** The same for what OpenAPI 3.0 keeps of draft 4. */
export const knownFailuresOf30: Readonly<Record<string, string>> = {
  "optional/zeroTerminatedFloats:":
    "whether 1.0 is an integer is left to the language, and to JavaScript it is: JSON.parse gives the same number",
};

/** The same for draft 4 in OpenAPI 3.1. */
export const knownFailuresOfDraft4: Readonly<Record<string, string>> = {
  ...knownFailuresOf30,
  "definitions: validate definition against metaschema:": "the metaschema is not at hand",
  "ref: remote ref, containing refs itself:": "the metaschema is not at hand",
  "refRemote: Location-independent identifier in remote ref:":
    "the file does not say that it is written in draft 4, of which id is a keyword",
};

/** The same for our own cases. */
export const knownFailuresOfCases: Readonly<Record<string, string>> = {
  "3.0 nullable: nullable with type, but allOf forbids null: null":
    "null is what is meant, and what servers send: docs/descriptions.md says what is read on",
};
