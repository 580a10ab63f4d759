import { wordsOf } from "./names.js";
import type { Texts } from "./scope.js";

/** The part of `@faker-js/faker` that is used; it is not imported here. */
export interface Faker {
  seed(seed: number): unknown;
  readonly commerce: { department(): string; productName(): string };
  readonly company: { name(): string };
  readonly internet: {
    domainName(): string;
    email(): string;
    ip(): string;
    url(): string;
    username(): string;
  };
  readonly location: {
    city(): string;
    country(): string;
    countryCode(): string;
    state(): string;
    streetAddress(): string;
    zipCode(): string;
  };
  readonly lorem: { sentence(): string; slug(): string };
  readonly person: {
    firstName(): string;
    fullName(): string;
    jobTitle(): string;
    lastName(): string;
  };
  readonly phone: { number(): string };
}

type Make = (faker: Faker) => string;

const byFormat: ReadonlyMap<string, Make> = new Map<string, Make>([
  ["email", ({ internet }) => internet.email()],
  ["hostname", ({ internet }) => internet.domainName()],
  ["uri", ({ internet }) => internet.url()],
]);

const byName: readonly (readonly [name: RegExp, make: Make])[] = [
  [/\be ?mail(?: address)?$/, ({ internet }) => internet.email()],
  [/\b(?:first|given) ?name$/, ({ person }) => person.firstName()],
  [/\b(?:last|family) ?name$|\bsurname$/, ({ person }) => person.lastName()],
  [
    /\b(?:full|display|customer|author|contact|person) ?name$|^(?:author|owner|customer|assignee)$/,
    ({ person }) => person.fullName(),
  ],
  [/\b(?:user ?name|login|handle|nickname)$/, ({ internet }) => internet.username()],
  [/\bjob(?: ?title)?$|\bposition$/, ({ person }) => person.jobTitle()],
  [/\bcity$|\btown$/, ({ location }) => location.city()],
  [/\bcountry ?code$/, ({ location }) => location.countryCode()],
  [/\bcountry$/, ({ location }) => location.country()],
  [/\b(?:province|region)$/, ({ location }) => location.state()],
  [/\b(?:street|address)(?: ?line)?(?: ?\d)?$/, ({ location }) => location.streetAddress()],
  [/\b(?:zip|postal)(?: ?code)?$|\bpostcode$/, ({ location }) => location.zipCode()],
  [/\b(?:phone|mobile|fax|tel)(?: ?number)?$/, ({ phone }) => phone.number()],
  [/\b(?:company|organi[sz]ation|vendor|brand)(?: ?name)?$/, ({ company }) => company.name()],
  [/\b(?:product)(?: ?name)?$/, ({ commerce }) => commerce.productName()],
  [/\b(?:category|department)(?: ?name)?$/, ({ commerce }) => commerce.department()],
  [/\b(?:url|link|href|website|homepage)$/, ({ internet }) => internet.url()],
  [/\b(?:host ?name|domain|host)$/, ({ internet }) => internet.domainName()],
  [/\b(?:ip|ip ?address)$/, ({ internet }) => internet.ip()],
  [/\bslug$/, ({ lorem }) => lorem.slug()],
  [
    /\b(?:description|summary|text|content|comment|message|bio|notes?|details?|reason)$/,
    ({ lorem }) => lorem.sentence(),
  ],
];

/** Texts of that library, as far as it has some for a format or for a name; the same for the same seed. */
export function fakerTexts(faker: Faker): Texts {
  return ({ name, format }, random) => {
    const words = wordsOf(name);
    const make =
      format === undefined
        ? byName.find(([expression]) => expression.test(words))?.[1]
        : byFormat.get(format);
    if (!make) return undefined;
    faker.seed(Math.floor(random() * 2 ** 32));
    return make(faker);
  };
}
