import { mkdir } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { unzipSync } from 'fflate';
import { zip } from '../../../scripts/zip.ts';
import { earlierArchives } from '../../setup/applied/earlier-archives.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';

describe('earlier archives where there is no history', () => {
  const directory = temporaryDirectory();

  it('are the present ones in other bytes', async () => {
    const handler = new TextEncoder().encode('export const handler = () => 1;\n');
    const present = zip([{ path: 'handler.mjs', content: handler }]);
    await mkdir(directory.path('functions', 'dist'), { recursive: true });
    await directory.write('functions/dist/api.zip', Buffer.from(present));
    await directory.write('functions/dist/manifest.json', '{}');

    const earlier = earlierArchives(directory.path());

    expect([...earlier.keys()]).toEqual(['functions/dist/api.zip']);
    const archive = earlier.get('functions/dist/api.zip')!;
    expect(Buffer.from(archive).equals(present)).toBe(false);
    expect(Buffer.from(unzipSync(archive)['handler.mjs']!).equals(handler)).toBe(true);
  });
});
