import { describe, expect, it } from '@jest/globals';
import { sourcesText, summariesOf } from '../../../../../apps/cli/commands/sources.ts';

const counted = [
  {
    source: 'crm',
    records: 1_200,
    entities: 1_100,
    duplicates: 100,
    alone: 1_090,
    shared: [{ source: 'erp', entities: 10 }],
  },
  { source: 'erp', records: 10, entities: 10, duplicates: 0, alone: 0, shared: [{ source: 'crm', entities: 10 }] },
];
const delivery = { file: 'crm.csv', modified: 0, at: 0, records: 1_200, created: 3, changed: 2, gone: 1, refused: 0 };
const known = new Map([
  ['crm', { format: 1 as const, source: 'crm', records: 1_200, deliveries: [delivery], profile: {} }],
]);
const declared = { names: ['crm', 'shop'], withoutDuplicates: ['crm'] };

describe('the command sources', () => {
  it('shows counts, what sources share, deliveries, and what contradicts the schema', () => {
    expect(sourcesText(summariesOf(declared, counted, known), '2026-01-02T03:04:05.000Z')).toBe(`\
Counted at 2026-01-02T03:04:05.000Z:

source  records  entities  duplicates  alone
crm       1,200     1,100         100  1,090
shop          0         0           0      0
erp          10        10           0      0

Entities with records of both:

      crm  shop  erp
crm     –     0   10
shop    0     –    0
erp    10     0    –

Last deliveries:

crm: 1970-01-01T00:00:00.000Z crm.csv: 1,200 records; 3 new, 2 changed, 1 gone, 0 refused

crm is declared to be without duplicates, and the rules find 100 within it.
erp has records, and the schema does not declare it: declare it, or erase them.
`);
  });

  it('says what to do where nothing is counted, or no sources are declared', () => {
    expect(sourcesText(summariesOf(declared, [], new Map()), null)).toContain('entity-data sources --refresh');
    expect(sourcesText(summariesOf(undefined, [], new Map()), null)).toContain('declares no sources');
  });
});
