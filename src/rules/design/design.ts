import { EntityDataError } from '../../errors.ts';
import { countryCode } from '../transformers/country.ts';
import { designWarnings, ruleAdvice } from './advice.ts';
import { withCommonValues } from './common-values.ts';
import { contacts } from './contacts.ts';
import { dates } from './dates.ts';
import { DocumentParts } from './document-parts.ts';
import type { DesignContext, Evidence, EvidenceMaker } from './evidence.ts';
import { isUseful } from './field-kind.ts';
import { generic } from './generic.ts';
import { type GuessedField, guessKinds } from './guess-kinds.ts';
import { identifiers } from './identifiers.ts';
import { chooseKeys, type KeyChoice } from './keys.ts';
import { organizations } from './organizations.ts';
import { personNames } from './people.ts';
import { places } from './places.ts';
import { products } from './products.ts';
import { publications } from './publications.ts';
import { recordSchemaText } from './record-schema-text.ts';
import type { DesignGoal, DesignRequest } from './request.ts';
import type { Subject } from './subject.ts';
import { type UsableRequest, withUsableNames } from './usable-names.ts';
import { usedParts } from './used-parts.ts';

export interface DesignedRule {
  readonly ruleID: string;
  /** Why the rule exists. */
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
  /** The bits of evidence that a match needs. */
  readonly threshold: number;
  readonly rules: readonly DesignedRule[];
  readonly warnings: readonly string[];
}

/** No field is evidence of the entity that a record is about. */
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
 * The bits of evidence that a match needs, by goal. About one in some thousands of unrelated records shares a key by
 * chance; a precise design requires a match to be a thousand times more likely than that.
 */
const thresholds: Readonly<Record<DesignGoal, number>> = { precision: 21, balanced: 17, recall: 13 };
/**
 * Shared evidence counts at most this much more than the threshold, so that one differing value of its own outweighs
 * it.
 */
const sharedAbove = 4;
/** Places count at most this much less than the threshold: neighbors in one house are not one person. */
const belowPlace = 3;

/** A design before its document is written: what a caller may still change. */
export interface DesignDraft {
  readonly asked: DesignRequest;
  /** The request with names of fields that a schema can have. */
  readonly request: UsableRequest;
  readonly subject: Subject;
  readonly fields: readonly GuessedField[];
  readonly parts: DocumentParts;
  readonly evidence: readonly Evidence[];
  /** The bits of evidence that a match needs. */
  readonly threshold: number;
  /** How candidates are found; not empty. */
  readonly choices: readonly KeyChoice[];
  /** True if the weights are learned: shared evidence then counts what the data say, without limits. */
  readonly learned?: boolean;
}

/**
 * Designs a rule-config for records with these fields: guesses the kind of each field, weighs its agreement and
 * disagreement as evidence, and chooses the combinations of values by which candidates are found. The same request
 * returns the same design.
 *
 * @throws NothingToCompareError if no field can be compared.
 */
export function designRuleConfig(asked: DesignRequest): Design {
  return finishDesign(draftDesign(asked));
}

/** @throws NothingToCompareError if no field can be compared. */
export function draftDesign(asked: DesignRequest): DesignDraft {
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
    throw new NothingToCompareError('none of the fields describes the entity that a record is about', {
      hint: 'Give fields that describe it, such as names, dates, addresses, phone numbers or identifiers. Add a description or samples if a field name is unclear.',
    });
  }
  return { asked, request, subject, fields, parts, evidence, threshold: thresholdFor(evidence, goal), choices };
}

/** Writes the document of a draft, or of a copy of one with other weights, another threshold or other keys. */
export function finishDesign(draft: DesignDraft): Design {
  const { asked, request, subject, fields, parts, evidence, threshold, choices, learned = false } = draft;
  const rules = choices.map((choice) => ({
    id: ruleID(choice),
    matcherIDs: choice.links === true ? choice.matcherIDs : [...choice.matcherIDs, enoughEvidence],
  }));
  const ruleIDs = rules.map(({ id }) => id);
  const decision = { id: enoughEvidence, type: 'weighted', attributes: weights(evidence, threshold, !learned) };
  return {
    ruleConfig: usedParts({
      transformers: parts.transformers,
      resolvers: parts.resolvers,
      comparers: parts.comparers,
      tokenizers: parts.tokenizers,
      matchers: [...parts.matchers, decision],
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
    warnings: designWarnings({
      asked: asked.fields.length,
      request,
      fields,
      evidence,
      threshold,
      usualThreshold: thresholds[request.goal ?? 'balanced'],
      choices,
    }),
  };
}

const enoughEvidence = 'ENOUGH_EVIDENCE';

/** The usual threshold or, if the fields cannot reach it, 80 % of the bits that they can reach. */
function thresholdFor(evidence: readonly Evidence[], goal: DesignGoal): number {
  const shared = evidence.filter((item) => item.shared).reduce((sum, item) => sum + best(item), 0);
  const own = evidence.filter((item) => !item.shared).reduce((sum, item) => sum + best(item), 0);
  return round(Math.min(thresholds[goal], (own + shared) * 0.8));
}

const best = ({ levels }: Evidence): number => Math.max(0, ...levels.map(([, bits]) => bits));

function weights(
  evidence: readonly Evidence[],
  threshold: number,
  isLimited: boolean,
): Readonly<Record<string, unknown>> {
  return {
    threshold,
    evidence: evidence.map(({ levels, otherwise, shared, place }) => ({
      matcherIDs: levels.map(([matcherID]) => matcherID),
      weights: levels.map(([, bits]) => round(bits)),
      otherwise,
      ...(isLimited && shared && { group: place === true ? 'place' : 'shared' }),
    })),
    limits: isLimited ? limits(evidence, threshold) : {},
  };
}

/** Limits of shared evidence. None if all evidence is shared: records with only addresses are compared by addresses. */
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
