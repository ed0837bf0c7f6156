import { describe, expect, it } from '@jest/globals';
import { entityText } from '../../../../../apps/cli/commands/entity-text.ts';
import { incompleteText } from '../../../../../apps/cli/commands/incomplete-text.ts';
import { readParameters, SearchArgumentError } from '../../../../../apps/cli/commands/search.ts';

describe('readParameters', () => {
  it('reads texts, JSON values, nested fields and whole objects', () => {
    const parameters = readParameters([
      'name=Ada = B',
      'age:=30',
      'address.city=Leeds',
      'address.zip=1',
      '{"tags":["a"]}',
    ]);

    expect(parameters).toEqual({ name: 'Ada = B', age: 30, address: { city: 'Leeds', zip: '1' }, tags: ['a'] });
  });

  it.each(['name', '=x', 'age:=x', '{"a":', 'a..b=1', '__proto__.x=1'])('refuses %j', (text) => {
    expect(() => readParameters([text])).toThrow(SearchArgumentError);
  });
});

describe('incompleteText', () => {
  it('says for which rules a search looked at some records only, and which fields find the rest', () => {
    const text = incompleteText([
      { rules: ['NAME'], reason: 'TOO_FREQUENT', atLeast: 1_001, add: ['dateOfBirth', 'postcode'] },
      { rules: ['PHONE', 'PHONE_NAME'], reason: 'GENERIC', atLeast: 1_001, add: [] },
    ]);

    expect(text).toBe(
      'Rule NAME: at least 1,001 records share a value, and only the first of them were looked at. ' +
        'Give more of these fields to find the rest: dateOfBirth, postcode.\n' +
        'Rules PHONE, PHONE_NAME: a value that at least 1,001 records share was not searched by, because it is ' +
        'over-frequent (generic_key_records). Search by other fields to find the rest.\n',
    );
  });

  it('says nothing of a search that found everything', () => {
    expect(incompleteText([])).toBe('');
  });
});

describe('entityText', () => {
  it('shows records, hits, edges and duplicates, and nothing that steers a terminal', () => {
    const text = entityText({
      id: '01A',
      records: [
        { id: 'a', name: 'Ada\u001b[31m\u0007', age: 30, gone: null },
        { id: 'b', tags: ['x'] },
      ],
      edges: ['a:b:NAME'],
      duplicates: { a: ['c'] },
      hits: { a: ['NAME', 'PHONE'] },
      score: 0.90012,
      consistency: 1,
      hitScore: 0.5,
    });

    expect(text).toBe(
      'entity 01A  2 records  score 0.9  consistency 1  hit score 0.5\n' +
        '  a  name=Ada · age=30  ← NAME, PHONE\n' +
        '  b  tags=["x"]\n' +
        '  edges\n' +
        '    a:b:NAME\n' +
        '  a is repeated by c\n',
    );
  });

  describe('of 450 records that are all linked', () => {
    const edges = Array.from({ length: 450 }, (_, b) =>
      Array.from({ length: b }, (_, a) => `r${a}:r${b}:PHONE`),
    ).flat();
    const entity = { id: '01A', records: [{ id: 'r0' }], edges, hits: {}, hitScore: 0 };

    it('shows twenty edges and how many there are', () => {
      const lines = entityText(entity).split('\n');

      expect(lines.filter((line) => line.includes(':PHONE')).length).toBe(20);
      expect(lines).toContain('  edges: 20 of 101,025');
      expect(lines).toContain('    and 101,005 more edges: --edges prints all');
    });

    it('shows all when they are asked for', () => {
      const lines = entityText(entity, { edges: true }).split('\n');

      expect(lines.filter((line) => line.includes(':PHONE')).length).toBe(101_025);
      expect(lines.some((line) => line.includes('--edges'))).toBe(false);
    });
  });

  it('says so where there are too many edges', () => {
    const text = entityText({ id: '01A', records: [{ id: 'a' }], hits: {}, hitScore: 0 });

    expect(text).toBe(
      'entity 01A  1 record\n  a  \n  too many edges to show; `explain` of the API shows why two records are together\n',
    );
  });
});
