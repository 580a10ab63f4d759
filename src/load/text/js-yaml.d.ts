/** The part of js-yaml that is used; it brings these types itself from version 5 on. */
declare module "js-yaml" {
  export interface ScalarEvent {
    readonly type: 4;
    readonly valueStart: number;
    readonly valueEnd: number;
    readonly anchorStart: number;
    readonly tagStart: number;
    readonly style: 1 | 2 | 3 | 4 | 5;
    readonly fast: boolean;
  }
  interface Collection {
    readonly start: number;
    readonly anchorStart: number;
    readonly tagStart: number;
    readonly style: 1 | 2;
  }
  export interface SequenceEvent extends Collection {
    readonly type: 2;
  }
  export interface MappingEvent extends Collection {
    readonly type: 3;
  }
  interface DocumentEvent {
    readonly type: 1;
    readonly explicitEnd: boolean;
    readonly directives: readonly unknown[];
  }
  interface OtherEvent {
    readonly type: 5 | 6;
  }
  export type Event = DocumentEvent | SequenceEvent | MappingEvent | ScalarEvent | OtherEvent;
  interface Tag {
    readonly tagName: string;
    readonly resolve: (source: string, isExplicit: boolean, tagName: string) => unknown;
  }
  export const EVENT_ID: { DOCUMENT: 1; SEQUENCE: 2; MAPPING: 3; SCALAR: 4; ALIAS: 5; POP: 6 };
  export const SCALAR_STYLE: {
    PLAIN: 1;
    SINGLE_QUOTED: 2;
    DOUBLE_QUOTED: 3;
    LITERAL_BLOCK: 4;
    FOLDED_BLOCK: 5;
  };
  export const COLLECTION_STYLE: { BLOCK: 1; FLOW: 2 };
  export const NOT_RESOLVED: unique symbol;
  export const nullCoreTag: Tag;
  export const boolCoreTag: Tag;
  export const intCoreTag: Tag;
  export const floatCoreTag: Tag;
  export class YAMLException extends Error {
    readonly reason: string;
    readonly mark?: { readonly position: number };
  }
  export const parseEvents: (input: string, options: { maxDepth?: number }) => Event[];
  export const getScalarValue: (input: string, scalar: ScalarEvent) => string;
}
