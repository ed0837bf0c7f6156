import type { PinValues } from '../types.ts';

/**
 * The part of one value that rules use, in UTF-16 code units; the stored record keeps the whole value. It is more than
 * any part can use: transformers read texts of up to 1,000 units, comparers compare 1,024, and 500 tokens of eight
 * letters fit.
 */
export const MAX_VALUE_LENGTH = 4_096;

/** Cuts each value to its first {@link MAX_VALUE_LENGTH} units and passes the length of a longer value to `onCut`. */
export function cutValues(values: PinValues, onCut?: (length: number) => void): PinValues {
  for (let i = 0; i < values.length; i++) if (values[i]!.length > MAX_VALUE_LENGTH) return cutLong(values, onCut);
  return values;
}

function cutLong(values: PinValues, onCut?: (length: number) => void): PinValues {
  return values.map((value) => {
    if (value.length <= MAX_VALUE_LENGTH) return value;
    onCut?.(value.length);
    return beginning(value);
  });
}

/** Returns a copy, because a slice keeps the whole text in memory as long as a cache keeps the slice. */
function beginning(text: string): string {
  const last = text.charCodeAt(MAX_VALUE_LENGTH - 1);
  // Half a surrogate pair is not a character.
  const end = last >= 0xd800 && last <= 0xdbff ? MAX_VALUE_LENGTH - 1 : MAX_VALUE_LENGTH;
  return Buffer.from(text.slice(0, end), 'utf16le').toString('utf16le');
}
