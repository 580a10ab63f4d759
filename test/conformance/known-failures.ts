/** Tests of the official suite that are known to fail: the start of their names, and why. An entry that is not needed fails. */
export const knownFailures: Readonly<Record<string, string>> = {
  "vocabulary: schema that uses custom metaschema with with no validation vocabulary: no validation: invalid number":
    "the graph of these tests does not read vocabularies",
  "optional/cross-draft:": "the graph of these tests reads no draft but 2020-12",
  "optional/dependencies-compatibility:":
    "dependencies is no keyword of 2020-12 and is not in the model",
};
