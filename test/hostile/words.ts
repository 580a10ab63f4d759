/**
 * Chooses what stands at a place: `plain`, or a payload. The place's first word says what may happen to it:
 * `prose` is for people and never refused, `name`, `value` and `number` may be.
 */
export type At = (place: string, plain: unknown) => unknown;

/** What asks for a text, by what may happen to it. */
export interface Words {
  prose(place: string): unknown;
  name(place: string, plain: string): string;
  value(place: string, plain: unknown): unknown;
  number(place: string, plain: number): unknown;
}

export function wordsFrom(at: At): Words {
  return {
    prose: (place) => at(`prose.${place}`, `About the ${place}.`),
    name: (place, plain) => String(at(`name.${place}`, plain)),
    value: (place, plain) => at(`value.${place}`, plain),
    number: (place, plain) => at(`number.${place}`, plain),
  };
}

/** A `$ref` into the same file, encoded as RFC 6901, section 6, says. */
export function pointer(...tokens: readonly string[]): string {
  const escaped = tokens.map((token) => token.replaceAll("~", "~0").replaceAll("/", "~1"));
  return `#/${escaped.map((token) => encodeURIComponent(token.replace(/\p{Cs}/gu, "\ufffd"))).join("/")}`;
}
