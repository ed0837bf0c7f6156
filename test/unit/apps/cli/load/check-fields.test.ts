import { describe, expect, it } from '@jest/globals';
import { type InputFieldType, readInputTypes } from '../../../../../apps/cli/client/record-input.ts';
import { checkFields } from '../../../../../apps/cli/load/check-fields.ts';
import { type ColumnType, fieldTarget } from '../../../../../apps/cli/load/field-target.ts';

const field = (name: string, more: Partial<InputFieldType> = {}): InputFieldType => ({
  name,
  kind: 'SCALAR',
  lists: 0,
  isRequired: false,
  ...more,
});
const types = new Map([
  [
    'RecordInput',
    new Map([
      ['id', field('ID', { isRequired: true })],
      ['lastName', field('String', { isRequired: true })],
      ['age', field('Int')],
      ['vip', field('Boolean')],
      ['tags', field('String', { lists: 1 })],
      ['color', field('Color', { kind: 'ENUM' })],
      ['emails', field('EmailInput', { kind: 'INPUT_OBJECT', lists: 1 })],
      ['more', field('Any')],
    ]),
  ],
  ['EmailInput', new Map([['address', field('String')]])],
]);
const check = (...targets: readonly (readonly [column: string, path: string, type?: ColumnType])[]) =>
  checkFields(
    [['Last', 'lastName', 'text'] as const, ...targets].map(([column, path, type]) => fieldTarget(column, path, type)),
    types,
  );

describe('checkFields', () => {
  it('accepts columns that fit', () => {
    expect(() =>
      check(
        ['a', 'age', 'number'],
        ['b', 'vip', 'boolean'],
        ['c', 'tags', 'list'],
        ['d', 'tags', 'text'],
        ['e', 'color', 'text'],
        ['f', 'emails.0.address', 'text'],
        ['g', 'emails.*.address', 'text'],
        ['h', 'more.what.ever', 'json'],
        ['i', 'emails', 'json'],
        ['j', 'age'],
      ),
    ).not.toThrow();
  });

  it.each([
    [['Shoe', 'shoeSize', 'text'], 'The records of the service have no field shoeSize for the column "Shoe".'],
    [['Tag', 'tag', 'text'], 'The records of the service have no field tag for the column "Tag"; there is tags.'],
    [['Mail', 'emails.0.at', 'text'], 'The records of the service have no field emails.0.at for the column "Mail".'],
    [['Age', 'age', 'text'], 'The column "Age" gives a text, and age takes Int.'],
    [['Vip', 'vip', 'number'], 'The column "Vip" gives a number, and vip takes Boolean.'],
    [['Age', 'age', 'list'], 'The column "Age" gives a list of texts, and age takes Int.'],
    [['Mail', 'emails', 'text'], 'The column "Mail" gives a text, and emails takes EmailInput in a list.'],
    [['Age', 'age.0', 'number'], 'The column "Age" goes to an element of age, which is no list.'],
  ] as const)('refuses %j', (target, message) => {
    expect(() => check(target)).toThrow(
      expect.objectContaining({ code: 'COLUMNS_INVALID', message, hint: expect.stringContaining('--column') }),
    );
  });

  it('names a field that every record needs, and all problems at once', () => {
    const missing = () => checkFields([fieldTarget('Age', 'age', 'text')], types);

    expect(missing).toThrow(
      /do not fit the records of the service:\n {2}The column "Age".*\n {2}Every record .* lastName/,
    );
  });
});

describe('readInputTypes', () => {
  const client = (data: unknown) => ({ execute: async () => ({ data }) as never });
  const scalar = (name: string) => ({ kind: 'SCALAR', name });

  it('reads lists and required fields', async () => {
    const required = { kind: 'NON_NULL', name: null, ofType: scalar('ID') };
    const list = { kind: 'LIST', name: null, ofType: { kind: 'NON_NULL', name: null, ofType: scalar('String') } };
    const inputFields = [
      { name: 'id', type: required },
      { name: 'tags', type: list },
    ];
    const answer = {
      __schema: {
        types: [
          { name: 'RecordInput', inputFields },
          { name: 'Record', inputFields: null },
        ],
      },
    };

    const read = await readInputTypes(client(answer));

    expect([...read!.get('RecordInput')!]).toEqual([
      ['id', { name: 'ID', kind: 'SCALAR', lists: 0, isRequired: true }],
      ['tags', { name: 'String', kind: 'SCALAR', lists: 1, isRequired: false }],
    ]);
  });

  it.each([[null], [{}], [{ __schema: { types: [] } }]])(
    'answers nothing where the API tells nothing: %j',
    async (data) => {
      expect(await readInputTypes(client(data))).toBeUndefined();
    },
  );
});
