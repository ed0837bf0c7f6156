import type { AnsweredDecision, DecisionAnswer } from '../../../src/graphql/queries.ts';
import { terminalText } from '../terminal/terminal-text.ts';
import { count } from './entity-text.ts';

/** A decision for people to read, in two or three lines. */
export const decisionText = (decision: AnsweredDecision): string => terminalText(decisionLines(decision));

/** What a decision did. */
export function decidedText({ decision, triggered, complete, records }: DecisionAnswer): string {
  return terminalText([
    ...decisionLines(decision),
    ...(triggered ? [] : ['Nothing changed: this was done before.']),
    ...(complete ? [] : ['The entity is large: the service finishes this within minutes.']),
    ...records.map(({ id, entityID, recordIDs }) => `${id} is in ${entityID}: ${recordIDs.join(' ')}`),
  ]);
}

function decisionLines({ id, kind, decidedAt, a, b, removedLinks, undone, ...decision }: AnsweredDecision): string[] {
  const links = removedLinks.length === 0 ? '' : `, ${count(removedLinks.length, 'removed link')}`;
  return [
    `${id}  ${kind.toLowerCase()} ${a ?? ERASED} ${b ?? ERASED}${links}`,
    `  ${decidedAt} by ${personText(decision)}: ${decision.reason ?? ERASED}`,
    ...(undone === null ? [] : [`  taken back ${undone.at} by ${personText(undone)}`]),
  ];
}

const ERASED = '(erased)';

const personText = ({ user, verified, client }: Pick<AnsweredDecision, 'user' | 'verified' | 'client'>): string =>
  [
    user === '' ? 'unknown' : user,
    ...(verified ? ['(signed in)'] : []),
    ...(client === '' ? [] : [`(${client})`]),
  ].join(' ');
