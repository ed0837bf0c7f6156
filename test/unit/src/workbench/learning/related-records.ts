import { randomNumbers } from '../../../../../src/workbench/learning/random.ts';

/** Made-up records, and the true cluster by record id. */
export interface RelatedRecords {
  readonly records: readonly Record<string, string>[];
  readonly truth: ReadonlyMap<string, string>;
}

const random = randomNumbers(11);
const upTo = (most: number): number => Math.floor(random() * most);
const oneOf = (texts: readonly string[]): string => texts[upTo(texts.length)]!;
const digits = (count: number): string => Array.from({ length: count }, () => upTo(10)).join('');

const syllables = (first: string, last: string): string[] =>
  first.split(' ').flatMap((one) => last.split(' ').map((other) => one + other));
const given = syllables(
  'Ju Ni Ke Pe Rhi Ul Ge Ca Fe Ho Cri Ta Os Bry Leo',
  'no lwyn rensa trick stian ta bert nia vald go',
);
const family = syllables(
  'West Jar Thorn Rav Mor Zen Ink Yar Lam Hart Birch Quen Dun Fal Ash Bram Crow Eld',
  'bury mere pool gate wick ford vane ton worth ley combe stead hurst den',
);
const streets =
  'Granary Court,Canal Side,Church Road,Foundry Way,Station Road,High Street,Abbey Walk,Quarry Hill'.split(',');
const cities = 'Wexcombe Harrowfen Northmoor Sandholm Eastbrook'.split(' ');

const place = () => {
  const city = upTo(cities.length);
  return {
    street: `${1 + upTo(220)} ${oneOf(streets)}`,
    city: cities[city]!,
    postcode: `${'WHNSE'[city]}X${1 + upTo(20)} ${1 + upTo(9)}${oneOf(['AB', 'CD', 'EF', 'GH'])}`,
  };
};
const landline = (): string => `07700 9${digits(5)}`;

/** The text with one letter left out. */
function mistyped(text: string): string {
  const at = 1 + upTo(text.length - 1);
  return text.slice(0, at) + text.slice(at + 1);
}

/** Every fifth thing a second time, with a letter left out of one value and one value missing. */
function withDoubles(things: readonly Record<string, string>[]): RelatedRecords {
  const records: Record<string, string>[] = [];
  const truth = new Map<string, string>();
  const add = (thing: Record<string, string>, cluster: number): void => {
    const id = `r${records.length}`;
    records.push({ id, ...thing });
    truth.set(id, String(cluster));
  };
  things.forEach((thing, cluster) => {
    add(thing, cluster);
    if (cluster % 5 > 0) return;
    const copy = { ...thing };
    const fields = Object.keys(copy);
    const wrong = oneOf(fields);
    copy[wrong] = mistyped(copy[wrong]!);
    delete copy[oneOf(fields.slice(2).filter((field) => field !== wrong))];
    add(copy, cluster);
  });
  return { records, truth };
}

/** People, of whom two fifths live with a relative: another given name and e-mail, and the rest in common. */
export function families(count: number): RelatedRecords {
  const people: Record<string, string>[] = [];
  const add = (home: Readonly<Record<string, string>>, first: string): void => {
    const email = `${first}.${home['lastName']}${upTo(99)}@example.com`.toLowerCase();
    people.push({ firstName: first, lastName: home['lastName']!, email, ...home });
  };
  while (people.length < count) {
    const home = { lastName: oneOf(family), phone: landline(), ...place() };
    const first = oneOf(given);
    add(home, first);
    if (people.length % 4 === 0) add(home, oneOf(given.filter((name) => name !== first)));
  }
  return withDoubles(people);
}
