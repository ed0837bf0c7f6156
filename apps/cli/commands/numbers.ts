import { InvalidArgumentError } from 'commander';
import type { MostRemovals } from '../sync/delivery-plan.ts';

/** Returns a parser for an option that is a whole number within bounds. */
export function wholeNumber(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d+$/.test(text) || value < least || value > most) {
      throw new InvalidArgumentError(`It must be a whole number from ${least} to ${most}.`);
    }
    return value;
  };
}

/** Parses `--max-removals`: a share such as 5%, or a number of records. */
export function mostRemovals(text: string): MostRemovals {
  const [, percent] = /^(\d{1,3}(?:\.\d+)?)%$/.exec(text) ?? [];
  if (percent !== undefined && Number(percent) <= 100) return { share: Number(percent) / 100 };
  if (/^\d{1,9}$/.test(text)) return { records: Number(text) };
  throw new InvalidArgumentError('Write a share such as 5%, or a number of records.');
}
