import { changed } from '../changed.ts';
import { holds } from '../condition.ts';
import { checkTransact, checkWrites, keyOf } from '../limits.ts';
import * as port from '../port.ts';
import { itemText } from './item-text.ts';
import type { Tables } from './tables.ts';

/** A write with the attributes of a put, which are encoded outside the transaction. */
type Prepared = readonly [write: port.Write | port.Check, text: string | undefined];

/** Checks writes; the result makes, within a transaction, those whose conditions hold. */
export function prepareEach(writes: readonly port.Write[]): (tables: Tables) => port.Outcome[] {
  checkWrites(writes);
  const prepared = writes.map(prepare);
  return (tables) => {
    const outcomes = outcomesOf(tables, prepared);
    apply(tables, prepared, outcomes);
    return outcomes;
  };
}

/** Checks writes; the result makes, within a transaction, all of them if all conditions hold. */
export function prepareAll(writes: readonly (port.Write | port.Check)[]): (tables: Tables) => port.TransactOutcome {
  checkTransact(writes);
  const prepared = writes.map(prepare);
  return (tables) => {
    const outcomes = outcomesOf(tables, prepared);
    const refused = outcomes.flatMap(({ applied, before }, index) => (applied ? [] : [{ index, before }]));
    if (refused.length === 0) apply(tables, prepared, outcomes);
    return { applied: refused.length === 0, refused };
  };
}

export function prepareStep(step: port.Step): (tables: Tables) => port.StepOutcome {
  if ('each' in step) {
    const run = prepareEach(step.each);
    return (tables) => port.eachOutcome(run(tables));
  }
  const run = prepareAll(step.all);
  return (tables) => port.allOutcome(step.all.length, run(tables));
}

const prepare = (write: port.Write | port.Check): Prepared => [write, 'put' in write ? itemText(write.put) : undefined];

function outcomesOf(tables: Tables, prepared: readonly Prepared[]): port.Outcome[] {
  return prepared.map(([write]) => {
    const before = write.if?.length || 'update' in write ? tables.get(keyOf(write)) : undefined;
    return { applied: holds(write.if, before), before };
  });
}

/** An update that cannot be made throws before anything is written. */
function apply(tables: Tables, prepared: readonly Prepared[], outcomes: readonly port.Outcome[]): void {
  const texts = prepared.map(([write, text], index) =>
    'update' in write && outcomes[index]!.applied ? itemText(changed(write, outcomes[index]!.before)) : text,
  );
  for (const [index, [write]] of prepared.entries()) {
    if (!('check' in write) && outcomes[index]!.applied) tables.put(keyOf(write), texts[index]);
  }
}
