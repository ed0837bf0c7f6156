import type { PinValues } from './transformer.ts';

/**
 * How the values of several pins go together: by position, up to the longest pin; a pin with a single value gives it to
 * every position, a pin that is shorter than the longest gives nothing ('') to the rest.
 */
export function pairedLength(inputs: readonly PinValues[]): number {
  let length = 0;
  for (const values of inputs) if (values.length > length) length = values.length;
  return length;
}

/** The value of one pin at one position of the pairing; '' for none. */
export function pairedValue(values: PinValues | undefined, position: number): string {
  if (values === undefined || values.length === 0) return '';
  if (values.length === 1) return values[0]!;
  return values[position] ?? '';
}
