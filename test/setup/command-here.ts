import { jest } from '@jest/globals';
import { createProgram } from '../../apps/cli/commands/program.ts';
import { EntityDataError } from '../../src/errors.ts';

/**
 * Runs a command in a directory, in this process: to start a process for each command takes a second of processor time.
 * Not for commands that are interrupted, that end the process, or whose arguments are refused.
 */
export async function commandHere(
  words: readonly string[],
  directory: string,
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  const spies = [process.stdout, process.stderr].map((stream) => jest.spyOn(stream, 'write').mockReturnValue(true));
  const [stdout, stderr] = spies.map(
    ({ mock }) =>
      () =>
        mock.calls.map(([text]) => String(text)).join(''),
  );
  const home = process.cwd();
  process.chdir(directory);
  try {
    await (await createProgram(words[0])).parseAsync(words, { from: 'user' });
    return { code: Number(process.exitCode ?? 0), stdout: stdout!(), stderr: stderr!() };
  } catch (error) {
    if (!(error instanceof EntityDataError)) throw error;
    return { code: 1, stdout: stdout!(), stderr: `${stderr!()}${error.code}: ${error.message}\n${error.hint ?? ''}\n` };
  } finally {
    process.chdir(home);
    process.exitCode = undefined;
    for (const spy of spies) spy.mockRestore();
  }
}
