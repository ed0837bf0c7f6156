import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { rulesPreviewCommand } from '../../../../../apps/cli/commands/rules-preview.ts';

const rulesOf = (path: string): string =>
  JSON.stringify({
    transformers: [{ id: 'VALUE', type: 'field', attributes: { path }, inputPins: {} }],
    resolvers: [{ id: 'value', inputPin: { sourceID: 'VALUE', sourcePin: 'default' } }],
    comparers: [],
    tokenizers: [],
    matchers: [{ id: 'SAME_VALUE', type: 'simple', attributes: { resolverID: 'value', mustExist: false } }],
    rules: [{ id: 'SAME', matcherIDs: ['SAME_VALUE'], attributes: {} }],
    ruleSets: [{ id: 'SAME_SHOP', ruleIDs: ['SAME'] }],
    searchRuleSetIDs: { default: 'SAME_SHOP' },
    mutationRuleSetGroups: {
      default: { indexRuleSetID: 'SAME_SHOP', linkRuleSetID: 'SAME_SHOP', deduplicateRuleSetID: null },
    },
  });

describe('rulesPreviewCommand', () => {
  let directory: string;
  let written: jest.SpiedFunction<typeof process.stdout.write>;
  let told: jest.SpiedFunction<typeof process.stderr.write>;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'entity-data-preview-'));
    mkdirSync(join(directory, 'shop'));
    const files = {
      'shop/rule-config.json': rulesOf('street_address'),
      'shop/next.json': rulesOf('town'),
      'shop/columns.json': JSON.stringify({
        version: 1,
        id: { column: 'No.' },
        columns: [
          { column: 'No.', field: null, reason: 'it is the id' },
          { column: 'street address', field: 'street_address', type: 'text' },
          { column: 'town', field: 'town', type: 'text' },
        ],
      }),
      'shop.csv': Buffer.from('No.,street address,town\n1,Oak St,Köln\n2,Oak St,Bonn\n3,Elm St,Köln\n', 'latin1'),
    };
    for (const [name, content] of Object.entries(files)) writeFileSync(join(directory, name), content);
    written = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    told = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
  });
  afterEach(() => {
    written.mockRestore();
    told.mockRestore();
    rmSync(directory, { recursive: true });
  });

  const preview = (...options: readonly string[]): Promise<unknown> =>
    rulesPreviewCommand().parseAsync(
      [join(directory, 'shop/next.json'), '--records', join(directory, 'shop.csv'), '--json', ...options],
      { from: 'user' },
    );

  it('maps the columns as the columns.json beside the rules says', async () => {
    await preview();

    expect(JSON.parse(String(written.mock.calls[0]![0]))).toMatchObject({
      records: 3,
      entitiesBefore: 2,
      entitiesAfter: 2,
      recordsTouched: 3,
    });
    expect(told.mock.calls).toEqual([[expect.stringContaining('Latin-1')]]);
  });

  it('takes a columns file that was named', async () => {
    await expect(preview('--columns-file', join(directory, 'none.json'))).rejects.toMatchObject({
      code: 'COLUMNS_FILE_INVALID',
    });
  });
});
