import {
  type AnsweredEvent,
  type HistoryPage,
  historyQuery,
} from '../../../../src/graphql/queries/history.generated.ts';
import { ask } from '../api/graphql.ts';
import { personText } from '../decisions/decision.ts';

export type HistoryEvent = AnsweredEvent;

/** Whose history. */
export type HistorySubject = { readonly recordID: string } | { readonly entityID: string };

const pageSize = 20;

/** A page of what happened, newest first. */
export async function readHistory(
  subject: HistorySubject,
  after: string | undefined,
  signal: AbortSignal,
): Promise<HistoryPage> {
  const input = { ...subject, first: pageSize, after };
  return (await ask(historyQuery, { input }, signal)).page;
}

const causes: ReadonlyMap<string, string> = new Map([
  ['SUBMIT', 'a submit'],
  ['UPDATE', 'a submit that changed records'],
  ['DISASSEMBLE', 'a disassembly'],
  ['ERASURE', 'an erasure'],
  ['BAN_REMOVAL', 'the removal of a ban'],
  ['RULES', 'a change of the rules'],
  ['LINK', 'a decision'],
  ['SEPARATE', 'a decision'],
  ['UNDO', 'a decision that was taken back'],
]);

const events: Readonly<Record<HistoryEvent['kind'], string>> = {
  CREATED: 'Records were stored',
  CHANGED: 'The content of records changed',
  MERGED: 'Entities became one',
  SPLIT: 'Records left the entity',
  DECIDED: 'A person decided',
  ERASED: 'A record was erased',
};

/** What happened and by what, such as `Entities became one, by a submit`. */
export function eventText({ kind, cause, reason: said, decision }: HistoryEvent): string {
  const because = said === null ? '' : `: ${said}`;
  if (decision === null) return `${events[kind]}, by ${causes.get(cause) ?? cause.toLowerCase()}${because}`;
  const { a, b, reason } = decision;
  const verb = decision.kind === 'LINK' ? 'linked' : 'separated';
  const what = `${personText(decision)} ${verb} ${a ?? 'an erased record'} and ${b ?? 'an erased record'}`;
  const why = reason === null ? '' : `: ${reason}`;
  if (cause === 'UNDO') return `It was taken back that ${what}${why}`;
  return kind === 'DECIDED' ? `${what}${why}` : `${events[kind]}, because ${what}${why}`;
}
