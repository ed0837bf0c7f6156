import { describe, expect, it } from '@jest/globals';
import { censusPeople } from '../../bench/census-people.ts';
import type { PartialPerson } from '../../bench/people.ts';
import { resolveInAllWays } from '../../bench/quality/ways.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';

const records = 3_000;

describe('a file of people', () => {
  const files = temporaryDirectory();

  it('becomes the same entities by resolve, by a start, by a load at once and by batches of submit', async () => {
    const fields = ['id', 'firstName', 'lastName', 'dateOfBirth', 'email', 'phone', 'postcode'] as const;
    const row = (person: PartialPerson) => fields.map((field) => JSON.stringify(person[field] ?? '')).join(',');
    const rows: string[] = [];
    for (const person of censusPeople(1, records)) {
      if (rows.push(row(person)) === records) break;
    }
    // A repeated record, a changed one, one without an id, and a line that is none.
    rows.push(rows[5]!, rows[7]!.replace('@', '@other.'), ',Ada,Lovelace,,,,', 'broken');
    const file = await files.write('people.csv', `${fields.join(',')}\n${rows.join('\n')}\n`);

    const results = await resolveInAllWays(file, 'examples/people');

    const [first] = results;
    expect(first).toMatchObject({ records });
    expect(first!.entities).toBeLessThan(records);
    for (const result of results) expect(result).toMatchObject({ records, entities: first!.entities, different: 0 });
    expect(results.map(({ way }) => way)).toEqual(['resolve', 'start FILE', 'load', 'batches of submit']);
  });
});
