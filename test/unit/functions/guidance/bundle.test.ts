import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { tools } from '../../../../functions/guidance/tools/registry.ts';
import { type Bundle, bundle } from '../../../../scripts/bundle.ts';
import { PATIENCE } from './guidance.ts';

let built: Bundle;
let folder: string;

beforeAll(async () => {
  built = await bundle('guidance', join(import.meta.dirname, '../../../..'));
  folder = await mkdtemp(join(tmpdir(), 'guidance-bundle-'));
  for (const { path, content } of built.files) await writeFile(join(folder, path), content);
});

afterAll(() => rm(folder, { recursive: true }));

/** Calls a tool in a fresh process, for which no time passes; when the late modules were loaded, and the answer. */
async function callFirst(name: string, args: object): Promise<{ loaded: string[]; answer: { body: string } }> {
  const event = {
    headers: { 'content-type': 'application/json' },
    isBase64Encoded: false,
    requestContext: { requestId: 'r', domainName: 'localhost', http: { method: 'POST' } },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  };
  const script = `
    const [Module, { Script }] = [process.getBuiltinModule('node:module'), process.getBuiltinModule('node:vm')];
    const [load, run] = [Module._load, Script.prototype.runInContext];
    const loaded = [];
    let when = 'before its time';
    Module._load = function (path) {
      if (/late\\.mjs$/.test(path)) loaded.push(when);
      return load.apply(this, arguments);
    };
    Script.prototype.runInContext = function (context) {
      when = 'within its time';
      try { return run.call(this, context, { timeout: ${PATIENCE} }); } finally { when = 'after its time'; }
    };
    performance.now = () => 0;
    const { handler } = await import(${JSON.stringify(pathToFileURL(join(folder, 'handler.mjs')).href)});
    const answer = await handler(${JSON.stringify(event)}, { awsRequestId: 'r', getRemainingTimeInMillis: () => 60_000 });
    process.stderr.write(JSON.stringify({ loaded, answer }));`;
  const { stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env: { PATH: process.env['PATH'], SERVICE_IDENTIFIER: 'svc' },
    maxBuffer: 2 ** 26,
  });
  return JSON.parse(stderr);
}

describe('the function of the guidance server', () => {
  it('cannot read files, open connections or start processes: it holds no module that could', () => {
    expect(
      built.nodeModules.filter((name) =>
        /^(?:fs|net|http|https|http2|tls|dgram|dns|child_process|worker_threads|cluster)\b/.test(name),
      ),
    ).toEqual([]);
  });

  it.each(tools.map((tool) => [tool.name, tool] as const))(
    'has loaded what %s works with before its time runs, within which it may be cut off',
    async (name, { examples: [example] }) => {
      const { loaded, answer } = await callFirst(name, example!.arguments);

      expect(JSON.parse(answer.body)).toMatchObject({ result: { structuredContent: {} } });
      // Each module that waits asks for the file; only the first time loads it.
      expect(['before its time', undefined]).toContain(loaded[0]);
    },
  );

  it('knows no store and no AWS', () => {
    const sources = Object.keys(built.metafile.inputs);

    expect(sources.filter((path) => /@aws-sdk|@smithy|core\/store\/(?:dynamodb|embedded)|lmdb/.test(path))).toEqual([]);
  });
});
