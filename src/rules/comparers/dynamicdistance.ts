import * as z from 'zod/mini';
import { editDistance } from '../../text/edit-distance.ts';
import { editKeyParts, MAX_INDEXED_DISTANCE } from '../../text/edit-key-parts.ts';
import { noteIf } from '../document/definition.ts';
import { defineComparer } from './comparer.ts';
import { editComparer } from './edit-comparer.ts';

const attributes = z.object({
  algorithm: z
    ._default(z.enum(['levenshtein', 'osa', 'damerauLevenshtein']), 'levenshtein')
    .check(z.describe('What counts as one edit; see the comparer distance.')),
  table: z
    ._default(z.record(z.string().check(z.regex(/^\d{1,4}$/)), z.int().check(z.minimum(0), z.maximum(1_024))), {
      '0': 0,
      '4': 1,
      '8': 2,
    })
    .check(
      z.describe(
        'Allowed distance by minimal length of the shorter text, in UTF-16 code units. Default: none below 4, 1 from 4, 2 from 8. Distances above 4 are only verified.',
      ),
    ),
});

/**
 * Returns the allowed distance for a length: that of the entry with the largest minimal length up to it, or 0 below the
 * first entry.
 */
function allowedByLength(table: Readonly<Record<string, number>>): (length: number) => number {
  const entries = Object.entries(table)
    .map(([length, allowed]) => ({ length: Number(length), allowed }))
    .sort((a, b) => a.length - b.length);
  const lengths = entries.map(({ length }) => length);
  const distances = entries.map(({ allowed }) => allowed);
  return (length) => {
    // The number of entries with a minimal length up to this length.
    let low = 0;
    let high = lengths.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (lengths[middle]! <= length) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? 0 : distances[low - 1]!;
  };
}

/** The length of the shorter text determines the number of allowed edits, so that the result is symmetric. */
export const dynamicdistance = defineComparer<z.infer<typeof attributes>>({
  type: 'dynamicdistance',
  summary: 'Satisfied when few enough edits turn one text into the other. Longer texts may differ by more edits.',
  attributes,
  lint: ({ table }) =>
    noteIf(
      Object.values(table).some((allowed) => allowed > MAX_INDEXED_DISTANCE),
      {
        severity: 'warning',
        code: 'DISTANCE_NOT_INDEXED',
        message: `a table with a distance above ${MAX_INDEXED_DISTANCE} is verified only: it finds no candidates by itself`,
        hint: `Allow at most ${MAX_INDEXED_DISTANCE}, or see that another matcher of the rule finds the candidates.`,
        pointer: '/table',
      },
    ),
  compile({ algorithm, table }) {
    const allowed = allowedByLength(table);
    // A loop, because a table may have more entries than a call can have arguments.
    const largest = Object.values(table).reduce((most, distance) => Math.max(most, distance), 0);
    return editComparer({
      within(a, b) {
        const limit = allowed(Math.min(a.length, b.length));
        return editDistance(a, b, algorithm, limit) <= limit;
      },
      algorithm,
      largest,
      keyParts:
        largest > MAX_INDEXED_DISTANCE
          ? undefined
          : editKeyParts({ allowed, largest, transpositions: algorithm !== 'levenshtein' }),
    });
  },
  examples: [
    { attributes: {}, a: 'ann', b: 'anne', satisfied: false },
    { attributes: {}, a: 'anna', b: 'hanna', satisfied: true },
    { attributes: {}, a: 'johannes', b: 'yohannis', satisfied: true },
    { attributes: { table: { '0': 1 } }, a: 'ann', b: 'anne', satisfied: true },
    { attributes: { table: { '0': 0, '10': 5 } }, a: 'alexandrina', b: 'alexandria', satisfied: true },
  ],
});
