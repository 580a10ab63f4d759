/** The address of the first link of a `Link` header (RFC 8288, section 3) that has this relation, which is in lower case. */
export function linkTo(relation: string, header: string): string | undefined {
  let address: string | undefined;
  for (const [token, link, name, quoted, plain = ""] of Array.from(header.matchAll(TOKEN))) {
    if (link !== undefined) address = link;
    else if (token === ",") address = undefined;
    else if (address !== undefined && name?.toLowerCase() === "rel") {
      const relations = quoted?.replace(/\\(.)/g, "$1") ?? plain;
      if (relations.toLowerCase().split(/\s+/).includes(relation)) return address;
      // Of several, the others are ignored (section 3.3).
      address = undefined;
    }
  }
  return undefined;
}

/** An address, a parameter, in whose quotes there may be anything, or the end of a link. */
const TOKEN =
  /<([^<>]*)>|;[ \t]*([^\s"<>,;=]+)(?:[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)|([^\s"<>,;]*)))?|,/g;
