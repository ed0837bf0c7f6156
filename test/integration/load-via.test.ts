import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { listenLocally } from '../setup/local-server.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';
import { type CommandProcess, runCommand } from './service-process.ts';

/** A bucket, a token endpoint and an API that says of every load that it is over and one line was refused. */
async function startDeployment() {
  let load = '';
  let silentAt = (_method: string, _path: string, _body: string): boolean => false;
  let met = Promise.withResolvers<void>();
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const path = decodeURIComponent(request.url!);
    if (silentAt(request.method!, path, body)) return met.resolve();
    if (path === '/token') return void response.end('{"access_token":"token","expires_in":3600}');
    if (path === '/graphql') {
      const counts = { storedRecords: 1, refusedRecords: 1, expectedRecords: 2, expectedParts: 1, finishedParts: 1 };
      const none = { failedParts: 0, recordsPerSecond: null, estimatedTimeRemaining: null };
      const over = { id: load, state: 'FINISHED', ...counts, ...none };
      return void response.end(JSON.stringify({ data: { metrics: { loads: [over] } } }));
    }
    load = /^\/bucket\/loads\/([^/]+)\/load\.json/.exec(path)?.[1] ?? load;
    response.end(request.method === 'GET' ? '<ListBucketResult/>' : '');
  });
  const local = await listenLocally(server);
  return {
    url: local.url,
    /** Answers requests like this one no more; resolves when the first has come. */
    fallSilentAt: (matches: typeof silentAt): Promise<void> => {
      silentAt = matches;
      met = Promise.withResolvers<void>();
      return met.promise;
    },
    stop: local.stop,
  };
}

describe('entity-data load --via', () => {
  let deployment: Awaited<ReturnType<typeof startDeployment>>;
  const directory = temporaryDirectory('beforeEach');
  let file: string;

  beforeEach(async () => {
    deployment = await startDeployment();
    file = await directory.write('people.jsonl', '{"id":"1","name":"Ann"}\n{"id":"2","name":"Bob"}\n');
  });

  afterEach(() => deployment.stop());

  function load(...args: string[]): CommandProcess {
    const { url } = deployment;
    const connection = ['--api-url', `${url}/graphql`, '--token-url', `${url}/token`];
    return runCommand(
      ['load', file, '--via', 's3://bucket/loads', ...connection, '--client-id', 'c', '--client-secret', 's', ...args],
      {
        AWS_ACCESS_KEY_ID: 'test',
        AWS_SECRET_ACCESS_KEY: 'test',
        AWS_REGION: 'eu-central-1',
        AWS_ENDPOINT_URL: url,
        XDG_CACHE_HOME: directory.path('cache'),
      },
    );
  }

  it.each([
    [
      'it announces what it has uploaded',
      (method: string, _path: string, body: string) => method === 'PUT' && body.includes('"final":true'),
    ],
    ['it reads what was refused', (method: string, path: string) => method === 'GET' && path.includes('list-type')],
  ])('can be interrupted while %s, and goes on', async (_when, matches) => {
    const silent = deployment.fallSilentAt(matches);
    const interrupted = load();
    await silent;
    const first = await interrupted.end('SIGINT');
    void deployment.fallSilentAt(() => false);

    const second = await load('--resume').finished;

    expect(first).toMatchObject({
      code: 130,
      stderr: expect.stringContaining('Interrupted; continue with --resume.'),
    });
    expect(first.stderr).not.toContain('stopped');
    expect(second).toMatchObject({ code: 2, stderr: expect.stringContaining('Continuing after part 1') });
  });
});
