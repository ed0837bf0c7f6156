import type { Alarm } from './learned-design.ts';
import { settled } from './mixture.ts';
import type { Opinion } from './opinion-text.ts';

/** What the learner saw of its own work. */
export interface Findings {
  readonly records: number;
  /** Matches that the mixture expects, and related pairs. */
  readonly matches: number;
  /** Matches that the weights expect, which shall be those of the mixture. */
  readonly expected: number;
  readonly relatedPairs: number;
  /** The most matches that were allowed. */
  readonly mostMatches: number;
  /** The relative change in the last round. */
  readonly change: number;
  /** Precision of the entities, by the model. */
  readonly precision: number;
  /** Share of the joined pairs whose groups disagree on the whole, at the least threshold that could be chosen. */
  readonly doubtful: number;
  /** The number of pairs of the sample that reach the threshold. */
  readonly links: number;
  /** Share of the links that the chosen keys find. */
  readonly found: number;
}

export interface RungAlarm extends Alarm {
  /** True if the learned weights are not to be used. */
  readonly fallback: boolean;
}

/** Below so many records, experience is better than what they teach. */
export const fewestRecords = 1_000;
const fewestMatches = 10;
const leastPrecision = 0.6;
const mostDoubtful = 0.4;
const leastFound = 0.9;
const mostDoubtfulOfRelated = 0.1;
const mostRelated = 50;
/** Beyond so many records, more is allowed: related pairs grow with the square of their number, and matches do not. */
const recordsOfMostRelated = 20_000;
/** The weights may expect so many times the matches of the mixture, or that share of them. */
const mostApart = 2;

const labelsHelp = 'Judge about 30 pairs around the threshold, and compare the designs by them.';

/** The alarms that ring, those that make the design fall back first. */
export function alarmsOf(findings: Findings): RungAlarm[] {
  const { records, matches, expected, relatedPairs, mostMatches, change, precision, doubtful, links, found } = findings;
  const alarms: RungAlarm[] = [];
  const ring = (fallback: boolean, code: string, message: string, hint: string): void => {
    alarms.push({ fallback, code, message, hint });
  };
  if (records < fewestRecords) {
    ring(
      true,
      'FEW_RECORDS',
      `There are ${records.toLocaleString('en')} records; fewer than ${fewestRecords.toLocaleString('en')} teach too little.`,
      'The weights are from experience. Judge about 30 pairs to measure them, or add records.',
    );
  }
  if (matches < fewestMatches || links < fewestMatches) {
    ring(
      true,
      'NO_MATCHES',
      'The model finds hardly any two records of one entity.',
      'Check that the records have duplicates, and add fields that tell entities apart.',
    );
  }
  if (matches >= mostMatches) {
    ring(true, 'TOO_MANY_MATCHES', 'The model takes related records for one entity.', labelsHelp);
  }
  if (precision < leastPrecision || doubtful > mostDoubtful) {
    ring(
      true,
      'DOUBTFUL_ENTITIES',
      `Of the pairs in entities, ${percent(Math.max(doubtful, 1 - precision))} disagree on the whole: single links join groups that differ.`,
      labelsHelp,
    );
  }
  if (change > settled) {
    ring(true, 'NOT_CONVERGED', 'The estimate still moved when it ended.', labelsHelp);
  }
  if (expected > mostApart * matches || matches > mostApart * expected) {
    ring(
      true,
      'WEIGHTS_DISAGREE',
      `The learned weights expect ${Math.round(expected).toLocaleString('en')} pairs of one entity, and the records show ${Math.round(matches).toLocaleString('en')}.`,
      labelsHelp,
    );
  }
  if (relatedPairs > mostRelated * Math.max(1, records / recordsOfMostRelated) * matches) {
    // Entities that hold together show that the classes did not mix.
    ring(
      doubtful > mostDoubtfulOfRelated,
      'RELATED_OUTNUMBER',
      `Related pairs outnumber matches ${Math.round(relatedPairs / Math.max(1, matches))} to 1, so the weights may be those of related pairs.`,
      labelsHelp,
    );
  }
  if (found < leastFound) {
    ring(
      false,
      'KEYS_MISS_LINKS',
      `The index keys find ${percent(found)} of the links: more would read too many candidates.`,
      'Add a field that distinguishes the records, or expect missed matches.',
    );
  }
  return alarms;
}

/** An opinion that is wider than this does not know. */
const mostUnsure = 0.5;

/** What an opinion does not know of the entities. */
export function alarmsOfOpinion({ low, high }: Opinion): Alarm[] {
  if (high - low <= mostUnsure) return [];
  return [
    {
      code: 'PRECISION_UNKNOWN',
      message: `How many of the linked pairs are right cannot be known from this file: ${percent(low)} to ${percent(high)}.`,
      hint: labelsHelp,
    },
  ];
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;
