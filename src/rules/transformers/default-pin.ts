import type { PinValues } from '../types.ts';
import type { InputPin, Transform } from './transformer.ts';

/** The one pin of a transformer with a single input or output is called `default`, as in the public examples. */
export const defaultInput: readonly InputPin[] = [{ name: 'default', required: true }];

export const defaultOutput: readonly string[] = ['default'];

/** Receives the reason why a value became no value; present only in a simulation. */
export type Note = ((message: string) => void) | undefined;

export const noValues: PinValues = [];

const nothing: readonly PinValues[] = [noValues];

/**
 * Makes a transform of the default pin that maps each value to one value; it drops empty texts, which mean "no value".
 */
export function eachValue(convert: (value: string, note: Note) => string): Transform {
  return (inputs, _record, note) => {
    const values = inputs[0] ?? noValues;
    if (values.length === 0) return nothing;
    if (values.length === 1) {
      const converted = convert(values[0]!, note);
      return converted === '' ? nothing : [[converted]];
    }
    const output: string[] = [];
    for (const value of values) {
      const converted = convert(value, note);
      if (converted !== '') output.push(converted);
    }
    return [output];
  };
}

/** Makes a transform of the default pin that maps each value to any number of values; none may be empty. */
export function eachValueToMany(convert: (value: string, note: Note) => readonly string[]): Transform {
  return (inputs, _record, note) => {
    const values = inputs[0] ?? noValues;
    if (values.length === 0) return nothing;
    if (values.length === 1) return [convert(values[0]!, note)];
    return [values.flatMap((value) => convert(value, note))];
  };
}

/**
 * Makes a transform of the default pin that maps each value to one value per output pin; '' means no value on that pin.
 */
export function eachValueToPins(
  pins: number,
  convert: (value: string, note: Note) => readonly string[] | undefined,
): Transform {
  const none: readonly PinValues[] = Array.from({ length: pins }, () => noValues);
  return (inputs, _record, note) => {
    const values = inputs[0] ?? noValues;
    if (values.length === 0) return none;
    if (values.length === 1) {
      const converted = convert(values[0]!, note);
      return converted === undefined ? none : converted.map((text) => (text === '' ? noValues : [text]));
    }
    const outputs: string[][] = Array.from({ length: pins }, () => []);
    for (const value of values) {
      const converted = convert(value, note);
      if (converted === undefined) continue;
      for (let pin = 0; pin < pins; pin++) {
        const text = converted[pin]!;
        if (text !== '') outputs[pin]!.push(text);
      }
    }
    return outputs;
  };
}

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
