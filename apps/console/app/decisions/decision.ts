import {
  type AnsweredDecision,
  type DecisionAnswer,
  type DecisionPage,
  decisionsQuery,
  latestDecisionsQuery,
  linkMutation,
  outlookQuery,
  separateMutation,
  undoDecisionMutation,
} from '../../../../src/graphql/queries/decisions.generated.ts';
import { repeated } from '../../../../src/graphql/queries.ts';
import { ask } from '../api/graphql.ts';
import { RequestFailed } from '../api/problem.ts';

export type Decision = AnsweredDecision;
export type Decided = DecisionAnswer;

/** What a person wants to do. */
export type Question =
  | { readonly kind: 'link' | 'separate'; readonly a: string; readonly b: string }
  | { readonly kind: 'undo'; readonly decision: Decision };

/** What the person adds to it. Who it is, the token says. */
export interface Motive {
  readonly reason: string;
  /** Lifts what keeps the two apart, as the person saw it; only for a link. */
  readonly lift?: Barriers | undefined;
}

/**
 * Carries a decision out.
 *
 * @throws RequestFailed with the errors of the API; nothing is stored then
 */
export async function decide(question: Question, { reason, lift }: Motive): Promise<Decided> {
  if (question.kind === 'undo') {
    return (await ask(undoDecisionMutation, { input: { id: question.decision.id } })).answer;
  }
  const { kind, a, b } = question;
  if (kind === 'separate') return (await ask(separateMutation, { input: { a, b, reason } })).answer;
  // The API refuses to lift a ban that came meanwhile.
  const seen = lift && { bans: lift.bans.map(({ reference }) => reference), cut: lift.isLinkRemoved };
  return (await ask(linkMutation, { input: { a, b, reason, ...(seen && { lift: true, seen }) } })).answer;
}

/** Codes of refusals, after which nothing is stored. */
const refusals: ReadonlySet<string | undefined> = new Set([
  'DECISION_INVALID',
  'RECORD_NOT_FOUND',
  'RECORDS_SEPARATED',
  'SEPARATION_TOO_LARGE',
  'TOO_MANY_DECISIONS',
  'USER_NOT_SIGNED_IN',
]);

/** False if the decision may be stored nevertheless, as after a lost answer. */
export const isRefused = (error: unknown): boolean =>
  error instanceof RequestFailed && error.problems.every(({ code }) => refusals.has(code));

/** What keeps two records apart. */
export interface Barriers {
  /** True if a removed link is between the two. */
  readonly isLinkRemoved: boolean;
  /** The bans between the two entities. */
  readonly bans: readonly { readonly reference: string; readonly user: string; readonly reason: string }[];
}

/** The same for the same barriers. */
export const nameOfBarriers = ({ isLinkRemoved, bans }: Barriers): string =>
  JSON.stringify([
    isLinkRemoved,
    ...bans.map(({ reference, user, reason }) => JSON.stringify([reference, user, reason])).sort(),
  ]);

/** What would become of two records. */
export interface Outlook extends Barriers {
  readonly together: boolean;
  /** Records of the entity of each. */
  readonly sizes: readonly [number, number];
  /** What a separation would do; undefined for a link. */
  readonly separation: Decided | undefined;
}

/** Looks what a decision would do. Stores nothing. */
export async function lookAhead(
  { kind, a, b }: Exclude<Question, { readonly kind: 'undo' }>,
  signal?: AbortSignal,
): Promise<Outlook> {
  // A dry run takes the reason of a decision, and does not note it.
  const dryRun = { input: { a, b, reason: 'preview', dryRun: true } };
  const [answer, separated] = await Promise.all([
    ask(outlookQuery, { a, b }, signal),
    kind === 'separate' ? ask(separateMutation, dryRun, signal) : undefined,
  ]);
  const sizeOf = ({ entity }: (typeof answer)['a']): number => entity?.recordInsights.count ?? 0;
  const { together, cut, bans } = answer.explain;
  return {
    together,
    sizes: [sizeOf(answer.a), sizeOf(answer.b)],
    isLinkRemoved: cut,
    bans,
    separation: separated?.answer,
  };
}

/** Decisions on a page of the list. */
const pageSize = 20;

/** A page of all decisions, newest first. */
export async function readDecisions(
  after: string | undefined,
  signal: AbortSignal,
  first = pageSize,
): Promise<DecisionPage> {
  const input = { first, after };
  return (await ask(decisionsQuery, { input }, signal)).page;
}

/** Records whose decisions one request reads. */
const mostRecordsAsked = 10;

/** The latest decisions about some records, newest first, each once. */
export async function readDecisionsOf(records: readonly string[], signal: AbortSignal): Promise<readonly Decision[]> {
  const each = records.slice(0, mostRecordsAsked).map((record) => ({ input: { first: pageSize, record } }));
  const answer = await ask(...repeated(latestDecisionsQuery, each), signal);
  return newestFirst(Object.values(answer).flatMap(({ decisions }) => decisions));
}

/** Decisions without repetitions, newest first: ids begin with their time. */
export function newestFirst(decisions: readonly Decision[]): readonly Decision[] {
  return [...new Map(decisions.map((decision) => [decision.id, decision])).values()].sort((x, y) =>
    x.id < y.id ? 1 : -1,
  );
}

/** The person who decided; where no token named the person, the client that says so. */
export const personText = ({ user, verified, client }: Pick<Decision, 'user' | 'verified' | 'client'>): string =>
  verified ? user : `${user} (as ${client === '' ? 'the client' : client} said)`;
