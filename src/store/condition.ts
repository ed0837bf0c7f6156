import type { Clause, Condition, Item, Value } from './port.ts';

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
