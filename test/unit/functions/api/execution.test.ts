import { describe, expect, it } from '@jest/globals';
import {
  buildSchema,
  executeRootSelectionSet,
  type GraphQLObjectType,
  parse,
  type ValidatedExecutionArgs,
  validate,
  validateExecutionArgs,
} from 'graphql';
import { planAnswer } from '../../../../functions/api/execution/answer-plan.ts';
import { type Answered, createExecute } from '../../../../functions/api/execution/execute.ts';
import { ownField } from '../../../../functions/api/schema/own-field.ts';
import { createTestApi } from './exchange.ts';
import { FakeEntity } from './fake-resolution.ts';

const later = async <T>(value: T): Promise<T> => value;

/** A schema with everything that a plan has to do with, and a count of how often each root field was asked. */
function arrange() {
  const schema = buildSchema(/* GraphQL */ `
    type Query {
      thing(name: String = "default"): Thing
      sure: Thing!
      things: [Thing!]!
      maybe: [[Thing]]
      fails(late: Boolean): Int
      some: Named
    }
    type Mutation {
      make(name: String): Thing
      fails: Int
    }
    interface Named { name: String }
    enum Kind { A B }
    type Thing implements Named {
      name: String
      number: Int
      must: Int!
      kind: Kind
      toString: String
      slow(of: Int! = 3): Int!
      parts: [Thing!]
      constructor: Thing
    }
  `);
  const asked: string[] = [];
  const thing = (more: object = {}) => ({ name: 'one', number: 1, must: 2, kind: 'A', toString: 'text', ...more });
  const resolvers: Record<string, Record<string, (source: never, args: never) => unknown>> = {
    Query: {
      thing: (_, { name }: { name: string }) => later(thing({ name })),
      sure: () => later(null),
      things: () => later([thing(), thing({ name: 'two', parts: [thing({ name: 'part' })] })]),
      maybe: () => [[thing(), later(null), null], null, []],
      fails: (_, { late }: { late?: boolean }) => {
        if (late) return Promise.reject(new Error('late'));
        throw new Error('at once');
      },
      some: () => ({ name: 'x', __typename: 'Thing' }),
    },
    Mutation: {
      make: (_, { name }: { name: string }) => later(thing({ name })),
      fails: () => {
        throw new Error('not made');
      },
    },
    Thing: { slow: (_: never, { of }: { of: number }) => later(of) },
  };
  for (const [type, fields] of Object.entries(resolvers)) {
    for (const [name, resolve] of Object.entries(fields)) {
      const field = (schema.getType(type) as GraphQLObjectType).getFields()[name]!;
      field.resolve = (source, args, context: { answered?: ReadonlyMap<string, Answered> }, info) => {
        const before = context.answered?.get(String(info.path?.key));
        if (type !== 'Thing' && before !== undefined) {
          if ('error' in before) throw before.error;
          return before.value;
        }
        if (type !== 'Thing') asked.push(info.fieldName);
        return resolve(source as never, args as never);
      };
    }
  }
  const argsOf = (query: string, variableValues: Record<string, unknown> = {}): ValidatedExecutionArgs => {
    const document = parse(query);
    expect(validate(schema, document)).toEqual([]);
    const args = validateExecutionArgs({ schema, document, variableValues, contextValue: {}, fieldResolver: ownField });
    if (!('schema' in args)) throw new Error(String(args));
    return args;
  };
  return { asked, argsOf };
}

describe('execution by a plan', () => {
  it.each([
    '{ thing { name number must kind toString } }',
    'query ($n: String) { thing(name: $n) { name } other: thing(name: "literal") { name again: name } }',
    '{ things { __typename name parts { name parts { name } } constructor { name } } __typename }',
    '{ things { ...Both ... on Thing { number } ... { kind } } } fragment Both on Thing { name ...Deep } fragment Deep on Thing { parts { number } parts { kind } }',
    '{ maybe { name } }',
    '{ things { slow other: slow(of: 5) name parts { slow } } }',
    'mutation { make(name: "new") { name slow } }',
  ])('answers what graphql-js answers: %s', async (query) => {
    const { argsOf } = arrange();
    const args = argsOf(query, { n: 'variable' });

    const answer = await createExecute()(args);

    expect(planAnswer(args)).toBeDefined();
    expect(JSON.stringify(answer)).toBe(JSON.stringify(await executeRootSelectionSet(args)));
    expect(answer.errors).toBeUndefined();
  });

  it.each([
    '{ fails thing { name } }',
    '{ thing { name } fails(late: true) }',
    '{ sure { name } thing { name } }',
    'mutation { fails }',
  ])('leaves errors to graphql-js, and asks no root field twice: %s', async (query) => {
    const { argsOf, asked } = arrange();
    const args = argsOf(query);

    const answer = await createExecute()(args);

    const before = [...asked];
    expect(new Set(before).size).toBe(before.length);
    const expected = await executeRootSelectionSet(args);
    expect(JSON.stringify(answer)).toBe(JSON.stringify(expected));
    expect(answer.errors).toHaveLength(1);
  });

  it.each([
    'query ($yes: Boolean = true) { thing { name @include(if: $yes) } }',
    'query ($yes: Boolean = true) { thing { ...N @skip(if: $yes) must } } fragment N on Thing { name }',
    '{ some { name } }',
    '{ thing { ... on Named { name } } }',
    '{ __schema { queryType { name } } }',
    '{ thing { __proto__: name } }',
    'mutation { first: make(name: "a") { name } second: make(name: "b") { name } }',
  ])('leaves what is not certain from the text to graphql-js: %s', async (query) => {
    const { argsOf } = arrange();
    const args = argsOf(query);

    const answer = await createExecute()(args);

    expect(planAnswer(args)).toBeUndefined();
    expect(JSON.stringify(answer)).toBe(JSON.stringify(await executeRootSelectionSet(args)));
  });
});

describe('an answer with an error', () => {
  it('comes with what could be answered, and the store is asked once', async () => {
    const { ask, resolution } = createTestApi();
    resolution.entities = [
      new FakeEntity('E1', [{ id: 'r1', age: 1 }]),
      new FakeEntity('E2', [{ id: 'r2', age: 'old' }]),
    ];

    const { data, codes, errors } = await ask(
      '{ search(input: { parameters: { name: "x" } }) { entities { id records { id age } } } }',
    );

    expect(data.search.entities).toEqual([
      { id: 'E1', records: [{ id: 'r1', age: 1 }] },
      { id: 'E2', records: [{ id: 'r2', age: null }] },
    ]);
    expect(codes).toEqual(['STORED_VALUE_UNREADABLE']);
    expect(errors[0]!.path).toEqual(['search', 'entities', 1, 'records', 0, 'age']);
    expect(resolution.searches).toHaveLength(1);
  });

  it('does not submit twice', async () => {
    const { ask, resolution } = createTestApi();
    resolution.submit = async (records) => {
      resolution.submitted.push(records);
      return records.map(() => ({ id: 'r', entityID: null as unknown as string, outcome: 'CREATED' }));
    };

    const { codes } = await ask('mutation { submit(input: { records: [{ id: "r" }] }) { records { entityID } } }');

    expect(codes).toHaveLength(1);
    expect(resolution.submitted).toHaveLength(1);
  });
});
