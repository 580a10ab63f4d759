type Members = Readonly<Record<string, unknown>>;

const fields = /^(?:sort|sortby|sortfield|sortkey|order|orderby|ordering)$/;
const directions = /^(?:sort|order)?(?:direction|dir)$|^(?:sort|order|sortorder)$/;

/** Items in the order that a query asks for, and what else the query has. */
export interface Sorted {
  readonly items: readonly unknown[];
  readonly others: Members;
}

/**
 * Items by the members that parameters such as `sort` and `order_by` name: `name`, `-name`, `name:desc`, `price desc,name`;
 * in the direction of one such as `order`, where that is apart. As they are where no member is named.
 */
export function sorted(items: readonly unknown[], query: Members): Sorted {
  const [first] = items;
  const members = typeof first === "object" && first !== null ? Object.keys(first) : [];
  const all = Object.entries(query).map(([name, value]) => ({
    name,
    keys: fields.test(plain(name)) ? keysOf(value, members) : [],
    isDown: directions.test(plain(name)) ? isDescending(value) : undefined,
  }));
  const keys = all.flatMap((one) => one.keys);
  if (keys.length === 0) return { items, others: query };
  const isDown = all.find((one) => one.isDown !== undefined && one.keys.length === 0)?.isDown;
  const used = new Set(
    all.filter((one) => one.keys.length > 0 || one.isDown !== undefined).map(({ name }) => name),
  );
  return {
    items: [...items].sort((one, other) => {
      for (const { member, isDown: own = isDown } of keys) {
        const order = compare((one as Members)[member], (other as Members)[member]);
        if (order !== 0) return own === true ? -order : order;
      }
      return 0;
    }),
    others: Object.fromEntries(Object.entries(query).filter(([name]) => !used.has(name))),
  };
}

interface Key {
  readonly member: string;
  readonly isDown: boolean | undefined;
}

/** The members that a text or a list of texts names; `created` may be `createdAt`. */
function keysOf(value: unknown, members: readonly string[]): readonly Key[] {
  const words = (Array.isArray(value) ? value : [value]).flatMap((one) => String(one).split(","));
  return words.flatMap((word) => {
    const text = word.trim();
    const [suffix, direction] = /[\s:._](asc|desc)(?:ending)?$/i.exec(text) ?? [""];
    const name = plain(text.slice(0, text.length - suffix.length));
    const member = members.find((one) => [name, `${name}at`].includes(plain(one)));
    const isDown = text.startsWith("-") || isDescending(direction);
    return member === undefined ? [] : [{ member, isDown }];
  });
}

function isDescending(value: unknown): boolean | undefined {
  const [found] = /^(?:asc|desc)/i.exec(String(value)) ?? [];
  return found === undefined ? undefined : found.toLowerCase() === "desc";
}

/** Absent values come last. */
function compare(one: unknown, other: unknown): number {
  const [a, b] = [one, other] as [string, string];
  if (one === other) return 0;
  if (one === undefined || one === null) return 1;
  if (other === undefined || other === null) return -1;
  return a < b ? -1 : a > b ? 1 : 0;
}

function plain(name: string): string {
  return name.replace(/[^A-Za-z\d]/g, "").toLowerCase();
}
