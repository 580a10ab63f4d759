/**
 * Descriptions that are listed as valid, but refused, each with the reason. One that is not needed any more
 * fails.
 */
export const refused: Readonly<Record<string, string>> = {
  "libopenapi-test-specs-petstorev2-complete-modified":
    "a parameter is in `head`, a path refers to a list, a security scheme is missing",
  "openapi-ts-2.0.x-full": "a parameter refers to a schema",
  "swagger-parser-swos-443-root": "a parameter is in `wrong`, a callback is text",
};
