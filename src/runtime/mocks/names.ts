import type { Random } from "./random.js";

/** The usual numbers of a member. */
export interface UsualNumbers {
  readonly low: number;
  readonly high: number;
  /** Between two of them. */
  readonly step: number;
}

/** By the last words of a name, in lower case with a space between words; the first one that fits counts. */
const numbers: readonly (readonly [name: RegExp, low: number, high: number, step: number])[] = [
  [/\b(?:price|amount|cost|total|fee|salary|balance|tax|discount|revenue)\b/, 1, 500, 0.01],
  [/\b(?:lat|latitude)$/, -90, 90, 0.0001],
  [/\b(?:lon|lng|long|longitude)$/, -180, 180, 0.0001],
  [/\b(?:percent|percentage|progress|score|confidence)$/, 0, 100, 0.1],
  [/\b(?:rate|ratio|probability)$/, 0, 1, 0.01],
  [/\b(?:rating|stars)$/, 1, 5, 0.1],
  [/\bage$/, 18, 80, 1],
  [/\byear$/, 1990, 2025, 1],
  [/\bmonth$/, 1, 12, 1],
  [/\bday$/, 1, 28, 1],
  [/\bhours?$/, 0, 23, 1],
  [/\b(?:minutes?|seconds?)$/, 0, 59, 1],
  [/\b(?:timestamp|created|updated|modified|expires|at)$/, 1_600_000_000, 1_760_000_000, 1],
  [/\b(?:size|bytes|length)$/, 1, 100_000, 1],
  [/\b(?:width|height)$/, 16, 1920, 1],
  [/\bport$/, 1024, 49_151, 1],
  [/\b(?:quantity|count|qty)$/, 1, 20, 1],
  [/\bid$/, 1, 9999, 1],
  [/\b(?:version|page|position|order|index|rank|level|priority)$/, 1, 10, 1],
];

export function usualNumbers(name: string, isWhole: boolean): UsualNumbers {
  const words = wordsOf(name);
  const [, low = 1, high = 100, step = 0.01] =
    numbers.find(([expression]) => expression.test(words)) ?? [];
  const scale = isWhole && high <= 1 ? 100 : high;
  return { low: isWhole ? Math.ceil(low) : low, high: scale, step: isWhole ? 1 : step };
}

type Words = (random: Random) => string;

const list = (text: string): readonly string[] => text.split(" ");
const firstNames = list(
  "Ada Alan Amara Barbara Chen Dennis Edsger Elena Farid Grace Hana Ines Jonas Kofi Lena Linus Mateo Mina Noor Olu Priya Rosa Sven Tomas Yuki",
);
const lastNames = list(
  "Abe Berger Cruz Dijkstra Eriksen Fontaine Garcia Hopper Ito Jansen Kowalski Lovelace Moreau Novak Okafor Patel Quinn Rossi Sato Turing Udo Vega Weber Yilmaz Zhang",
);
const cities = list(
  "Accra Basel Berlin Bogota Cairo Hanoi Kyoto Lagos Lima Lisbon Lyon Mumbai Nairobi Oslo Porto Prague Quito Riga Seoul Toronto Utrecht Vienna Zagreb",
);
const countries = list(
  "Austria Brazil Canada Chile Egypt France Germany Ghana India Italy Japan Kenya Mexico Norway Peru Poland Portugal Spain Sweden Vietnam",
);
const countryCodes = list("AT BR CA CL DE EG ES FR GH IN IT JP KE MX NO PE PL PT SE VN");
const streets = list(
  "Bridge Church Elm Garden Harbour High Lake Market Mill Oak Park River School Station",
);
const adjectives = list(
  "amber bold bright calm clear crisp deep early fresh gentle golden grand green late light little lucky mellow quick quiet red silver small soft warm wild",
);
const nouns = list(
  "anchor apple arrow basket beacon bridge canyon cedar circle cloud compass delta ember falcon forest garden harbor island lantern maple meadow mirror orchard pebble planet quartz river signal stone summit thread tower valley violet willow",
);
const verbs = list(
  "carries covers crosses finds follows holds joins keeps lights marks meets opens reaches shows",
);
const domains = list("example.com example.org example.net");

const one =
  (words: readonly string[]): Words =>
  (random) =>
    random.pick(words) ?? "";
const noun = one(nouns);
const adjective = one(adjectives);
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const digits =
  (count: number): Words =>
  (random) =>
    Array.from({ length: count }, () => random.between(0, 9)).join("");
const hexadecimal =
  (count: number): Words =>
  (random) =>
    Array.from({ length: count }, () => random.between(0, 15).toString(16)).join("");

export const uuid: Words = (random) =>
  [8, 4, 3, 3, 12]
    .map(
      (count, at) =>
        (at === 2 ? "4" : at === 3 ? "89ab".charAt(random.between(0, 3)) : "") +
        hexadecimal(count)(random),
    )
    .join("-");
export const host: Words = (random) => `${noun(random)}.${one(domains)(random)}`;
export const address: Words = (random) =>
  `https://${one(domains)(random)}/${adjective(random)}-${noun(random)}`;
