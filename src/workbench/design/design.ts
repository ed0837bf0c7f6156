import { EntityDataError } from '../../errors.ts';
import { countryCode } from '../../rules/transformers/country.ts';
import { designWarnings, ruleAdvice, vouchedAdvice } from './advice.ts';
import { withCommonValues } from './common-values.ts';
import { contacts } from './contacts.ts';
import { dates } from './dates.ts';
import { DocumentParts, idOf } from './document-parts.ts';
import type { DesignContext, Evidence, EvidenceMaker } from './evidence.ts';
import type { DesignGoal, DesignRequest } from './field-kind.ts';
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
import { type DesignedSearch, notFoundAlone, searchRules } from './search-rules.ts';
import { type UsableRequest, withUsableNames } from './usable-names.ts';
import type { Subject } from './use-case.ts';
import { usedParts } from './used-parts.ts';
import { judgedBySamples } from './vetoes.ts';
import { best, highestSum, identifies, round, weights } from './weights.ts';

/** One of the combinations by which the rule of links finds candidates. */
export interface DesignedRule {
  readonly ruleID: string;
  /** The combination of `indexMatcherIDs`. */
  readonly matcherIDs: readonly string[];
  /** Why the combination exists. */
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
  readonly searches: readonly DesignedSearch[];
  /** What no search finds by alone: titles of the evidence. */
  readonly notFoundAlone: readonly string[];
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
/** Groups of linked records join if the mean of their pairs is at most so many bits below the threshold. */
const coherenceBits = 8;
/** The bits at which a match is usually as likely as not, unless the threshold is below it. */
const usualEvenOdds = 14;

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
  /** The bits at which a match is as likely as not; default: what experience says. */
  readonly evenOddsAt?: number;
  /** The matcher of each field whose equal values mean one entity, by the name of the field. */
  readonly vouched: ReadonlyMap<string, string>;
  /** How candidates are found; not empty. */
  readonly choices: readonly KeyChoice[];
  /** True if the weights are learned: places and descriptions then count what the data say, without limits of their own. */
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

/**
 * What each field of a request is taken for, and what it says about two records.
 *
 * @param prefix begins the ids of the parts that read fields
 */
export function draftEvidence(
  asked: DesignRequest,
  prefix?: string,
): Pick<DesignDraft, 'asked' | 'request' | 'subject' | 'fields' | 'parts' | 'evidence'> {
  const request = withUsableNames(asked);
  const { fields, subject } = guessKinds(request);
  const parts = new DocumentParts(request.nulls, prefix);
  const useful = fields.filter(({ kind, field }) => isUseful(kind) && field.same !== true);
  const context: DesignContext = {
    parts,
    subject,
    country: request.country === undefined ? undefined : countryCode(request.country),
    of: (...kinds) => fullestFirst(useful.filter(({ kind }) => kinds.includes(kind))),
  };
  const samples = request.sampleRecords ?? [];
  const weighed = withCommonValues(
    makers.flatMap((make) => make(context)),
    parts,
    samples,
  );
  return { asked, request, subject, fields, parts, evidence: judgedBySamples(weighed, parts, samples) };
}

/** @throws NothingToCompareError if no field can be compared. */
export function draftDesign(asked: DesignRequest): DesignDraft {
  const draft = draftEvidence(asked);
  const { evidence } = draft;
  const goal = draft.request.goal ?? 'balanced';
  if (evidence.length > 0 && !evidence.some(identifies)) {
    throw new NothingToCompareError(
      'the fields only say what kind of thing a record is about, or in which area it is',
      {
        hint: 'Give fields that identify it, such as names, addresses, phone numbers or identifiers: two things of one kind are not one thing.',
      },
    );
  }
  const choices = chooseKeys(evidence, goal);
  if (choices.length === 0) {
    throw new NothingToCompareError('none of the fields describes the entity that a record is about', {
      hint: 'Give fields that describe it, such as names, dates, addresses, phone numbers or identifiers. Add a description or samples if a field name is unclear.',
    });
  }
  const vouched = vouchedBy(draft.fields, draft.parts);
  return { ...draft, threshold: thresholdFor(evidence, goal), vouched, choices };
}

/** Ids of some systems differ only by upper and lower case. */
function vouchedBy(fields: readonly GuessedField[], parts: DocumentParts): ReadonlyMap<string, string> {
  const names = fields.filter(({ field }) => field.same === true).map(({ field }) => field.name);
  return new Map(
    names.map((name) => {
      const id = idOf(name);
      return [name, parts.same(`ONE_${id}`, parts.resolver(`${id}_AS_WRITTEN`, parts.fieldAsWritten(name)))];
    }),
  );
}

/**
 * Fields that few samples have come last: some makers use one field of a kind, and a column that is nearly empty would hide
 * the others.
 */
function fullestFirst(fields: readonly GuessedField[]): readonly GuessedField[] {
  const filled = ({ profile }: GuessedField): number => profile.byRecord.filter(({ length }) => length > 0).length;
  const most = fields.reduce((sum, guessed) => Math.max(sum, filled(guessed)), 0);
  const isSparse = (guessed: GuessedField): boolean => filled(guessed) <= most * sparse;
  return [...fields.filter((guessed) => !isSparse(guessed)), ...fields.filter(isSparse)];
}

/** Of the samples that have the fullest field, at most this share. */
const sparse = 0.25;

/** Writes the document of a draft, or of a copy of one with other weights, another threshold or other keys. */
export function finishDesign(draft: DesignDraft): Design {
  const { asked, request, subject, fields, parts, evidence, threshold, vouched, choices } = draft;
  const evenOddsAt = evenOddsOf(draft);
  const decision = {
    id: enoughEvidence,
    type: 'weighted',
    attributes: weights(evidence, { threshold, evenOddsAt, isLearned: draft.learned === true }),
  };
  const searches = searchRules(choices, evenOddsAt);
  const vetoes = unlessVouched(
    evidence.flatMap(({ veto }) => veto?.matcherID ?? []),
    draft,
  );
  const linking = [...linkRules(choices), ...[...vouched.values()].map((id) => ({ id, matcherIDs: [id] }))];
  const askedNames = asked.fields.map(({ name }) => request.renamed.get(name) ?? name);
  const places = new Map(askedNames.map((name, place) => [name, place]));
  const inOrderOfAsked = fields.toSorted((a, b) => places.get(a.field.name)! - places.get(b.field.name)!);
  const rules = [
    ...linking,
    ...(vetoes.length === 0 ? [] : [{ id: noContradiction, matcherIDs: vetoes }]),
    ...searches.map(searchRule),
  ];
  return {
    ruleConfig: usedParts({
      transformers: parts.transformers,
      resolvers: parts.resolvers,
      comparers: parts.comparers,
      tokenizers: parts.tokenizers,
      matchers: [...parts.matchers, decision],
      rules,
      ruleSets: [
        { id: same, ruleIDs: linking.map(({ id }) => id) },
        { id: 'SEARCH', ruleIDs: searches.map(({ ruleID }) => ruleID) },
        ...(vetoes.length === 0 ? [] : [{ id: noContradiction, ruleIDs: [noContradiction] }]),
      ],
      searchRuleSetIDs: { default: 'SEARCH' },
      mutationRuleSetGroups: { default: { indexRuleSetID: same, linkRuleSetID: same, deduplicateRuleSetID: null } },
      ...(vetoes.length > 0 && { consistencyRuleSetIDs: { default: noContradiction } }),
      scores: { consistency: consistencyScores(evidence, parts) },
      ...(draft.learned === true && { entities: { coherence: { bits: coherenceBits } } }),
      referenceLists: parts.referenceLists,
    }),
    schema: recordSchemaText(inOrderOfAsked),
    subject,
    fields: inOrderOfAsked,
    evidence,
    threshold,
    rules: [
      ...choices.map((choice) => ({
        ruleID: choice.links === undefined ? same : exactRule(choice),
        matcherIDs: choice.matcherIDs,
        ...ruleAdvice(choice, evidence),
      })),
      ...[...vouched].map(([field, id]) => ({ ruleID: id, matcherIDs: [id], ...vouchedAdvice(field) })),
    ],
    searches,
    notFoundAlone: notFoundAlone(evidence, choices).map(({ title }) => title),
    warnings: designWarnings({
      asked,
      request,
      fields: inOrderOfAsked,
      evidence,
      threshold,
      // Learned weights have a scale of their own.
      usualThreshold: draft.learned === true ? threshold : thresholds[request.goal ?? 'balanced'],
      choices,
    }),
  };
}

/** Records that the owner vouches for are one entity also where their values contradict each other. */
function unlessVouched(vetoes: readonly string[], { vouched, parts }: DesignDraft): readonly string[] {
  if (vouched.size === 0) return vetoes;
  return vetoes.map((id) => parts.matcher(`${id}_UNLESS_VOUCHED`, 'any', { matcherIDs: [id, ...vouched.values()] }));
}

/** The bits at which a match is as likely as not. */
export const evenOddsOf = ({ evenOddsAt, threshold }: DesignDraft): number =>
  evenOddsAt ?? Math.min(usualEvenOdds, round(threshold - 1));

const enoughEvidence = 'ENOUGH_EVIDENCE';
/** The rule of links, and the rule set of it. */
const same = 'SAME';
/** The rule that keeps records apart which contradict each other, and its rule set. */
const noContradiction = 'NO_CONTRADICTION';

/** The rule of all combinations that evidence must confirm, and one for each that links by itself. */
function linkRules(choices: readonly KeyChoice[]) {
  const confirmed = choices.filter(({ links }) => links === undefined).map(({ matcherIDs }) => matcherIDs);
  return [
    ...(confirmed.length === 0
      ? []
      : [{ id: same, matcherIDs: [enoughEvidence], attributes: { indexMatcherIDs: confirmed } }]),
    ...choices.flatMap((choice) =>
      choice.links === undefined
        ? []
        : [
            {
              id: exactRule(choice),
              matcherIDs: [...choice.matcherIDs, ...choice.links.also],
              attributes: { indexMatcherIDs: [choice.matcherIDs] },
            },
          ],
    ),
  ];
}

const exactRule = ({ matcherIDs }: KeyChoice): string => matcherIDs.join('_AND_');

function searchRule({ ruleID, combinations, score }: DesignedSearch) {
  const [only, ...others] = combinations;
  return others.length === 0
    ? { id: ruleID, matcherIDs: only!, attributes: { score } }
    : { id: ruleID, matcherIDs: [], attributes: { score, indexMatcherIDs: combinations } };
}

interface ConsistencyScore {
  readonly resolverID: string;
  readonly weight: number;
  readonly type?: 'date';
}

/** The values of an entity whose disagreement makes it doubtful: its own, or all if all are shared. */
function consistencyScores(evidence: readonly Evidence[], parts: DocumentParts): readonly ConsistencyScore[] {
  const compared = evidence.flatMap((item) => {
    const resolverID = item.exact === undefined ? undefined : parts.resolverOfSame(item.exact);
    return resolverID === undefined || item.otherwise >= 0 ? [] : [{ item, resolverID }];
  });
  const own = compared.filter(({ item }) => !item.shared);
  const seen = new Set<string>();
  return (own.length > 0 ? own : compared)
    .filter(({ resolverID }) => !seen.has(resolverID) && seen.add(resolverID))
    .map(({ item, resolverID }) => ({
      resolverID,
      weight: round(Math.max(1, best(item))),
      ...(item.id === 'BIRTH_DATE' && { type: 'date' as const }),
    }));
}

/** The usual threshold or, if the fields cannot reach it, 80 % of the bits that they can reach. */
function thresholdFor(evidence: readonly Evidence[], goal: DesignGoal): number {
  const all = evidence.reduce((sum, item) => sum + best(item), 0);
  const threshold = round(Math.min(thresholds[goal], all * 0.8));
  // Limits of groups depend on the threshold, and may put it out of reach.
  return round(Math.min(threshold, highestSum(evidence, threshold)));
}
