import { describe, expect, it } from '@jest/globals';
import { temporaryDirectory } from '../setup/temporary-directory.ts';
import { runCommand, startServiceProcess } from './service-process.ts';

/** Makes the launcher believe that it runs under an older Node. */
const olderNode = [
  '--import',
  "data:text/javascript,Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.0' } })",
];

describe('the launcher under an older Node', () => {
  const directory = temporaryDirectory('beforeEach');

  it('hands over to the Node of the package, with arguments, output and exit code', async () => {
    const version = await runCommand(['--version'], {}, olderNode).finished;
    const failure = await runCommand(['token', '--data-dir', directory.path()], {}, olderNode).finished;

    expect(version).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
    expect(failure).toMatchObject({ code: 1, stderr: expect.stringContaining('No local service is running') });
  });

  it('ends when the service does not start', async () => {
    const failure = await runCommand(
      ['start', '--data-dir', directory.path(), '--rule-config', directory.path('nowhere.json')],
      {},
      olderNode,
    ).finished;

    expect(failure).toMatchObject({ code: 1, stderr: expect.stringContaining('nowhere.json') });
  });

  it('passes a signal on and waits for the clean end', async () => {
    const service = await startServiceProcess(['--data-dir', directory.path()], olderNode);

    expect(await service.end('SIGTERM')).toMatchObject({ code: 0, stdout: expect.stringMatching(/Stopped\.\n$/) });
  });

  it('leaves no service behind when it is killed', async () => {
    const service = await startServiceProcess(['--data-dir', directory.path()], olderNode);

    // The output ends only when every process that writes to it has ended.
    expect(await service.end('SIGKILL')).toMatchObject({
      signal: 'SIGKILL',
      stdout: expect.stringMatching(/Stopped\.\n$/),
    });
  });
});
