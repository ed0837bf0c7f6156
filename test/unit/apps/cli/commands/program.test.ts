import { describe, expect, it } from '@jest/globals';
import { createProgram } from '../../../../../apps/cli/commands/program.ts';

const namesOf = async (asked?: string) => (await createProgram(asked)).commands.map((command) => command.name());

describe('the command line', () => {
  it('has each command alone when its name is asked for', async () => {
    const names = await namesOf();

    expect(names.length).toBeGreaterThan(20);
    for (const name of names) expect(await namesOf(name)).toEqual([name]);
  });

  it('has all commands for any other word', async () => {
    const names = await namesOf();

    for (const word of ['lod', 'help', '--version', 'toString']) expect(await namesOf(word)).toEqual(names);
  });

  it.each([
    ['entity', true],
    ['token', false],
  ])('says how a value that begins with a dash is given to %s: %s', async (name, isExplained) => {
    const program = await createProgram(name);
    const [command] = program.commands;
    const printed: string[] = [];
    const outputError = command!.configureOutput().outputError!;
    command!.exitOverride().configureOutput({ outputError: (text) => outputError(text, (line) => printed.push(line)) });

    await expect(program.parseAsync([name, '-x17'], { from: 'user' })).rejects.toThrow("unknown option '-x17'");

    expect(printed.join('')).toContain("error: unknown option '-x17'");
    expect(printed.join('').includes('write -- before it')).toBe(isExplained);
  });
});
