import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { instanceFiles } from '../../../../../apps/cli/commands/instance-files.ts';
import { temporaryDirectory } from '../../../../setup/temporary-directory.ts';

const directory = temporaryDirectory();

describe('instanceFiles', () => {
  it('are those that design writes, with a data directory beside them', async () => {
    const shop = directory.path('shop');
    await mkdir(shop);
    await directory.write('shop/rule-config.json', '{}');
    await directory.write('shop/schema.graphqls', '');

    expect(instanceFiles(shop)).toEqual({
      ruleConfig: join(shop, 'rule-config.json'),
      schema: join(shop, 'schema.graphqls'),
      clients: join(shop, 'clients.json'),
      data: join(shop, 'data'),
    });
  });

  it('refuse a directory that is none, and say how to make one', async () => {
    await mkdir(directory.path('empty'));
    const refusal = { code: 'INSTANCE_UNUSABLE', hint: expect.stringContaining('npx entity-data design FILE --out') };

    expect(() => instanceFiles(directory.path('none'))).toThrow(
      expect.objectContaining({ ...refusal, message: expect.stringContaining('There is no directory') }),
    );
    expect(() => instanceFiles(directory.path('empty'))).toThrow(
      expect.objectContaining({ ...refusal, message: expect.stringContaining('it has no ') }),
    );
  });
});
