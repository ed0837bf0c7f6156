import { allLocales } from '@faker-js/faker';
import { Random, Weighted } from './random.ts';

/**
 * Names with the frequencies of a census. How often the names of each rank occur is published; what they are called only
 * matters for which of them sound alike, so that all but the most frequent are made up, letter by letter, after real ones.
 */
export interface Names {
  /** Ranks from 0, the most frequent first; `count` of them, and all of the rest is rarer still. */
  readonly count: number;
  nameOf(rank: number): string;
  /** Share of people who have the name of this rank. */
  shareOf(rank: number): number;
  draw(random: Random): number;
}

/** Names of the ranks `from` to `to` (from 1) that `people` of all have, `most` of them the first and `least` the last. */
interface Class {
  readonly from: number;
  readonly to: number;
  readonly share: number;
  readonly most: number;
  readonly least: number;
}

/**
 * Surnames in the USA: frequency classes of the census of 2000 (D. Word, C. Coleman, R. Nunziata, R. Kominski,
 * "Demographic Aspects of Surnames from Census 2000", US Census Bureau 2008, table 1): occurrences of a name, names,
 * people with one of them.
 */
const SURNAME_CLASSES: readonly (readonly [most: number, least: number, names: number, people: number])[] = [
  [2_376_206, 1_000_000, 7, 10_710_446],
  [999_999, 100_000, 268, 60_091_601],
  [99_999, 10_000, 3_012, 77_657_334],
  [9_999, 1_000, 20_369, 57_957_024],
  [999, 100, 128_015, 35_366_049],
  [99, 50, 105_609, 7_358_924],
  [49, 25, 166_059, 5_772_510],
  [24, 10, 331_518, 5_092_320],
  [9, 5, 395_600, 2_568_209],
  [4, 2, 1_056_992, 2_808_085],
  [1, 1, 4_040_966, 4_040_966],
];

/** The hundred most frequent surnames of that census, in their order. */
const SURNAMES =
  'Smith Johnson Williams Brown Jones Miller Davis Garcia Rodriguez Wilson Martinez Anderson Taylor Thomas Hernandez Moore Martin Jackson Thompson White Lopez Lee Gonzalez Harris Clark Lewis Robinson Walker Perez Hall Young Allen Sanchez Wright King Scott Green Baker Adams Nelson Hill Ramirez Campbell Mitchell Roberts Carter Phillips Evans Turner Torres Parker Collins Edwards Stewart Flores Morris Nguyen Murphy Rivera Cook Rogers Morgan Peterson Cooper Reed Bailey Bell Gomez Kelly Howard Ward Cox Diaz Richardson Wood Watson Brooks Bennett Gray James Reyes Cruz Hughes Price Myers Long Foster Sanders Ross Morales Powell Sullivan Russell Ortiz Jenkins Gutierrez Perry Butler Barnes Fisher'.split(
    ' ',
  );

/** Per cent of men and women with the most frequent first names (US Census Bureau, Genealogy: frequently occurring first names, 1990). */
const MEN =
  'James 3.318 John 3.271 Robert 3.143 Michael 2.629 William 2.451 David 2.363 Richard 1.703 Charles 1.523 Joseph 1.404 Thomas 1.380 Christopher 1.035 Daniel 0.974 Paul 0.948 Mark 0.938 Donald 0.931 George 0.927 Kenneth 0.826 Steven 0.780 Edward 0.779 Brian 0.736';
const WOMEN =
  'Mary 2.629 Patricia 1.073 Linda 1.035 Barbara 0.980 Elizabeth 0.937 Jennifer 0.932 Maria 0.828 Susan 0.794 Margaret 0.768 Dorothy 0.727 Lisa 0.704 Nancy 0.669 Karen 0.667 Betty 0.666 Helen 0.663 Sandra 0.629 Donna 0.583 Carol 0.565 Ruth 0.562 Sharon 0.522';
/** So many names cover 90 per cent of men, and of women, in that list; the rest is spread over rarer ones. */
const MEN_COVERING_90 = 1_219;
const WOMEN_COVERING_90 = 4_275;
const FIRST_NAMES = 40_000;

export function surnames(): Names {
  const total = SURNAME_CLASSES.reduce((sum, [, , , people]) => sum + people, 0);
  let from = 1;
  const classes = SURNAME_CLASSES.map(([most, least, names, people]): Class => {
    const one = { from, to: from + names - 1, share: people / total, most, least };
    from += names;
    return one;
  });
  return new RankedNames(classes, [], SURNAMES, syllablesOf('last_name'));
}

