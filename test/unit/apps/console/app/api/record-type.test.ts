import { describe, expect, it } from '@jest/globals';
import { graphqlSync } from 'graphql';
import { RequestFailed } from '../../../../../../apps/console/app/api/problem.ts';
import { loadRecordType } from '../../../../../../apps/console/app/api/record-type.ts';
import {
  type RecordData,
  textsAt,
  titleOf,
  typedFrom,
  valuesFrom,
} from '../../../../../../apps/console/app/api/record-values.ts';
import { buildApiSchema } from '../../../../../../src/graphql/schema/build.ts';
import { loadRecordSchema } from '../../../../../../src/rules/record-schema/record-schema.ts';

/** The record type of a schema, and the number of requests that it takes to know it. */
async function read(sdl: string) {
  const schema = buildApiSchema(loadRecordSchema(sdl), 'svc');
  let requests = 0;
  const type = await loadRecordType(async <Data>(source: string) => {
    requests += 1;
    const { data, errors } = graphqlSync({ schema, source });
    expect(errors).toBeUndefined();
    return data as Data;
  });
  return { type, requests };
}

const { type: nested, requests } = await read(`
  type Record { id: ID! name: Name emails: [Email!] tags: [String!] age: Int active: Boolean }
  type Name { given: String "As in the passport." family: String }
  type Email { address: String verified: Boolean }
`);

const record: RecordData = {
  id: '1',
  name: { given: 'Ada', family: 'King' },
  emails: [{ address: 'a@example.org', verified: true }, { address: 'b@example.org' }],
  tags: ['x', 'y'],
  age: 36,
  active: null,
};

describe('the record type of a deployment', () => {
  it('has the leaves of nested objects and lists, named as paths', () => {
    expect(nested.fields.map(({ name, scalar }) => `${name} ${scalar}`)).toEqual([
      'id ID',
      'name.given String',
      'name.family String',
      'emails.*.address String',
      'emails.*.verified Boolean',
      'tags String',
      'age Int',
      'active Boolean',
    ]);
    expect(nested.fields.find(({ name }) => name === 'name.family')?.description).toBe('As in the passport.');
  });

  it('selects everything', () => {
    expect(nested.selection).toBe('id name { given family } emails { address verified } tags age active');
  });

  it('takes one request, and another one where objects hold objects', async () => {
    expect(requests).toBe(1);

    const { type, requests: more } = await read(`
      type Record { id: ID! homes: [Home!]! }
      type Home { place: Place! }
      type Place { country: Country }
      type Country { code: String "Its capital." capital: City }
      type City { name: String }
    `);

    expect(more).toBe(2);
    expect(type.fields.map(({ name }) => name)).toEqual([
      'id',
      'homes.*.place.country.code',
      'homes.*.place.country.capital.name',
    ]);
    expect(type.selection).toBe('id homes { place { country { code capital { name } } } }');
  });

  it('is read from the whole schema where the API takes only smaller queries, and not after other errors', async () => {
    const refusing = (code: string) => {
      const schema = buildApiSchema(loadRecordSchema('type Record { id: ID! name: String }'), 'svc');
      let requests = 0;
      return loadRecordType(async <Data>(source: string) => {
        requests += 1;
        if (requests === 1) throw new RequestFailed([{ code, message: 'No.' }]);
        return graphqlSync({ schema, source }).data as Data;
      });
    };

    expect((await refusing('QUERY_TOO_DEEP')).selection).toBe('id name');
    await expect(refusing('FORBIDDEN')).rejects.toThrow('No.');
  });

  it('ends where records hold records', async () => {
    const { fields, selection } = (await read('type Record { id: ID! parent: Record name: String }')).type;

    expect(fields.length).toBeLessThan(20);
    expect(selection).toContain('parent { id parent {');
  });
});

describe('the values of a record', () => {
  it('are found along a path, through lists', () => {
    const texts = Object.fromEntries(nested.fields.map((leaf) => [leaf.name, textsAt(record, leaf)]));

    expect(texts).toMatchObject({
      'name.family': ['King'],
      'emails.*.address': ['a@example.org', 'b@example.org'],
      tags: ['x', 'y'],
      age: ['36'],
      active: [],
    });
  });

  it.each([
    ['its names', record, 'Ada King'],
    ['what else it holds', { id: '2', age: 5 }, '5'],
    ['its id', { id: '3' }, '3'],
  ])('give it a title: %s', (_what, of, title) => {
    expect(titleOf(of, nested.fields)).toBe(title);
  });

  it('are made of what was typed in, as the schema has them', () => {
    const typed = new Map([
      ['name.given', ' Ada '],
      ['emails.*.address', 'a@example.org'],
      ['tags', 'x; y'],
      ['age', '36'],
      ['active', 'yes'],
      ['name.family', ' '],
    ]);

    expect(valuesFrom(typed, nested.inputFields)).toEqual({
      name: { given: 'Ada' },
      emails: [{ address: 'a@example.org' }],
      tags: ['x', 'y'],
      age: 36,
      active: true,
    });
  });

  it.each([
    ['age', 'old', 'age takes a number, and "old" is none.'],
    ['active', 'perhaps', 'active takes true or false, and "perhaps" is neither.'],
  ])('say what a field takes: %s', (name, text, message) => {
    expect(() => valuesFrom(new Map([[name, text]]), nested.inputFields)).toThrow(message);
  });

  it('fill in a form', () => {
    expect(typedFrom(record, nested.inputFields).get('tags')).toBe('x; y');
    expect(typedFrom(record, nested.inputFields).has('active')).toBe(false);
  });

  it('of a list of objects stay with their object, from the record into a form and back', () => {
    const emails = [{ address: 'a@example.org' }, { verified: true }, { address: 'c@example.org', verified: false }];

    const typed = typedFrom({ id: '4', emails }, nested.inputFields);

    expect(typed.get('emails.*.address')).toBe('a@example.org; ; c@example.org');
    expect(typed.get('emails.*.verified')).toBe('; true; false');
    expect(valuesFrom(typed, nested.inputFields)).toEqual({ id: '4', emails });
  });

  it('are several where a list takes them, and one where only one is taken', () => {
    const typed = new Map(Object.entries({ 'name.given': 'Ada; Augusta', tags: 'x;; y;' }));

    expect(valuesFrom(typed, nested.inputFields)).toEqual({ name: { given: 'Ada; Augusta' }, tags: ['x', 'y'] });
  });
});
