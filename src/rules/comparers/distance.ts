import * as z from 'zod/mini';
import { editDistance } from '../../text/edit-distance.ts';
import { editKeyParts, MAX_INDEXED_DISTANCE } from '../../text/edit-key-parts.ts';
import { noteIf } from '../document/definition.ts';
import { defineComparer } from './comparer.ts';
import { editComparer } from './edit-comparer.ts';

const attributes = z.object({
  algorithm: z
    ._default(z.enum(['levenshtein', 'osa', 'damerauLevenshtein']), 'levenshtein')
    .check(
      z.describe(
        'levenshtein counts insertions, deletions and substitutions; osa also a swap of two neighbours as one edit; damerauLevenshtein the same where swapped characters are edited again.',
      ),
    ),
  allowedDistance: z
    .int()
    .check(
      z.minimum(0),
      z.maximum(1_024),
      z.describe(
        'Most edits between the two texts. Up to 4 the comparer finds candidates by index keys; above it only verifies.',
      ),
    ),
});

export const distance = defineComparer<z.infer<typeof attributes>>({
  type: 'distance',
  summary: 'Satisfied when at most allowedDistance edits turn one text into the other.',
  attributes,
  lint: ({ allowedDistance }) => [
    ...noteIf(allowedDistance === 0, {
      severity: 'warning',
      code: 'SAME_AS_EXACT',
      message: 'a distance of 0 allows equal texts only',
      hint: 'Use the comparer exact, which is faster, or allow a distance of 1.',
      pointer: '/allowedDistance',
    }),
    ...noteIf(allowedDistance > MAX_INDEXED_DISTANCE, {
      severity: 'warning',
      code: 'DISTANCE_NOT_INDEXED',
      message: `a distance of ${allowedDistance} is verified only: it finds no candidates by itself`,
      hint: `Allow at most ${MAX_INDEXED_DISTANCE}, or see that another matcher of the rule finds the candidates.`,
      pointer: '/allowedDistance',
    }),
  ],
  compile: ({ algorithm, allowedDistance }) =>
    editComparer({
      within: (a, b) => editDistance(a, b, algorithm, allowedDistance) <= allowedDistance,
      algorithm,
      largest: allowedDistance,
      keyParts:
        allowedDistance > MAX_INDEXED_DISTANCE
          ? undefined
          : editKeyParts({
              allowed: () => allowedDistance,
              largest: allowedDistance,
              transpositions: algorithm !== 'levenshtein',
            }),
    }),
  examples: [
    { attributes: { allowedDistance: 1 }, a: 'meier', b: 'meyer', satisfied: true },
    { attributes: { allowedDistance: 1 }, a: 'maier', b: 'meyer', satisfied: false },
    { attributes: { allowedDistance: 1, algorithm: 'levenshtein' }, a: 'janni', b: 'jnani', satisfied: false },
    { attributes: { allowedDistance: 1, algorithm: 'osa' }, a: 'janni', b: 'jnani', satisfied: true },
    { attributes: { allowedDistance: 2, algorithm: 'osa' }, a: 'ca', b: 'abc', satisfied: false },
    { attributes: { allowedDistance: 2, algorithm: 'damerauLevenshtein' }, a: 'ca', b: 'abc', satisfied: true },
    { attributes: { allowedDistance: 5 }, a: 'robertson', b: 'johnson', satisfied: true },
  ],
});
