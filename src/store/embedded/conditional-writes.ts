import { changed } from '../changed.ts';
import { holds } from '../condition.ts';
import { checkTransact, checkWrites, keyOf } from '../limits.ts';
import * as port from '../port.ts';
import { itemText } from './item-text.ts';
import type { Tables } from './tables.ts';

/**
 * Checks the writes of a step. The result makes, within a transaction, those whose conditions hold (`each`), or all of
 * them if all conditions hold (`all`). It returns for each whether its condition held.
 */
export function prepare(step: port.Step): (tables: Tables) => port.Outcome[] {
  const writes = 'each' in step ? step.each : step.all;
  if ('each' in step) checkWrites(writes);
  else checkTransact(writes);
  // Encoded here, outside of the transaction.
  const puts = writes.map((write) => ('put' in write ? itemText(write.put) : undefined));
  return (tables) => {
    const outcomes = writes.map((write) => outcomeOf(write, tables));
    if ('each' in step || transactOutcome(outcomes).applied) apply(tables, writes, puts, outcomes);
    return outcomes;
  };
}

export function transactOutcome(outcomes: readonly port.Outcome[]): port.TransactOutcome {
  const refused = outcomes.flatMap(({ applied, before }, index) => (applied ? [] : [{ index, before }]));
  return { applied: refused.length === 0, refused };
}

export const stepOutcome = (step: port.Step, outcomes: readonly port.Outcome[]): port.StepOutcome =>
  'each' in step ? port.eachOutcome(outcomes) : port.allOutcome(outcomes.length, transactOutcome(outcomes));

function outcomeOf(write: port.Write | port.Check, tables: Tables): port.Outcome {
  const before = write.if?.length || 'update' in write ? tables.get(keyOf(write)) : undefined;
  return { applied: holds(write.if, before), before };
}

/** An update that cannot be made throws before anything is written. */
function apply(
  tables: Tables,
  writes: readonly (port.Write | port.Check)[],
  puts: readonly (string | undefined)[],
  outcomes: readonly port.Outcome[],
): void {
  const texts = writes.map((write, index) =>
    'update' in write && outcomes[index]!.applied ? itemText(changed(write, outcomes[index]!.before)) : puts[index],
  );
  for (const [index, write] of writes.entries()) {
    if (!('check' in write) && outcomes[index]!.applied) tables.put(keyOf(write), texts[index]);
  }
}
