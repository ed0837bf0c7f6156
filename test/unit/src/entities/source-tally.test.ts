import { describe, expect, it } from '@jest/globals';
import { SourceTally } from '../../../../src/entities/statistics/source-tally.ts';

describe('SourceTally', () => {
  const entities = [
    ['crm/1', 'shop/2'],
    ['crm/2', 'crm/3', 'shop/1', 'erp/9'],
    ['crm/4'],
    ['shop/5', 'shop/6'],
    ['older', 'A/B'],
  ];
  const expected = [
    {
      source: 'crm',
      records: 4,
      entities: 3,
      alone: 1,
      shared: [
        { source: 'erp', entities: 1 },
        { source: 'shop', entities: 2 },
      ],
    },
    {
      source: 'erp',
      records: 1,
      entities: 1,
      alone: 0,
      shared: [
        { source: 'crm', entities: 1 },
        { source: 'shop', entities: 1 },
      ],
    },
    {
      source: 'shop',
      records: 4,
      entities: 3,
      alone: 1,
      shared: [
        { source: 'crm', entities: 2 },
        { source: 'erp', entities: 1 },
      ],
    },
  ];

  it('counts records, entities, those of one source alone, and those that two share', () => {
    const tally = new SourceTally();
    for (const ids of entities) tally.add(ids);

    expect(tally.statistics()).toEqual(expected);
  });

  it('goes on from what another worker counted', () => {
    const first = new SourceTally();
    for (const ids of entities.slice(0, 2)) first.add(ids);
    const second = new SourceTally(JSON.parse(JSON.stringify(first.statistics())));
    for (const ids of entities.slice(2)) second.add(ids);

    expect(second.statistics()).toEqual(expected);
  });
});
