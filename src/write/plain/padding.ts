const paddings: string[] = [];

/** The spaces before a line. */
export function padding(indent: number): string {
  return (paddings[indent] ??= " ".repeat(indent));
}

/** Names that have commas between them, a line each. */
export function spread(names: string, indent: number): string {
  const pad = padding(indent);
  return `${pad}${names.replaceAll(", ", `,\n${pad}`)},\n`;
}

/** What stands before and behind the first `border`; nothing where there is none. */
export function cut(text: string, border: string): readonly string[] {
  const at = text.indexOf(border);
  return at < 0 ? [] : [text.slice(0, at), text.slice(at + border.length)];
}
