import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { type Bundle, bundle } from '../../../../scripts/bundle.ts';
import { tools } from '../../../../src/guidance/tools/registry.ts';
import { temporaryDirectory } from '../../../setup/temporary-directory.ts';

let built: Bundle;
const folder = temporaryDirectory('beforeAll');

beforeAll(async () => {
  built = await bundle('guidance', join(import.meta.dirname, '../../../..'));
  for (const { path, content } of built.files) await writeFile(folder.path(path), content);
});

/** What the function answers when it is called with nothing but its archive, in a process of its own. */
async function callAlone(bodies: readonly object[]): Promise<{ body: string }[]> {
  const events = bodies.map((body) => ({
    headers: { 'content-type': 'application/json' },
    isBase64Encoded: false,
    requestContext: { requestId: 'r', domainName: 'localhost', http: { method: 'POST' } },
    body: JSON.stringify(body),
  }));
  const script = `
    performance.now = () => 0;
    const { handler } = await import(${JSON.stringify(pathToFileURL(folder.path('handler.mjs')).href)});
    const answers = [];
    for (const event of ${JSON.stringify(events)}) {
      answers.push(await handler(event, { awsRequestId: 'r', getRemainingTimeInMillis: () => 60_000 }));
    }
    process.stderr.write(JSON.stringify(answers));`;
  const { stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env: { PATH: process.env['PATH'], SERVICE_IDENTIFIER: 'svc', AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '1024' },
    maxBuffer: 2 ** 26,
  });
  return JSON.parse(stderr);
}

describe('the function of the guidance server', () => {
  it('cannot read files, open connections or start processes: it holds no module that could but the one of threads', () => {
    expect(
      Object.keys(built.metafile.inputs).filter((path) =>
        /^builtin:(?:fs|net|http|https|http2|tls|dgram|dns|child_process|worker_threads|cluster)\b/.test(path),
      ),
    ).toEqual(['builtin:worker_threads']);
  });

  it('makes a call of every tool in the thread that its archive brings along', async () => {
    const calls = tools.map(({ name, examples: [example] }, id) => {
      return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: example!.arguments } };
    });

    const answers = await callAlone(calls);

    expect(answers.map(({ body }) => JSON.parse(body))).toEqual(
      calls.map(({ id }) =>
        expect.objectContaining({ id, result: expect.objectContaining({ structuredContent: expect.any(Object) }) }),
      ),
    );
  });

  it('knows no store and no AWS', () => {
    const sources = Object.keys(built.metafile.inputs);

    expect(
      sources.filter((path) => /@aws-sdk|@smithy|core\/store\/(?:dynamodb|embedded)|better-sqlite3/.test(path)),
    ).toEqual([]);
  });
});
