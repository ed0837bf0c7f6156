import { writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { GraphqlClient } from '../../../../../apps/cli/client/graphql-client.ts';
import { readServedRules, rulesInForce, servedPace } from '../../../../../apps/cli/rules/rules-in-force.ts';
import { documentName } from '../../../../../src/entities/rule-versions/documents.ts';
import { temporaryDirectory } from '../../../../setup/temporary-directory.ts';

const text = '{"the": "rules in force"}';
const inForce = documentName(text);

/** A service whose API has these fields of `RuleChange`, and answers their document with `document`. */
function clientOf({
  fields = [],
  document = null,
  options = { writeUnitsPerSecond: 500 },
}: {
  fields?: readonly string[];
  document?: string | null;
  options?: object;
}) {
  const asked: unknown[] = [];
  const types = [
    { name: 'Record', kind: 'OBJECT', fields: [] },
    {
      name: 'RuleChange',
      kind: 'OBJECT',
      fields: fields.map((name) => ({ name, type: { kind: 'SCALAR', name: 'ID' } })),
    },
  ];
  const client: GraphqlClient = {
    async execute<Data>(query: string, variables: Readonly<Record<string, unknown>>) {
      asked.push(variables);
      const data = query.includes('__schema') ? { __schema: { types } } : { ruleChange: { document, options } };
      return { data: data as Data };
    },
  };
  return { client, asked };
}

describe('the rules in force', () => {
  const directory = temporaryDirectory('beforeEach');

  it('have a pace, if the service tells it', async () => {
    expect(await servedPace(clientOf({ fields: ['options'] }).client)).toBe(500);
    expect(await servedPace(clientOf({ fields: ['state'] }).client)).toBeUndefined();
  });

  const place = (file?: string) => ({ beside: directory.path(), file, option: '--against' });

  it('come from the service, if it gives them', async () => {
    const { client, asked } = clientOf({ fields: ['state', 'document'], document: text });

    expect(await rulesInForce(client, place(), inForce)).toEqual({ name: 'the rules in force', text });
    expect(asked.at(-1)).toEqual({ name: inForce });
  });

  it.each([{ fields: [] }, { fields: ['document'], document: null }])(
    'come from the rule-config in the directory otherwise',
    async (service) => {
      const file = directory.path('rule-config.json');
      writeFileSync(file, text);

      expect(await rulesInForce(clientOf(service).client, place(), inForce)).toEqual({ name: file, text });
    },
  );

  it('are not those of a file with another content', async () => {
    const file = directory.path('rule-config.json');
    writeFileSync(file, `${text}\n`);
    const { client } = clientOf({});

    await expect(rulesInForce(client, place(), inForce)).rejects.toThrow(
      `The rules in force (SHA-256 ${inForce}) are not in`,
    );
    await expect(rulesInForce(client, place(file), inForce)).rejects.toThrow(
      `${file} does not have the rules that are in force: their SHA-256 is ${inForce}`,
    );
  });

  it('are those of the named file where the client may not ask which they are', async () => {
    const file = directory.path('any.json');
    writeFileSync(file, text);
    const { client } = clientOf({});

    expect(await rulesInForce(client, place(file), undefined)).toEqual({ name: file, text });
    await expect(rulesInForce(client, place(), undefined)).rejects.toThrow('may not ask the service');
  });

  it('are unknown to a client that may not read metrics', async () => {
    const client: GraphqlClient = { execute: async () => ({ data: null, errors: [{ message: 'no scope' }] }) };

    expect(await readServedRules(client)).toEqual({ inForce: undefined, recordCount: undefined });
  });
});
