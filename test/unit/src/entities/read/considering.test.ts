import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { connectedParts } from '../../../../../src/entities/read/connected-parts.ts';
import { ComputedEntityView } from '../../../../../src/entities/read/entity-view.ts';
import type { EntityView } from '../../../../../src/entities/types.ts';
import type { RecordPayload } from '../../../../../src/rules/types.ts';
import { toyLinked, toyRules } from '../../../../setup/toy-rules.ts';

const viewOf = (records: readonly { id: string; exact: string[] }[]) =>
  new ComputedEntityView(
    'E',
    records.map((payload, index) => ({ id: payload.id, payload, recordVersion: String(index) })),
    toyRules,
  );

describe('an entity of which only some records are considered', () => {
  const records = fc
    .uniqueArray(fc.record({ id: fc.string(), exact: fc.subarray(['x', 'y', 'z', 'w']) }), {
      selector: ({ id }) => id,
      maxLength: 8,
    })
    .map((list) => list.map((record, index) => ({ ...record, id: `r${index}` })));

  it('falls into parts that are linked within and not among each other, the largest first', () => {
    fc.assert(
      fc.property(records, fc.func(fc.boolean()), (list, choose) => {
        const kept = list.filter(({ id }) => choose(id));
        const parts = viewOf(list).considering((record) => choose(record['id']));

        if (kept.length === list.length) {
          expect(parts.map(({ id }) => id)).toEqual(['E']);
          return;
        }
        expectParts(parts, kept);
      }),
    );
  });
});

function expectParts(parts: readonly EntityView[], kept: readonly (RecordPayload & { readonly id: string })[]): void {
  const ids = parts.map((part) => part.records.map(({ id }) => String(id)));
  expect(ids.flat().toSorted()).toEqual(kept.map(({ id }) => id).toSorted());
  expect(ids.map(({ length }) => length)).toEqual(ids.map(({ length }) => length).toSorted((a, b) => b - a));
  expect(parts.map(({ id }) => id)).toEqual(parts.length === 1 ? ['E'] : parts.map((_, index) => `E-${index + 1}`));
  const partOf = new Map(ids.flatMap((part, index) => part.map((id) => [id, index])));
  for (const a of kept) {
    for (const b of kept) if (toyLinked(a, b)) expect(partOf.get(a.id)).toBe(partOf.get(b.id));
  }
  for (const part of parts) expect(part.links().length).toBeGreaterThanOrEqual(part.records.length - 1);
}

describe('connected parts', () => {
  it('are ordered by size, then by their first position', () => {
    expect(
      connectedParts(6, [
        [4, 5],
        [1, 3],
      ]),
    ).toEqual([[1, 3], [4, 5], [0], [2]]);
    expect(connectedParts(0, [])).toEqual([]);
  });
});
