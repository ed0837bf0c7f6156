import { firstNames, type Names, surnames } from './names.ts';
import { type Random, Weighted } from './random.ts';

/** The fields that a made-up record has; each may be missing, as in real data. */
export const FIELDS = ['firstName', 'lastName', 'dateOfBirth', 'email', 'phone', 'postcode'] as const;
type Field = (typeof FIELDS)[number];

/** A value and the probability that a record of some other household has the same one. */
export interface Known {
  readonly text: string;
  readonly share: number;
}

export interface SimulatedRecord {
  readonly id: string;
  readonly values: Readonly<Partial<Record<Field, Known>>>;
}

/** Assumptions beside the published frequencies of names; each is a share of records unless said otherwise. */
const ASSUMPTIONS = {
  /** Households of 1, 2, … people (Office for National Statistics, families and households in the UK, 2023, rounded). */
  householdSizes: [0.3, 0.34, 0.16, 0.14, 0.06],
  /** Records that describe one person: 1, 2, … of them. */
  recordsOfPerson: [0.72, 0.18, 0.07, 0.03],
  /** Members of a household that have its surname. */
  sameSurname: 0.8,
  /** Live postcodes of the United Kingdom; the population may be many times its people, so that more share each. */
  postcodes: 1_700_000,
  postcodeGiven: 0.95,
  birthdayGiven: 0.92,
  /** Birthdays that were entered because the real one was unknown. */
  placeholderBirthday: 0.002,
  /** People who are born in one of the years before this one, fewer in each of the oldest. */
  youngest: 2007,
  oldest: 1930,
  ownMobile: 0.68,
  householdPhone: 0.15,
  /** Numbers of employers, agencies and shops, as frequent as their sizes: the k-th largest has a share of about 1/k. */
  sharedPhone: 0.04,
  ownEmail: 0.72,
  householdEmail: 0.04,
  sharedEmail: 0.02,
  /** Shared numbers and addresses that there are for a million records. */
  hubsPerMillion: 2_000,
} as const;

const DAY = 86_400_000;
const PLACEHOLDER = '1900-01-01';

/** Draws households of people, each with one or several records. Nothing but the drawn households is held in memory. */
export class Population {
  readonly lastNames: Names;
  readonly men: Names;
  readonly women: Names;
  readonly records: number;
  /** Days of birth with the share of records that have them. */
  readonly birthdays: readonly Known[];
  /** Records of a household, on the average. */
  readonly householdRecords: number;
  private readonly householdSizes = new Weighted(ASSUMPTIONS.householdSizes);
  private readonly recordsOfPerson = new Weighted(ASSUMPTIONS.recordsOfPerson);
  private readonly birthdayWeights: Weighted;
  private readonly hubs: number;
  private readonly hubWeight: number;
  private households = 0;

  constructor(records: number) {
    this.records = records;
    const { lastNames, men, women } = names();
    this.lastNames = lastNames;
    this.men = men;
    this.women = women;
    this.birthdays = birthdays();
    this.birthdayWeights = new Weighted(this.birthdays.map(({ share }) => share));
    const mean = (shares: readonly number[]) => shares.reduce((sum, share, index) => sum + share * (index + 1), 0);
    this.householdRecords = mean(ASSUMPTIONS.householdSizes) * mean(ASSUMPTIONS.recordsOfPerson);
    this.hubs = Math.max(10, Math.round((records / 1_000_000) * ASSUMPTIONS.hubsPerMillion));
    this.hubWeight = Math.log(this.hubs + 1);
  }

  household(random: Random): SimulatedRecord[] {
    const household = this.households;
    this.households += 1;
    const surname = this.surname(random);
    const postcode = this.postcode(random);
    const landline = alone(`+44207${digits(household, 7)}`);
    const shared = alone(`family${household}@mail.example`);
    const records: SimulatedRecord[] = [];
    const members = this.householdSizes.draw(random) + 1;
    for (let member = 0; member < members; member++) {
      const sex = random.next() < 0.5 ? this.men : this.women;
      const rank = sex.draw(random);
      // A first name of men may be one of women too; that share is small enough to be left out.
      const firstName = { text: sex.nameOf(rank), share: sex.shareOf(rank) / 2 };
      const lastName = random.next() < ASSUMPTIONS.sameSurname ? surname : this.surname(random);
      const birthday = this.birthdays[this.birthdayWeights.draw(random)]!;
      const person = household * 5 + member;
      const mobile = alone(`+4477${digits(person, 8)}`);
      const email = alone(`p${person}@mail.example`);
      const count = this.recordsOfPerson.draw(random) + 1;
      for (let index = 0; index < count; index++) {
        const values: Partial<Record<Field, Known>> = { firstName, lastName };
        const dateOfBirth = this.givenBirthday(random, birthday);
        if (dateOfBirth !== undefined) values.dateOfBirth = dateOfBirth;
        if (random.next() < ASSUMPTIONS.postcodeGiven) values.postcode = postcode;
        const phone = this.contact(random, mobile, landline, 'phone');
        if (phone !== undefined) values.phone = phone;
        const address = this.contact(random, email, shared, 'email');
        if (address !== undefined) values.email = address;
        records.push({ id: `s${person}-${index}`, values });
      }
    }
    return records;
  }

