import type { Condition, Item, Value } from './port.ts';

/** Whether every clause holds for the item as it stands (undefined: there is none). */
export function holds(condition: Condition | undefined, item: Item | undefined): boolean {
  if (condition === undefined) return true;
  for (const clause of condition) {
    if ('item' in clause) {
      if ((clause.item === 'present') !== (item !== undefined)) return false;
      continue;
    }
    const value: Value | undefined = item?.[clause.attribute];
    if ('equals' in clause) {
      if (value !== clause.equals) return false;
    } else if ('absentOr' in clause) {
      if (value !== undefined && value !== clause.absentOr) return false;
    } else if (value !== undefined) return false;
  }
  return true;
}
