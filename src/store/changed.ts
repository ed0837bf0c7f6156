import { InvalidWriteError } from './errors.ts';
import { checkNumber } from './limits.ts';
import type { Clause, Condition, Item, Update, Value } from './port.ts';

/** Whether every clause holds for the item as it stands (undefined: there is none). */
export function holds(condition: Condition | undefined, item: Item | undefined): boolean {
  if (condition === undefined) return true;
  for (const clause of condition) if (!clauseHolds(clause, item)) return false;
  return true;
}

function clauseHolds(clause: Clause, item: Item | undefined): boolean {
  if ('item' in clause) return (clause.item === 'present') === (item !== undefined);
  const value: Value | undefined = item?.[clause.attribute];
  if ('equals' in clause) return value === clause.equals;
  if ('absentOr' in clause) return value === undefined || value === clause.absentOr;
  if ('least' in clause) return typeof value === 'number' && value >= clause.least && value <= clause.most;
  return value === undefined;
}

/** What an update makes of an item (undefined: there is none yet). The item itself is not touched. */
export function changed(update: Update, before: Item | undefined): Item {
  const after: Record<string, Value> = before === undefined ? {} : { ...before };
  if (update.remove !== undefined) for (const name of update.remove) delete after[name];
  if (update.set !== undefined) Object.assign(after, update.set);
  if (update.setIfAbsent !== undefined) {
    for (const name in update.setIfAbsent) {
      if (before?.[name] === undefined) after[name] = update.setIfAbsent[name] as Value;
    }
  }
  if (update.add !== undefined) {
    for (const name in update.add) {
      const value = before?.[name];
      const old = value === undefined ? 0 : value;
      if (typeof old !== 'number') throw notANumber(update, name);
      const sum = old + (update.add[name] as number);
      checkNumber(sum, update.update, name);
      after[name] = sum;
    }
  }
  after['pk'] = update.update.pk;
  after['sk'] = update.update.sk;
  return after as Item;
}

function notANumber(update: Update, name: string): InvalidWriteError {
  const { pk, sk } = update.update;
  return new InvalidWriteError(
    `Attribute "${name}" of the item ${pk} ${sk} is no number, so that nothing can be added to it`,
    {
      hint: 'Use set to replace it.',
    },
  );
}
