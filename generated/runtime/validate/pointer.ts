/** Appends a name to a JSON Pointer (RFC 6901). */
export function pointerTo(parent: string, name: string): string {
  return `${parent}/${name.replace(/~/g, "~0").replace(/\//g, "~1")}`;
}
