import { describe, expect, it } from '@jest/globals';
import { recordTypeProblems, searchTypeProblems } from '../../../../../src/guidance/tools/record-types.ts';
import { loadRecordSchema } from '../../../../../src/rules/record-schema/record-schema.ts';

const schema = loadRecordSchema(
  'type Record { id: ID! name: String age: Int tags: [String!] address: Address } type Address { city: String }',
);

function counted(object: object): { readonly object: object; readonly reads: () => number } {
  let reads = 0;
  const get = (target: object, name: string | symbol) => {
    reads += 1;
    return Reflect.get(target, name);
  };
  return { object: new Proxy(object, { get }), reads: () => reads };
}

describe('what the API would refuse in a record', () => {
  it('is looked for until fifty problems are found', () => {
    const names = Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`key${i}`, i]));
    const late = counted({ city: 7 });

    const problems = searchTypeProblems(schema, { ...names, address: late.object });

    expect(problems).toHaveLength(50);
    expect(late.reads()).toBe(0);
  });

  const text = 'x'.repeat(1_000_000);
  const inside = counted({ city: text });

  it.each([
    ['a long text', { id: 'r', age: text }, 'WRONG_TYPE'],
    ['a long name', { id: 'r', [text]: 1 }, 'UNKNOWN_FIELD'],
    ['a list of long texts', { id: 'r', name: [text, text] }, 'WRONG_TYPE'],
    ['an object', { id: 'r', name: inside.object }, 'WRONG_TYPE'],
  ])('is told without quoting the whole of %s', (_what, record, code) => {
    const problems = recordTypeProblems(schema, record);

    expect(problems.map((problem) => problem.code)).toEqual([code]);
    expect(problems[0]!.message.length).toBeLessThan(200);
  });

  it('says what stands where a text is wanted', () => {
    expect(
      recordTypeProblems(schema, { id: 'r', name: ['a', 'b'], age: { a: 1 } }).map(({ message }) => message),
    ).toEqual(['a list of 2 is no String', 'an object is no Int']);
  });
});
