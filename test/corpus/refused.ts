/** Descriptions that pass for valid, but are refused, each with the reason. One that is not needed any more fails. */
export const refused: Readonly<Record<string, string>> = {
  "libopenapi-test-specs-petstorev2-complete-modified":
    "a parameter is in `head`, a path refers to a list, a security scheme is missing",
  "swagger-parser-swos-443-root": "a parameter is in `wrong`, a callback is text",
};

/** Descriptions that are listed as invalid, with a mistake that is no reason to refuse them. */
export const accepted: Readonly<Record<string, string>> = {
  "autorest-body-formdata": "a byte order mark, and a body with the type `file`",
  "libopenapi-test-specs-burgershop.openapi": "a parameter with a schema and content: a warning",
  "redocly-cli-bundle-external-value-test-success": "an example with a value and an address",
  "swagger-parser-resources-issue959": "a parameter of the path with two schemas: a warning",
  "swagger-typescript-api-another-query-params-schema": "a URI template for a path: a warning",
};
