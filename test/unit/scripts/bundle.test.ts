import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it } from '@jest/globals';
import { type Bundle, bundle } from '../../../scripts/bundle.ts';

const folders: string[] = [];

/** Bundles a function of these sources, as if it were called `api`. */
async function bundleOf(
  sources: Readonly<Record<string, string>>,
  late: readonly string[] = [],
  early: readonly string[] = [],
): Promise<Bundle> {
  const root = await mkdtemp(join(tmpdir(), 'bundle-test-'));
  folders.push(root);
  for (const [path, text] of Object.entries({ 'package.json': '{"type":"module"}', ...sources })) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return bundle('api', root, [], late, early);
}

/** Unpacks the bundle and calls its handler in this process. */
async function run({ files }: Bundle): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'bundle-test-'));
  folders.push(folder);
  for (const { path, content } of files) await writeFile(join(folder, path), content);
  const { execFile } = await import('node:child_process');
  const script = `const { handler } = await import(${JSON.stringify(pathToFileURL(join(folder, 'handler.mjs')).href)});
    console.log(JSON.stringify([await handler(), Object.keys(process.moduleLoadList.filter((name) => /undici/.test(name)))]));`;
  const printed = await new Promise<string>((resolve, reject) =>
    execFile(process.execPath, ['--input-type=module', '-e', script], (error, stdout) =>
      error === null ? resolve(stdout) : reject(error),
    ),
  );
  return JSON.parse(printed);
}

const textOf = ({ files }: Bundle, path: string) =>
  Buffer.from(files.find((file) => file.path === path)!.content).toString('utf8');

afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

