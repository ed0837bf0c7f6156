import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type Bundle, bundle } from '../../../scripts/bundle.ts';

const folders: string[] = [];

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bundle-test-'));
  folders.push(folder);
  return folder;
}

/** Bundles a function of these sources, as if it were called `api`. */
async function bundleOf(sources: Readonly<Record<string, string>>): Promise<Bundle> {
  const root = await temporaryFolder();
  for (const [path, text] of Object.entries({ 'package.json': '{"type":"module"}', ...sources })) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return bundle('api', root);
}

/** Unpacks the bundle and calls its handler in a process of its own: what it answers, and whether undici was loaded. */
async function run({ files }: Bundle): Promise<unknown> {
  const folder = await temporaryFolder();
  for (const { path, content } of files) await writeFile(join(folder, path), content);
  const script = `const { handler } = await import(${JSON.stringify(pathToFileURL(join(folder, 'handler.mjs')).href)});
    console.log(JSON.stringify([await handler(), process.moduleLoadList.some((name) => /undici/.test(name))]));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  return JSON.parse(stdout);
}

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

describe('bundle', () => {
  it('takes modules of Node without loading what lies behind their exports', async () => {
    const built = await bundleOf({
      'functions/api/handler.ts': `import { Agent } from 'node:http';
        import { join } from 'node:path';
        export const handler = async () => [
          new Agent({ maxSockets: 3 }).maxSockets,
          join('a', 'b'),
          typeof (await import('node:os')).cpus,
          new (await import('node:http')).Agent({ maxSockets: 4 }).maxSockets,
        ];`,
    });

    expect(await run(built)).toEqual([[3, 'a/b', 'function', 4], false]);
  });

  it('runs CommonJS packages that require others', async () => {
    const built = await bundleOf({
      'functions/api/handler.ts': `import { joined } from 'words'; export const handler = async () => joined('a', 'b');`,
      'node_modules/words/package.json': '{"name":"words","main":"index.js"}',
      'node_modules/words/index.js': `exports.joined = (...parts) => require('path').join(...parts);`,
    });

    expect(await run(built)).toEqual(['a/b', false]);
  });

  it('gives one file, and the same bytes wherever the checkout lies', async () => {
    const sources = {
      'functions/api/handler.ts': `import { sep } from 'node:path'; export const handler = () => sep;`,
    };

    const [first, second] = [await bundleOf(sources), await bundleOf(sources)];

    expect(first.files.map(({ path }) => path)).toEqual(['handler.mjs']);
    expect(second.files).toEqual(first.files);
  });
});
