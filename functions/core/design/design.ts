import { EntityDataError } from '../errors.ts';
import { countryCode } from '../etm/country.ts';
import { designWarnings, ruleAdvice } from './advice.ts';
import { withCommonValues } from './common-values.ts';
import { contacts } from './contacts.ts';
import { dates } from './dates.ts';
import { DocumentParts } from './document-parts.ts';
import type { DesignContext, Evidence, EvidenceMaker } from './evidence.ts';
import { isUseful } from './field-kind.ts';
import { generic } from './generic.ts';
import { type GuessedField, guessKinds, type Subject } from './guess-kinds.ts';
import { identifiers } from './identifiers.ts';
import { chooseKeys, type KeyChoice } from './keys.ts';
import { organizations } from './organizations.ts';
import { personNames } from './people.ts';
import { places } from './places.ts';
import { products } from './products.ts';
import { publications } from './publications.ts';
import { recordSchemaText } from './record-schema-text.ts';
import type { DesignGoal, DesignRequest } from './request.ts';
import { withUsableNames } from './usable-names.ts';
import { usedParts } from './used-parts.ts';

export interface DesignedRule {
  readonly ruleID: string;
  /** Why it is there. */
  readonly why: string;
  readonly misses: string;
  readonly overMerges: string;
}

export interface Design {
  /** A document that passes the linter. */
  readonly ruleConfig: Readonly<Record<string, unknown>>;
  /** The text of `schema.graphqls`. */
  readonly schema: string;
  readonly subject: Subject;
  readonly fields: readonly GuessedField[];
  readonly evidence: readonly Evidence[];
  /** Bits that must add up for a match. */
  readonly threshold: number;
  readonly rules: readonly DesignedRule[];
  readonly warnings: readonly string[];
}

/** No field says anything about what a record is about. */
export class NothingToCompareError extends EntityDataError {
  readonly code = 'NOTHING_TO_COMPARE';
}

const makers: readonly EvidenceMaker[] = [
  identifiers,
  personNames,
  organizations,
  publications,
  products,
  dates,
  contacts,
  places,
  generic,
];

/**
 * Bits that must speak for a match. Strangers that share a key by chance are one of some thousands; a precise design
 * asks for a match to be a thousand times likelier than that.
 */
const thresholds: Readonly<Record<DesignGoal, number>> = { precision: 21, balanced: 17, recall: 13 };
/** Shared evidence counts this much more than the threshold at most, so that one own value that disagrees undoes it. */
const sharedAbove = 4;
/** And places this much less: neighbours in one house are not one person. */
const belowPlace = 3;

/**
 * Makes a rule-config for records with these fields: guesses what each field holds, weighs what its agreement and
 * disagreement say, and chooses the combinations of values that candidates are found by. The same request gives the same
 * design. Throws a NothingToCompareError where nothing is left to compare.
 */
export function designRuleConfig(asked: DesignRequest): Design {
  const request = withUsableNames(asked);
  const goal = request.goal ?? 'balanced';
  const { fields, subject } = guessKinds(request);
  const parts = new DocumentParts();
  const useful = fields.filter(({ kind }) => isUseful(kind));
  const context: DesignContext = {
    parts,
    subject,
    country: request.country === undefined ? undefined : countryCode(request.country),
    of: (...kinds) => useful.filter(({ kind }) => kinds.includes(kind)),
  };
  const evidence = withCommonValues(
    makers.flatMap((make) => make(context)),
    parts,
    request.sampleRecords ?? [],
  );
  const choices = chooseKeys(evidence, goal);
  if (choices.length === 0) {
    throw new NothingToCompareError('none of the fields says anything about what a record is about', {
      hint: 'Give the fields that describe it, such as names, dates, addresses, phone numbers or numbers given by others; add a description or samples where a name says little.',
    });
  }
  const threshold = thresholdFor(evidence, goal);
  parts.matcher(enoughEvidence, 'weighted', weights(evidence, threshold));
  const rules = choices.map((choice) => ({ id: ruleID(choice), matcherIDs: [...choice.matcherIDs, enoughEvidence] }));
  const ruleIDs = rules.map(({ id }) => id);
  return {
    ruleConfig: usedParts({
      transformers: parts.transformers,
      resolvers: parts.resolvers,
      comparers: parts.comparers,
      tokenizers: parts.tokenizers,
      matchers: parts.matchers,
      rules,
      ruleSets: [{ id: 'SAME', ruleIDs }],
      searchRuleSetIDs: { default: 'SAME' },
      mutationRuleSetGroups: { default: { indexRuleSetID: 'SAME', linkRuleSetID: 'SAME', deduplicateRuleSetID: null } },
    }),
    schema: recordSchemaText(fields),
    subject,
    fields,
    evidence,
    threshold,
    rules: choices.map((choice) => ({ ruleID: ruleID(choice), ...ruleAdvice(choice, evidence) })),
    warnings: designWarnings({ request, fields, evidence, threshold, usualThreshold: thresholds[goal], choices }),
  };
}

const enoughEvidence = 'ENOUGH_EVIDENCE';

/** Where few fields could never reach the usual threshold, most of what they can reach. */
function thresholdFor(evidence: readonly Evidence[], goal: DesignGoal): number {
  const shared = evidence.filter((item) => item.shared).reduce((sum, item) => sum + best(item), 0);
  const own = evidence.filter((item) => !item.shared).reduce((sum, item) => sum + best(item), 0);
  return round(Math.min(thresholds[goal], (own + shared) * 0.8));
}

const best = ({ levels }: Evidence): number => Math.max(0, ...levels.map(([, bits]) => bits));

function weights(evidence: readonly Evidence[], threshold: number): Readonly<Record<string, unknown>> {
  return {
    threshold,
    evidence: evidence.map(({ levels, otherwise, shared, place }) => ({
      matcherIDs: levels.map(([matcherID]) => matcherID),
      weights: levels.map(([, bits]) => round(bits)),
      otherwise,
      ...(shared && { group: place === true ? 'place' : 'shared' }),
    })),
    limits: limits(evidence, threshold),
  };
}

/** Only where there is something of one's own to outweigh: records of nothing but addresses are compared by these. */
function limits(evidence: readonly Evidence[], threshold: number): Readonly<Record<string, unknown>> {
  if (!evidence.some(({ shared }) => !shared)) return {};
  return {
    ...(evidence.some(({ place }) => place === true) && { place: { most: threshold - belowPlace, within: 'shared' } }),
    ...(evidence.some(({ shared }) => shared) && { shared: { most: threshold + sharedAbove } }),
  };
}

const round = (bits: number): number => Math.round(bits * 10) / 10;

function ruleID({ matcherIDs }: KeyChoice): string {
  return matcherIDs.map((id) => id.replace(/^SAME_/, '')).join('_AND_');
}
