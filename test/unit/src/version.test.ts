import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { version } from '../../../src/version.ts';

describe('the version', () => {
  it('is that of package.json', () => {
    const text = readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8');

    expect(version).toBe(JSON.parse(text).version);
  });
});
