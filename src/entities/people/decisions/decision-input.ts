import { InvalidDecisionError } from '../../errors.ts';
import type { DecisionRequest } from './types.ts';

const MOST_USER_CHARACTERS = 200;
const MOST_REASON_CHARACTERS = 2_000;

/** @throws InvalidDecisionError */
export function checkDecision({ a, b, user, reason }: DecisionRequest): void {
  if (a === b) {
    throw new InvalidDecisionError(`a and b are the same record, ${JSON.stringify(a.slice(0, 80))}`, {
      hint: 'Name two records.',
    });
  }
  checkUser(user);
  checkText('reason', reason, MOST_REASON_CHARACTERS);
}

/** @throws InvalidDecisionError */
export const checkUser = (user: string): void => checkText('user', user, MOST_USER_CHARACTERS);

const subjects = {
  user: 'the person who decides',
  reason: 'the reason',
} as const;

function checkText(name: keyof typeof subjects, text: string, most: number): void {
  const hint = `Give ${subjects[name]} in 1 to ${most} characters.`;
  if (text.trim() === '') throw new InvalidDecisionError(`${name} is empty`, { hint });
  if (text.length > most) throw new InvalidDecisionError(`${name} has ${text.length} characters`, { hint });
}