  private surname(random: Random): Known {
    const rank = this.lastNames.draw(random);
    return { text: this.lastNames.nameOf(rank), share: this.lastNames.shareOf(rank) };
  }

  /** Postcodes of a few big ones and many small ones: weights fall evenly from twice the mean to nothing. */
  private postcode(random: Random): Known {
    const { postcodes, postcodeGiven } = ASSUMPTIONS;
    const rank = Math.floor((1 - Math.sqrt(1 - random.next())) * postcodes);
    return { text: postcodeText(rank), share: ((2 * (1 - rank / postcodes)) / postcodes) * postcodeGiven };
  }

  private givenBirthday(random: Random, birthday: Known): Known | undefined {
    const chance = random.next();
    const { birthdayGiven, placeholderBirthday } = ASSUMPTIONS;
    if (chance < placeholderBirthday) return { text: PLACEHOLDER, share: placeholderBirthday };
    return chance < birthdayGiven ? birthday : undefined;
  }

  private contact(random: Random, own: Known, household: Known, kind: 'phone' | 'email'): Known | undefined {
    const { ownMobile, householdPhone, sharedPhone, ownEmail, householdEmail, sharedEmail } = ASSUMPTIONS;
    const [first, second, third] =
      kind === 'phone' ? [ownMobile, householdPhone, sharedPhone] : [ownEmail, householdEmail, sharedEmail];
    const chance = random.next();
    if (chance < first) return own;
    if (chance < first + second) return household;
    if (chance >= first + second + third) return undefined;
    // The inverse of the sum of 1/k up to k, which is nearly its logarithm.
    const hub = Math.min(this.hubs - 1, Math.floor(Math.exp(random.next() * this.hubWeight)) - 1);
    const share = (third * Math.log((hub + 2) / (hub + 1))) / this.hubWeight;
    return { text: kind === 'phone' ? `+441612${digits(hub, 6)}` : `office${hub}@company.example`, share };
  }
}

interface AllNames {
  readonly lastNames: Names;
  readonly men: Names;
  readonly women: Names;
}

let made: AllNames | undefined;

/** Six million shares are worked out once. */
const names = (): AllNames => {
  made ??= { lastNames: surnames(), men: firstNames('men'), women: firstNames('women') };
  return made;
};

/** A value that no other household has. */
const alone = (text: string): Known => ({ text, share: 0 });

const digits = (number: number, length: number): string => String(number).padStart(length, '0').slice(-length);

function birthdays(): Known[] {
  const { youngest, oldest, birthdayGiven, placeholderBirthday } = ASSUMPTIONS;
  const days: { text: string; weight: number }[] = [];
  for (let day = Date.UTC(oldest, 0, 1); day < Date.UTC(youngest, 0, 1); day += DAY) {
    const text = new Date(day).toISOString().slice(0, 10);
    // Of those born before 1960 fewer live, evenly down to a tenth.
    days.push({ text, weight: Math.min(1, 0.1 + (0.9 * (Number(text.slice(0, 4)) - oldest)) / (1960 - oldest)) });
  }
  const sum = days.reduce((total, { weight }) => total + weight, 0);
  return days.map(({ text, weight }) => ({ text, share: (weight / sum) * (birthdayGiven - placeholderBirthday) }));
}

/** `AB12 3CD`, in an order that mixes areas. */
function postcodeText(rank: number): string {
  const letters = 'ABCDEFGHJKLMNPRSTUVWXY';
  const letter = (shift: number) => letters[Math.floor(rank / shift) % letters.length]!;
  const outward = Math.floor(rank / (22 * 22 * 10));
  return `${letter(22 * 22 * 10 * 90)}${letter(22 * 22 * 10 * 90 * 22)}${10 + (outward % 90)} ${Math.floor(rank / (22 * 22)) % 10}${letter(1)}${letter(22)}`;
}