export const email: Words = (random) =>
  `${one(firstNames)(random)}.${one(lastNames)(random)}@${one(domains)(random)}`.toLowerCase();
export const sentence: Words = (random) =>
  `The ${adjective(random)} ${noun(random)} ${one(verbs)(random)} the ${noun(random)}.`;
export const ipv4: Words = (random) => `192.0.2.${random.between(1, 254)}`;

const pad = (value: number): string => String(value).padStart(2, "0");
export const day: Words = (random) =>
  `${random.between(2020, 2025)}-${pad(random.between(1, 12))}-${pad(random.between(1, 28))}`;
export const clock: Words = (random) =>
  [random.between(0, 23), random.between(0, 59), random.between(0, 59)].map(pad).join(":");
export const moment: Words = (random) => `${day(random)}T${clock(random)}Z`;

const texts: readonly (readonly [name: RegExp, make: Words])[] = [
  [/\be ?mail(?: address)?$/, email],
  [/\b(?:first|given) ?name$/, one(firstNames)],
  [/\b(?:last|family) ?name$|\bsurname$/, one(lastNames)],
  [
    /\b(?:full|display|customer|author|contact|person) ?name$|^(?:author|owner|customer|assignee)$/,
    (random) => `${one(firstNames)(random)} ${one(lastNames)(random)}`,
  ],
  [
    /\b(?:user ?name|login|handle|nickname)$/,
    (random) => `${noun(random)}${random.between(1, 99)}`,
  ],
  [/\bcity$|\btown$/, one(cities)],
  [/\bcountry ?code$/, one(countryCodes)],
  [/\bcountry$/, one(countries)],
  [
    /\b(?:street|address)(?: ?line)?(?: ?\d)?$/,
    (random) => `${random.between(1, 200)} ${one(streets)(random)} Street`,
  ],
  [/\b(?:zip|postal)(?: ?code)?$|\bpostcode$/, digits(5)],
  [/\b(?:phone|mobile|fax|tel)(?: ?number)?$/, (random) => `+1 202 555 ${digits(4)(random)}`],
  [
    /\b(?:company|organi[sz]ation|publisher|vendor|brand)(?: ?name)?$/,
    (random) => `${capital(noun(random))} ${one(list("Works Labs Press Trading"))(random)}`,
  ],
  [
    /\b(?:avatar|image|photo|picture|thumbnail|logo|icon)(?: ?url)?$/,
    (random) => `https://example.com/images/${noun(random)}.jpg`,
  ],
  [/\b(?:url|uri|link|href|website|homepage|endpoint)$/, address],
  [/\b(?:host ?name|domain|host)$/, host],
  [/\b(?:ip|ip ?address)$/, ipv4],
  [
    /\b(?:title|subject|headline)$/,
    (random) => `The ${capital(adjective(random))} ${capital(noun(random))}`,
  ],
  [
    /\b(?:description|summary|text|content|comment|message|bio|notes?|detail|details|reason|body)$/,
    sentence,
  ],
  [/\bslug$/, (random) => `${adjective(random)}-${noun(random)}`],
  [/\bcolou?r$/, one(list("amber blue crimson green indigo ivory teal violet"))],
  [/\bcurrency(?: ?code)?$/, one(list("CHF EUR GBP JPY USD"))],
  [/\b(?:locale|lang|language)$/, one(list("de en es fr it ja pt"))],
  [/\btime ?zone$|^tz$/, one(list("Africa/Lagos America/Bogota Asia/Tokyo Europe/Zurich"))],
  [/\bversion$/, (random) => [1, 9, 20].map((high) => random.between(0, high)).join(".")],
  [/\b(?:uuid|guid)$/, uuid],
  [/\b(?:isbn|ean|gtin)$/, (random) => `978${digits(10)(random)}`],
  [/\b(?:id|key|token|hash|sha|secret|cursor|etag|reference|ref)$/, hexadecimal(12)],
  [
    /\b(?:created|updated|modified|deleted|expires|published|started|ended)?(?: ?at| ?on)$|\btimestamp$/,
    moment,
  ],
  [/\b(?:date|birthday)$/, day],
  [/\b(?:time)$/, moment],
  [/\b(?:file|file ?name|path)$/, (random) => `${noun(random)}.txt`],
  [/\b(?:mime|media|content) ?type$/, one(list("application/pdf image/png text/plain"))],
  [/\bcode$/, (random) => `${noun(random)}_${random.between(1, 99)}`],
  [/\b(?:status|state)$/, one(list("active done open pending"))],
  [/\bname$/, (random) => `${capital(adjective(random))} ${capital(noun(random))}`],
];

/** A text as members of this name usually have one. */
export function usualText(name: string, random: Random): string {
  const words = wordsOf(name);
  const found = texts.find(([expression]) => expression.test(words))?.[1];
  return found ? found(random) : `${adjective(random)} ${noun(random)}`;
}

/** `createdAt`, `created_at` and `created-at` as `created at`. */
export function wordsOf(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/[^A-Za-z\d]+/g, " ")
    .trim()
    .toLowerCase();
}