export function firstNames(sex: 'men' | 'women'): Names {
  const listed = (sex === 'men' ? MEN : WOMEN).split(' ');
  const texts = listed.filter((_, index) => index % 2 === 0);
  const shares = listed.filter((_, index) => index % 2 === 1).map((share) => Number(share) / 100);
  const sum = shares.reduce((total, share) => total + share, 0);
  const covering = sex === 'men' ? MEN_COVERING_90 : WOMEN_COVERING_90;
  const last = shares.at(-1)!;
  const middle = { from: texts.length + 1, to: covering, share: 0.9 - sum, most: last };
  const middleEnd = last * (covering / middle.from) ** slopeOf(middle);
  const rare = { from: covering + 1, to: FIRST_NAMES, share: 0.1, most: middleEnd };
  return new RankedNames(
    [middle, rare].map((one) => ({ ...one, least: one.most * (one.to / one.from) ** slopeOf(one) })),
    shares,
    texts,
    syllablesOf(sex === 'men' ? 'male' : 'female'),
  );
}

/** The slope with which names of which the first has the share `most` have the given share together. */
function slopeOf({ from, to, share, most }: Omit<Class, 'least'>): number {
  let [low, high] = [-10, 0];
  for (let step = 0; step < 60; step++) {
    const slope = (low + high) / 2;
    let sum = 0;
    for (let rank = from; rank <= to; rank++) sum += most * (rank / from) ** slope;
    if (sum > share) high = slope;
    else low = slope;
  }
  return low;
}

class RankedNames implements Names {
  readonly count: number;
  private readonly shares: Float64Array;
  private readonly texts: readonly string[];
  private readonly maker: NameMaker;
  private readonly weighted: Weighted;

  constructor(classes: readonly Class[], first: readonly number[], texts: readonly string[], maker: NameMaker) {
    this.count = classes.at(-1)!.to;
    this.texts = texts;
    this.maker = maker;
    this.shares = new Float64Array(this.count);
    first.forEach((share, rank) => {
      this.shares[rank] = share;
    });
    for (const { from, to, share, most, least } of classes) {
      // A straight line between the ends on paper with two logarithmic scales, scaled to the people that there are.
      const slope = to === from ? 0 : Math.log(least / most) / Math.log(to / from);
      let sum = 0;
      for (let rank = from; rank <= to; rank++) {
        const weight = (rank / from) ** slope;
        this.shares[rank - 1] = weight;
        sum += weight;
      }
      for (let rank = from; rank <= to; rank++) this.shares[rank - 1]! *= share / sum;
    }
    this.weighted = new Weighted(this.shares);
  }

  nameOf(rank: number): string {
    return this.texts[rank] ?? this.maker.make(rank);
  }

  shareOf(rank: number): number {
    return this.shares[rank]!;
  }

  draw(random: Random): number {
    return this.weighted.draw(random);
  }
}

/** Makes names up of letters as they follow one another in real names (a Markov chain of the third order). */
class NameMaker {
  private readonly followers = new Map<string, string>();

  constructor(examples: readonly string[]) {
    for (const example of examples) {
      const text = `^^^${example}$`;
      for (let at = 3; at < text.length; at++) {
        const before = text.slice(at - 3, at);
        this.followers.set(before, (this.followers.get(before) ?? '') + text[at]!);
      }
    }
  }

  /** Always the same name for the same number. */
  make(number: number): string {
    const random = new Random(Math.imul(number + 1, 2_654_435_761));
    for (;;) {
      let name = '^^^';
      while (!name.endsWith('$') && name.length < 18) {
        const followers = this.followers.get(name.slice(-3))!;
        name += followers[random.integer(followers.length)];
      }
      if (name.endsWith('$') && name.length > 6) return name.slice(3, -1);
    }
  }
}

/** Plain Latin names of every language that the library of made-up data has. */
function syllablesOf(kind: 'last_name' | 'male' | 'female'): NameMaker {
  const examples = Object.values(allLocales).flatMap(({ person }) => {
    if (person === undefined) return [];
    const lists = kind === 'last_name' ? person.last_name : person.first_name;
    if (lists === undefined || lists === null) return [];
    const { generic, male, female } = lists as { generic?: string[]; male?: string[]; female?: string[] };
    const chosen = kind === 'last_name' ? (generic ?? male) : kind === 'male' ? male : female;
    return (chosen ?? []).filter((name) => /^[A-Z][a-z]{2,}$/.test(name));
  });
  return new NameMaker([...new Set(examples)].sort());
}