describe('bundle', () => {
  it('keeps what a lazy module exports in a file of its own, loaded when it is used', async () => {
    const built = await bundleOf({
      'functions/api/handler.ts': `import { used, Shape } from './parts/words.lazy.ts';
        const before = globalThis.loads ?? 0;
        export const handler = async () => [before, used('a'), new Shape().sides, globalThis.loads];`,
      'functions/api/parts/words.lazy.ts': `export { used, Shape } from 'words';`,
      'node_modules/words/package.json': '{"name":"words","type":"module","main":"index.js"}',
      'node_modules/words/index.js': `globalThis.loads = (globalThis.loads ?? 0) + 1;
        export const used = (text) => text + '!';
        export class Shape { sides = 4; }
        export const never = 'left out';`,
    });

    expect(built.files.map(({ path }) => path)).toEqual(['handler.mjs', 'words.cjs']);
    expect(textOf(built, 'words.cjs')).not.toContain('left out');
    expect(await run(built)).toEqual([[0, 'a!', 4, 1], []]);
  });

  it('refuses a lazy module that would bring sources of the project a second time', async () => {
    const building = bundleOf({
      'functions/api/handler.ts': `import { x } from './x.lazy.ts'; export const handler = async () => x;`,
      'functions/api/x.lazy.ts': `export { x } from './y.ts';`,
      'functions/api/y.ts': 'export const x = 1;',
    });

    await expect(building).rejects.toThrow(
      /x\.lazy\.ts is loaded lazily and may re-export packages and generated data only/,
    );
  });

  it('keeps generated data apart as well, unless a source imports it directly', async () => {
    const sources = {
      'functions/api/x.lazy.ts': `export { pages } from './x.generated.ts';`,
      'functions/api/x.generated.ts': `export const pages = ['much text'];`,
    };
    const lazily = `import { pages } from './x.lazy.ts'; export const handler = async () => pages;`;
    const directly = `import { pages as again } from './x.generated.ts'; export const more = () => again;`;

    const built = await bundleOf({ ...sources, 'functions/api/handler.ts': lazily });

    expect(textOf(built, 'handler.mjs')).not.toContain('much text');
    expect(await run(built)).toEqual([['much text'], []]);
    await expect(bundleOf({ ...sources, 'functions/api/handler.ts': `${lazily}\n${directly}` })).rejects.toThrow(
      /x\.cjs is loaded lazily, but api also imports its functions\/api\/x\.generated\.ts directly/,
    );
  });

  it('keeps late modules in one file, loaded when one of their functions is called', async () => {
    const built = await bundleOf(
      {
        'functions/api/handler.ts': `import { limit, search } from './search.ts';
          import { SearchError } from './errors.ts';
          export const handler = async () => [limit, globalThis.loads ?? 0, await search('a'), await caught(), globalThis.loads];
          const caught = () => search('').catch((error: unknown) => error instanceof SearchError);`,
        'functions/api/search.ts': [
          `import { SearchError } from './errors.ts';`,
          `import { submit } from './submit.ts';`,
          'globalThis.loads = (globalThis.loads ?? 0) + 1;',
          'export const limit = 1_000;',
          `export async function search(text: string) { if (text === '') throw new SearchError(); return submit(text); }`,
        ].join('\n'),
        'functions/api/submit.ts': `export const submit = (text: string) => text + '!';`,
        'functions/api/errors.ts': 'export class SearchError extends Error {}',
      },
      ['functions/api/search.ts'],
    );

    expect(built.files.map(({ path }) => path).filter((path) => !/^chunk-/.test(path))).toEqual([
      'handler.mjs',
      'late.mjs',
    ]);
    expect(textOf(built, 'late.mjs')).toContain('"!"');
    expect(await run(built)).toEqual([[1_000, 0, 'a!', true, 1], []]);
  });

  it('keeps classes of late modules as well, one of each for those who make them and those who ask', async () => {
    const built = await bundleOf(
      {
        'functions/api/handler.ts': `import { Shape, isShape, makeSquare } from './shapes.ts';
          const before = globalThis.loads ?? 0;
          export const handler = async () => {
            const foreign = {} instanceof Shape;
            const made = [new Shape(3), makeSquare()];
            return [before, foreign, made.map(({ sides }) => sides), made.map(isShape), made.map((shape) => shape instanceof Shape), Shape.unit];
          };`,
        'functions/api/shapes.ts': [
          'globalThis.loads = (globalThis.loads ?? 0) + 1;',
          'export class Shape { static unit = 1; sides: number; constructor(sides: number) { this.sides = sides; } }',
          'export class Square extends Shape { constructor() { super(4); } }',
          'export function isShape(value: unknown) { return value instanceof Shape; }',
          'export function makeSquare() { return new Square(); }',
        ].join('\n'),
      },
      ['functions/api/shapes.ts'],
    );

    expect(textOf(built, 'handler.mjs')).not.toContain('extends');
    expect(await run(built)).toEqual([[0, false, [3, 4], [true, true], [true, true], 1], []]);
  });

  it('refuses late modules of which something is needed that cannot wait, and those that nobody uses', async () => {
    const sources = {
      'functions/api/handler.ts': `import { table } from './table.ts'; export const handler = async () => table;`,
      'functions/api/table.ts': 'export const table = new Map();\nexport function more() {}',
      'functions/api/constants.ts': 'export const table = new Map();',
      'functions/api/other.ts': 'export function other() {}',
    };
    const needsConstants = {
      ...sources,
      'functions/api/handler.ts': `export { table as handler } from './constants.ts';`,
    };

    await expect(bundleOf(sources, ['functions/api/table.ts'])).rejects.toThrow(/No matching export.*"table"/);
    await expect(bundleOf(needsConstants, ['functions/api/constants.ts'])).rejects.toThrow(
      /constants\.ts is loaded late and exports neither functions nor classes/,
    );
    await expect(bundleOf(sources, ['functions/api/other.ts'])).rejects.toThrow(
      /api keeps for later what it does not use: functions\/api\/other\.ts/,
    );
  });

  it('refuses to make what extends a late class elsewhere, which would be of the wrong class', async () => {
    const built = await bundleOf(
      {
        'functions/api/handler.ts': `import { Shape } from './shapes.ts';
          class Square extends Shape { isSquare() { return true; } }
          export const handler = async () => { try { return new Square().isSquare(); } catch (error) { return error.message; } };`,
        'functions/api/shapes.ts': 'export class Shape { sides = 4; }',
      },
      ['functions/api/shapes.ts'],
    );

    const [answer] = (await run(built)) as [unknown];

    expect(answer).toBe('Shape is loaded late: no class outside its file derives from it.');
  });

  it('takes modules of Node without loading what lies behind their exports, and names them', async () => {
    const built = await bundleOf({
      'functions/api/handler.ts': `import { Agent } from 'node:http';
        import { join } from 'node:path';
        export const handler = async () => [
          new Agent({ maxSockets: 3 }).maxSockets,
          join('a', 'b'),
          typeof (await import('node:os')).cpus,
          new (await import('node:http')).Agent({ maxSockets: 4 }).maxSockets,
          typeof (await import('node:http')).default.request,
        ];`,
    });

    expect(built.nodeModules).toEqual(['http', 'os', 'path']);
    expect(await run(built)).toEqual([[3, 'a/b', 'function', 4, 'function'], []]);
  });

  it('has functions compiled with their file, which mean the same as before', async () => {
    const built = await bundleOf(
      {
        'functions/api/handler.ts': `import { first, later, numbers, table, wait } from './steps.ts';
          export const handler = async () => [table, first.name, later(3), await wait(2), [...numbers()], other()];
          function other() { return 'other'; }`,
        'functions/api/steps.ts': `export const table = [later(1)];
          export function first() { return \`}\`; }
          export function later(depth: number): string { return depth === 0 ? first() : later(depth - 1) + depth; }
          export async function wait(value: number) { return value; }
          export function* numbers() { yield 1; yield 2; }`,
      },
      [],
      ['functions/api/steps.ts'],
    );

    expect(textOf(built, 'handler.mjs').match(/= \((?:async )?function\*?\(/g)).toHaveLength(4);
    expect(await run(built)).toEqual([[['}1'], 'first', '}123', 2, [1, 2], 'other'], []]);
  });

  it('refuses to compile functions at once that it does not have', async () => {
    const building = bundleOf(
      { 'functions/api/handler.ts': 'export const handler = async () => 1;' },
      [],
      ['functions/api/steps.ts'],
    );

    await expect(building).rejects.toThrow('api has no functions of functions/api/steps.ts to compile at once');
  });

  it('writes every file in ASCII, which Node.js reads in half the time, and means the same', async () => {
    const built = await bundleOf({
      'functions/api/handler.ts': `import { marked } from 'marks';
        const [quotes, emoji] = [/^[„“]+$/, /^(?:🙂|é){2}$/u];
        export const handler = async () => [quotes.test('„“'), emoji.test('🙂é'), 'ß', \`日\${1}\`, marked('–')];`,
      'node_modules/marks/package.json': '{"name":"marks","type":"module","main":"index.js"}',
      'node_modules/marks/index.js': 'export const marked = (text) =>\n  /* from – to */ text.replace(/–/, "to");',
    });

    expect(built.files.map(({ content }) => content.some((byte) => byte > 127))).toEqual([false]);
    expect(await run(built)).toEqual([[true, true, 'ß', '日1', 'to'], []]);
  });

  it('refuses characters beyond ASCII where an escape may mean something else', async () => {
    const building = bundleOf({
      'functions/api/handler.ts': 'export const handler = async () => String.raw`日`;',
    });

    await expect(building).rejects.toThrow(/handler\.mjs keeps characters beyond ASCII.*write them as .u…: `日`/);
  });

  it('gives the same bytes again', async () => {
    const sources = {
      'functions/api/handler.ts': `import { sep } from 'node:path'; export const handler = () => sep;`,
    };

    const [first, second] = [await bundleOf(sources), await bundleOf(sources)];

    expect(second.files).toEqual(first.files);
  });
});
