import type { PinValues } from '../types.ts';

/**
 * Pairs the values of several pins by position, up to the length of the longest pin. A pin with a single value supplies
 * it for every position; another pin that is too short supplies '' for the missing positions.
 */
export function pairedLength(inputs: readonly PinValues[]): number {
  let length = 0;
  for (const values of inputs) if (values.length > length) length = values.length;
  return length;
}

/** Returns the value of one pin at one position of the pairing; '' for none. */
export function pairedValue(values: PinValues | undefined, position: number): string {
  if (values === undefined || values.length === 0) return '';
  if (values.length === 1) return values[0]!;
  return values[position] ?? '';
}
