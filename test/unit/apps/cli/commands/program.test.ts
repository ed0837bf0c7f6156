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
});
