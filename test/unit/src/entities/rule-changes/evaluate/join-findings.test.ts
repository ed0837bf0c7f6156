import { describe, expect, it } from '@jest/globals';
import { constraintsOf } from '../../../../../../src/entities/items/constraints.ts';
import type { ChunkFindings } from '../../../../../../src/entities/rule-changes/evaluate/findings.ts';
import {
  FindingsJoin,
  type JoinedFindings,
} from '../../../../../../src/entities/rule-changes/evaluate/join-findings.ts';

const nothing: ChunkFindings = {
  records: 0,
  entities: 0,
  refused: 0,
  problems: [],
  sizes: [],
  parted: [],
  unjudged: 0,
  pairs: [],
  keys: [],
  constraints: [],
  overFrequent: [],
  examples: [],
};

function joined(chunks: readonly Partial<ChunkFindings>[], most?: number): JoinedFindings {
  const join = new FindingsJoin(most);
  for (const chunk of chunks) join.add({ ...nothing, ...chunk });
  for (const chunk of chunks) join.addSizes({ ...nothing, ...chunk });
  return join.joined();
}

const side = (reference: string, name: string) => constraintsOf([{ reference, side: name, lifted: [] }]).text;

describe('the join of what a scan found', () => {
  it('unites entities over chunks, with the sizes that other chunks tell', () => {
    const { report } = joined([
      { records: 4, entities: 2, sizes: [['E', 3]], pairs: [['e1', 'E', 'f1', 'F']] },
      { records: 5, entities: 2, sizes: [['F', 4]], pairs: [['f1', 'F', 'g1', 'G']] },
      { records: 1, entities: 1 },
    ]);

    expect(report).toEqual({
      records: 10,
      entitiesBefore: 5,
      entitiesAfter: 3,
      unchanged: 2,
      merging: 3,
      splitting: 0,
      both: 0,
      recordsTouched: 8,
      largestEntity: 8,
      overFrequentKeys: 0,
      refused: 0,
    });
  });

  it('is an estimate where there was no time to judge all records of a large entity', () => {
    const found = { records: 3, entities: 1, sizes: [['E', 3]], parted: [['E', [['e1'], ['e2'], ['e3']]]] } as const;

    expect(joined([{ ...found, unjudged: 2 }]).report).toMatchObject({
      isEstimate: true,
      splitting: 1,
      entitiesAfter: 3,
    });
    expect(joined([found]).report.isEstimate).toBeUndefined();
  });

  it('unites the part of an entity that holds the record', () => {
    const { report } = joined([
      {
        records: 5,
        entities: 1,
        sizes: [['E', 5]],
        parted: [
          [
            'E',
            [
              ['e1', 'e2', 'e3'],
              ['e4', 'e5'],
            ],
          ],
        ],
      },
      { records: 2, entities: 2, pairs: [['f1', 'F', 'e5', 'E']] },
    ]);

    expect(report).toMatchObject({ entitiesBefore: 3, entitiesAfter: 3, both: 2, unchanged: 1, largestEntity: 3 });
  });

  it('unites all that have an exact key, and gives an example of two of them', () => {
    const keys = [
      ['e1', 'E', 'hash', ['EMAIL']],
      ['f1', 'F', 'hash', ['EMAIL']],
      ['g1', 'G', 'hash', ['EMAIL']],
    ] as const;

    const { report, examples } = joined([{ records: 3, entities: 3, keys }]);

    expect(report).toMatchObject({ entitiesAfter: 1, merging: 3, largestEntity: 3 });
    expect(examples).toEqual([{ kind: 'merge', records: ['e1', 'f1'], entities: ['E', 'F'], rules: ['EMAIL'] }]);
  });

  it('unites nothing that a constraint separates, also not through a third entity', () => {
    const { report } = joined([
      {
        records: 3,
        entities: 3,
        pairs: [
          ['e1', 'E', 'f1', 'F'],
          ['e1', 'E', 'g1', 'G'],
          ['f1', 'F', 'g1', 'G'],
        ],
        constraints: [
          ['E', side('ban', 'a')],
          ['F', side('ban', 'b')],
        ],
      },
    ]);

    expect(report).toMatchObject({ entitiesAfter: 2, merging: 2, unchanged: 1, largestEntity: 2 });
  });

  it('counts an over-frequent key once, and lists a refused record once', () => {
    const chunk = { records: 1, entities: 1, refused: 1, problems: [['r', 'CODE']] as const, overFrequent: ['hash'] };

    const { report, problems } = joined([chunk, chunk]);

    expect(report).toMatchObject({ overFrequentKeys: 1, refused: 2 });
    expect(problems).toEqual([{ recordID: 'r', code: 'CODE' }]);
  });

  it('gives bounds, and says so, where more was found than it may join', () => {
    const chunks: readonly Partial<ChunkFindings>[] = [
      { records: 3, entities: 3, pairs: [['e1', 'E', 'f1', 'F']] },
      {
        records: 4,
        entities: 2,
        sizes: [['H', 3]],
        parted: [['H', [['h1', 'h2'], ['h3']]]],
        pairs: [['f1', 'F', 'g1', 'G']],
      },
    ];

    const [exact, bounds] = [joined(chunks).report, joined(chunks, 3).report];

    expect(bounds.isEstimate).toBe(true);
    expect(exact).not.toHaveProperty('isEstimate');
    expect(bounds).toMatchObject({ records: 7, entitiesBefore: 5 });
    expect(bounds.recordsTouched).toBeGreaterThanOrEqual(exact.recordsTouched);
    expect(bounds.largestEntity).toBeGreaterThanOrEqual(exact.largestEntity);
    expect(bounds.unchanged).toBeLessThanOrEqual(exact.unchanged);
  });
});
