/** What is used of js-yaml, which comes without types. */
declare module "js-yaml" {
  export class Type {
    constructor(
      tag: string,
      options: {
        readonly kind: "scalar";
        readonly resolve: (text: string | null) => boolean;
        readonly construct: (text: string | null) => unknown;
      },
    );
  }
  export class Schema {
    constructor(definition: { readonly implicit: readonly Type[] });
  }
  /** Throws for what is no YAML of one document with this schema. */
  export function load(
    text: string,
    options: {
      readonly schema: Schema;
      readonly onWarning: (warning: unknown) => void;
      /** Called where each value and key begins, spaces before it included, and where it ends. */
      readonly listener: (
        event: "open" | "close",
        state: { readonly input: string; readonly position: number },
      ) => void;
    },
  ): unknown;
}
