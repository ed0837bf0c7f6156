import type { UndoneDecision } from '../entities/items/decision.ts';
import type { RuleChangePhase } from '../entities/items/rules-register.ts';
import type { Decided, Decision, HistoryEvent } from '../entities/people/types.ts';
import type { HeldBecause, RuleChangeReport, RuleChangeState } from '../entities/rule-changes/types.ts';
import type { EntityCount, IncompleteRules } from '../entities/search/types.ts';
import type {
  EntitySizes,
  LargeEntity,
  SharedValue,
  StoredStatistics,
  WeakEntity,
} from '../entities/statistics/types.ts';

export type { IncompleteRules };

/** The answer to {@link searchQuery}. */
export interface SearchResult<Entity> extends EntityCount {
  readonly entities: readonly Entity[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  /** Empty when everything was found. */
  readonly incomplete: readonly IncompleteRules[];
}

/** A search that takes `$input`. `entity` is a selection in braces. */
export const searchQuery = (entity: string): string =>
  `query Search($input: SearchInput!) { search(input: $input) { totalCount totalIs pageInfo { hasNextPage endCursor } incomplete { rules reason atLeast add } entities ${entity} } }`;

/** What to search for and which page: the input of {@link searchQuery}. */
export interface SearchQuestion {
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The deployment's default rules when undefined. */
  readonly searchRules?: string | undefined;
  /** The most entities on the page; undefined for all entities, which reads each of them. */
  readonly first?: number | undefined;
  /** The `endCursor` of the page before; undefined for the first page. */
  readonly after?: string | undefined;
}

/** The number of entities for people to read: "14 entities", "about 340 entities". */
export function entityCountText({ totalCount, totalIs }: EntityCount): string {
  const entities = totalCount === 1 ? '1 entity' : `${totalCount.toLocaleString('en')} entities`;
  return { EXACT: entities, ABOUT: `about ${entities}`, AT_LEAST: `at least ${entities}` }[totalIs];
}

/** The result of a matcher for two records. */
export interface MatcherVerdict {
  readonly id: string;
  readonly type: string;
  readonly satisfied: boolean;
  /** 0 to 1. */
  readonly similarity: number;
  readonly values: readonly {
    readonly resolver: string;
    readonly a: readonly string[];
    readonly b: readonly string[];
  }[];
  /** What a `weighted` matcher adds up. */
  readonly sum?: WeightSum | null | undefined;
  readonly inner?: readonly MatcherVerdict[] | undefined;
}

/** The evidence of a `weighted` matcher. */
export interface WeightSum {
  /** After the limits of groups. */
  readonly total: number;
  readonly threshold: number;
  readonly weights: readonly {
    readonly name: string;
    readonly weight: number;
    /** Ids from the strictest to the loosest. */
    readonly matchers: readonly string[];
    /** The one that counts. */
    readonly counted?: string | null | undefined;
    /** True if a record has no value. */
    readonly missing: boolean;
  }[];
}

/** The result of a rule for two records. */
export interface RuleVerdict {
  readonly id: string;
  readonly satisfied: boolean;
  readonly score: number;
  readonly error?: string | null | undefined;
  readonly matchers: readonly MatcherVerdict[];
}

export interface ExplainedRuleSet {
  readonly id: string;
  readonly satisfied: boolean;
  readonly rules: readonly RuleVerdict[];
}

interface SharedKey {
  readonly rules: readonly string[];
  readonly deciding: boolean;
  readonly parts: readonly { readonly matcher: string; readonly part: string }[];
}

/** What the rules say of two records alone. */
export type ExplainedOutcome = 'LINK' | 'DUPLICATE' | 'KEPT_APART' | 'NOT_FOUND' | 'NO_MATCH';

/** Why two records are one entity or not; the answer to {@link explanationFields}. */
export interface Explanation {
  readonly a: { readonly id: string; readonly entityID: string };
  readonly b: { readonly id: string; readonly entityID: string } | null;
  readonly together: boolean;
  readonly chain: readonly { readonly a: string; readonly b: string; readonly rule: string; readonly score: number }[];
  readonly cut: boolean;
  readonly bans: readonly { readonly reference: string; readonly user: string; readonly reason: string }[];
  readonly sharedKeys: readonly SharedKey[];
  readonly groups: readonly {
    readonly group: string;
    readonly outcome: ExplainedOutcome;
    readonly keptApartBy: string | null;
    readonly link: ExplainedRuleSet;
    readonly deduplicate: ExplainedRuleSet | null;
    readonly consistency: ExplainedRuleSet | null;
    readonly review: ExplainedRuleSet | null;
  }[];
}

/** Selects matchers with so many levels of matchers inside. */
export function matcherFields(levels: number): string {
  const inner = levels === 0 ? '' : ` inner ${matcherFields(levels - 1)}`;
  return `{ id type satisfied similarity values { resolver a b } sum { total threshold weights { name weight matchers counted missing } }${inner} }`;
}

/** Levels of nested matchers; more would exceed the API's default limit of query depth. */
const innerLevels = 12;
const ruleSet = `{ id satisfied rules { id satisfied score error matchers ${matcherFields(innerLevels)} } }`;

/** Selects an explanation. */
export const explanationFields = `a { id entityID } b { id entityID } together cut
  chain { a b rule score } bans { reference user reason }
  sharedKeys { rules deciding parts { matcher part } }
  groups { group outcome keptApartBy link ${ruleSet} deduplicate ${ruleSet} consistency ${ruleSet} review ${ruleSet} }`;

/** A decision of a person about two records, as the API answers it. */
export interface AnsweredDecision extends Omit<Decision, 'kind' | 'decidedAt' | 'undone'> {
  readonly kind: Uppercase<Decision['kind']>;
  /** In RFC 3339. */
  readonly decidedAt: string;
  /** Null while the decision stands. */
  readonly undone: (Omit<UndoneDecision, 'at'> & { readonly at: string }) | null;
}

/** What a decision did; the answer to {@link decideQuery}. */
export interface DecisionAnswer extends Omit<Decided, 'decision'> {
  readonly decision: AnsweredDecision;
}

/** The answer to {@link decisionsQuery}. */
export interface DecisionPage {
  readonly decisions: readonly AnsweredDecision[];
  /** Null on the last page. */
  readonly after: string | null;
}

/** A selection in braces. */
export const decisionSelection =
  '{ id kind decidedAt a b user verified client reason removedLinks { a b } undone { at user verified client } }';

const inputTypes = { link: 'LinkInput', separate: 'SeparateInput', undoDecision: 'UndoDecisionInput' } as const;

/** A mutation about two records. */
export type DecisionOperation = keyof typeof inputTypes;

/** A decision that takes `$input`, answered as `answer`. */
export const decideQuery = (operation: DecisionOperation): string =>
  `mutation Decide($input: ${inputTypes[operation]}!) { answer: ${operation}(input: $input) { triggered complete decision ${decisionSelection} records { id entityID recordIDs } } }`;

/** Decisions by `$input`, answered as `page`. */
export const decisionsQuery = `query Decisions($input: DecisionsInput!) { page: decisions(input: $input) { after decisions ${decisionSelection} } }`;

/** What deserves a look, as the API answers it. */
export interface AnsweredReview {
  readonly id: string;
  readonly kind: 'NEAR_MATCH' | 'WEAK_BRIDGE' | 'GREW_FAST' | 'FREQUENT_VALUE';
  /** 0 to 1; null where there is no pair. */
  readonly score: number | null;
  /** Ids of the rules that hold between the two. */
  readonly rules: readonly string[];
  /** In RFC 3339. */
  readonly foundAt: string;
  /** Null if no person works on it. */
  readonly assignedTo: string | null;
  /** In RFC 3339. */
  readonly assignedUntil: string | null;
  /** Null where there is no pair. */
  readonly a: AnsweredReviewRecord | null;
  readonly b: AnsweredReviewRecord | null;
  readonly grown: { readonly entityID: string; readonly records: number; readonly recordsBefore: number } | null;
  readonly shared: { readonly resolver: string; readonly value: string | null; readonly entities: number } | null;
}

export interface AnsweredReviewRecord {
  readonly id: string;
  readonly entityID: string;
}

/** The answer to {@link reviewsQuery}. */
export interface ReviewPage {
  /** Reviews of the kinds that were asked for. */
  readonly count: number;
  readonly counts: readonly { readonly kind: AnsweredReview['kind']; readonly count: number }[];
  /** Reviews of all kinds that persons work on, and those of the person who asks. */
  readonly assigned: number;
  readonly mine: number;
  /** Null on the last page. */
  readonly after: string | null;
  readonly reviews: readonly AnsweredReview[];
}

const reviewSelection =
  '{ id kind score rules foundAt assignedTo assignedUntil a { id entityID } b { id entityID } grown { entityID records recordsBefore } shared { resolver value entities } }';

/** A page of the review queue by `$input`, answered as `page`. */
export const reviewsQuery = `query Reviews($input: ReviewsInput!) { page: reviews(input: $input) { after reviews ${reviewSelection} count counts { kind count } assigned mine } }`;

/** Skips a pair by `$input`, answered as `answer`. */
export const skipReviewQuery =
  'mutation Skip($input: SkipReviewInput!) { answer: skipReview(input: $input) { triggered } }';

/** Takes reviews by `$input`, answered as `answer`. */
export const takeReviewsQuery = `mutation Take($input: TakeReviewsInput!) { answer: takeReviews(input: $input) { reviews ${reviewSelection} } }`;

/** Gives reviews back by `$input`, answered as `answer`. */
export const releaseReviewsQuery =
  'mutation Release($input: ReleaseReviewsInput!) { answer: releaseReviews(input: $input) { released } }';

/** Something that happened to an entity, as the API answers it. */
export interface AnsweredEvent extends Omit<HistoryEvent, 'at' | 'kind' | 'cause' | 'decision'> {
  /** In RFC 3339. */
  readonly at: string;
  readonly kind: Uppercase<HistoryEvent['kind']>;
  /** The kind of operation that did it, such as `SUBMIT`. */
  readonly cause: string;
  /** The decision behind it. */
  readonly decision: AnsweredDecision | null;
}

/** The answer to {@link historyQuery}. */
export interface HistoryPage {
  /** Newest first. */
  readonly events: readonly AnsweredEvent[];
  /** Null on the last page. */
  readonly after: string | null;
}

/** What happened to a record or an entity by `$input`, answered as `page`. */
export const historyQuery = `query History($input: HistoryInput!) { page: history(input: $input) { after events { id at kind cause reason entityID entityIDs recordIDs decision ${decisionSelection} } } }`;

/** What a change does to stored data, as the API answers it. */
export type AnsweredChangeReport = Required<RuleChangeReport>;

/** A change of the rules as the API answers it, selected by {@link ruleChangeFields}. */
export interface AnsweredRuleChange {
  readonly state: RuleChangeState;
  readonly heldBecause: HeldBecause | null;
  readonly inForce: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly waiting: string | null;
  readonly failure: string | null;
  readonly phase: RuleChangePhase | null;
  readonly progress: number;
  readonly estimatedMinutes: number | null;
  readonly recordsChanged: number;
  readonly problemCount: number;
  readonly report: AnsweredChangeReport | null;
}

/** A selection, without braces. */
export const ruleChangeFields = `
  state heldBecause inForce from to waiting failure phase progress estimatedMinutes recordsChanged problemCount
  report {
    records entitiesBefore entitiesAfter unchanged merging splitting both recordsTouched largestEntity
    overFrequentKeys refused isEstimate
  }`;

/** Mutations that answer the change as `change`. `fields` is a selection without braces. */
export const changeMutations = {
  continueRuleChange: (fields: string) =>
    `mutation ($input: ContinueRuleChangeInput!) { change: continueRuleChange(input: $input) { ${fields} } }`,
  setRuleChangePace: (fields: string) =>
    `mutation ($input: SetRuleChangePaceInput!) { change: setRuleChangePace(input: $input) { ${fields} } }`,
  rollBackRuleChange: (fields: string) =>
    `mutation ($input: RollBackRuleChangeInput!) { change: rollBackRuleChange(input: $input) { ${fields} } }`,
} as const;

/** Statistics of the stored data as the API answers them. */
export interface Statistics {
  readonly scan: { readonly begun: string; readonly lastHeartbeat: string; readonly records: number } | null;
  readonly found: FoundStatistics | null;
  readonly areOfRulesInForce: boolean;
}

export interface FoundStatistics extends Pick<StoredStatistics, 'records' | 'entities' | 'unread' | 'unjudged'> {
  readonly begun: string;
  readonly ended: string;
  readonly sizes: readonly (Omit<EntitySizes, 'to'> & { readonly to: number | null })[];
  readonly largest: readonly LargeEntity[];
  readonly lowestScores: readonly WeakEntity[];
  readonly bridged: readonly WeakEntity[];
  readonly ruleHits: readonly { readonly rule: string; readonly pairs: number; readonly entities: number }[];
  readonly fields: readonly {
    readonly resolver: string;
    readonly records: number;
    readonly distinct: number;
    /** Null for a caller who may not read the values. */
    readonly frequent: readonly SharedValue[] | null;
  }[];
  readonly keys: readonly {
    readonly rules: readonly string[];
    readonly deciding: boolean;
    readonly records: number;
    readonly distinct: number;
  }[];
  readonly overFrequentKeys: readonly { readonly rules: readonly string[]; readonly keys: number }[];
}

/** What a query selects of `Statistics`. */
export const statisticsSelection = `{
  scan { begun lastHeartbeat records }
  areOfRulesInForce
  found {
    begun ended records entities unread unjudged
    sizes { from to entities }
    largest { entityID records }
    lowestScores { entityID records score bridged }
    bridged { entityID records score bridged }
    ruleHits { rule pairs entities }
    fields { resolver records distinct frequent { value atLeast atMost } }
    keys { rules deciding records distinct }
    overFrequentKeys { rules keys }
  }
}`;

/** A reference to a type, as an introspection describes it: `ofType` is the type inside a list or non-null type. */
export interface TypeReference {
  readonly kind: string;
  readonly name: string | null;
  readonly ofType?: TypeReference | null;
}

/** A type of a schema, as an introspection describes it. */
export interface SelectableType {
  readonly name: string;
  readonly kind: string;
  readonly fields?: readonly { readonly name: string; readonly type: TypeReference }[] | null;
}

/** The name of the type inside all list and non-null types. */
export function namedType(reference: TypeReference): string {
  let type = reference;
  while (type.ofType) type = type.ofType;
  return type.name ?? '';
}

/**
 * The selection of all fields of an object type, such as `id name address { city }`; '' if there is none.
 *
 * @param depth levels of objects to select, because a type may contain itself
 */
export function selectionOf(types: ReadonlyMap<string, SelectableType>, typeName: string, depth: number): string {
  const selected = (types.get(typeName)?.fields ?? []).flatMap(({ name, type }) => {
    const named = namedType(type);
    if (types.get(named)?.kind !== 'OBJECT') return [name];
    const inner = depth > 1 ? selectionOf(types, named, depth - 1) : '';
    return inner === '' ? [] : [`${name} { ${inner} }`];
  });
  return selected.join(' ');
}
