import { RetryableError } from '../../errors.ts';
import type { Check, Clause, Item, Key, Update, Write } from '../../store/port.ts';

/**
 * The sign of the rules is a number, in the attribute `q` of every counter and every pending-operations shard. Each step
 * of a change of rules raises it. A write that opens an operation, or that unites or splits entities, is conditional on
 * the sign that the process knows: so a process that missed the step opens nothing, and moves nothing. These items are
 * written anyway, so that the condition costs nothing. A table whose rules never changed has no sign.
 */
export type RulesSign = number | undefined;

const SIGN = 'q';

/** Other rules are in force than those that this process goes by: it must read them. */
export class RulesReplacedError extends RetryableError {
  constructor() {
    super('other rules have come into force in this table since this process started', {
      hint: 'Repeat the request. A local service goes by them after a restart.',
    });
  }
}

export const underSign = (sign: RulesSign): Clause =>
  sign === undefined ? { attribute: SIGN, absent: true } : { attribute: SIGN, equals: sign };

export const isUnderSign = (item: Item | undefined, sign: RulesSign): boolean => item?.[SIGN] === sign;

/** Raises the sign by one. Refused if it is raised already. */
export const signWrite = (key: Key, sign: number): Update => ({
  update: key,
  set: { [SIGN]: sign },
  if: [sign === 1 ? { attribute: SIGN, absent: true } : { attribute: SIGN, equals: sign - 1 }],
});

const isAboutSign = (clause: Clause): boolean => 'attribute' in clause && clause.attribute === SIGN;

/**
 * Called with the writes of a refused transaction.
 *
 * @throws RulesReplacedError if the sign of the rules refused it
 */
export function refuseReplaced(
  writes: readonly (Write | Check)[],
  refused: readonly { readonly index: number; readonly before?: Item | undefined }[],
  sign: RulesSign,
): void {
  for (const { index, before } of refused) {
    if (writes[index]!.if?.some(isAboutSign) && !isUnderSign(before, sign)) throw new RulesReplacedError();
  }
}
