import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { describeWith } from '../setup/requirement.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';
import { CTRL_C, CTRL_D, type TerminalCommand, terminals } from '../setup/terminal.ts';
import { root } from './service-process.ts';

/** The terminal as every command has to leave it. */
const whole = { cursor: true, echo: true, lines: true };

describeWith('commands that ask on a terminal', terminals, (open) => {
  const folder = temporaryDirectory('beforeEach');
  let commands: TerminalCommand[];
  beforeEach(() => {
    commands = [];
  });
  afterEach(() => {
    for (const command of commands) command.kill();
  });

  function command(...args: readonly string[]): TerminalCommand {
    const opened = open([process.execPath, join(root, 'apps/cli/entity-data.js'), ...args], { cwd: folder.path() });
    commands.push(opened);
    return opened;
  }

  describe('design', () => {
    /** People with two columns that may be ids, one of them with colons, and one that says nothing by its name. */
    beforeEach(async () => {
      const rows = Array.from({ length: 60 }, (_, index) =>
        [`p:${index}`, 90_000 + 7 * index, `Ann${index % 30}`, `Lee${index % 29}`, `K${index % 40}x`].join(),
      );
      await folder.write(
        'people.csv',
        `${['ref_code', 'number', 'first_name', 'last_name', 'xq'].join()}\n${rows.join('\n')}\n`,
      );
    });
    const idQuestion = 'Which column holds the ids of the records?';
    const colonQuestion = 'Replace each colon by a hyphen?\nyes or no [yes]: ';

    it('ends by itself after its questions, and does what the answers say', async () => {
      const design = command('design', 'people.csv', '--out', 'people');

      await design.shows(idQuestion);
      design.type('ref_code\n');
      await design.shows(colonQuestion);
      design.type('\n');
      await design.shows('What does the column "xq" hold?');
      await design.shows('productCode');
      design.type('seven\n');
      await design.shows('"seven" is none of them.');
      design.type('?\n');
      await design.shows('postcode');
      design.type('serialNumber\n');

      expect(await design.finished).toMatchObject({
        ...whole,
        code: 0,
        output: expect.stringContaining('Written to people:'),
      });
      expect(JSON.parse(await readFile(folder.path('people/columns.json'), 'utf8')).id).toEqual({
        column: 'ref_code',
        replace: [[':', '-']],
      });
      const { fields } = JSON.parse(await readFile(folder.path('people/design.json'), 'utf8'));
      expect(fields).toContainEqual({ name: 'xq', kind: 'serialNumber' });
    });

    it('takes the defaults where the input ends', async () => {
      const design = command('design', 'people.csv', '--out', 'people');

      await design.shows(idQuestion);
      design.type(CTRL_D);

      expect(await design.finished).toMatchObject({
        ...whole,
        code: 0,
        output: expect.stringContaining('Written to people:'),
      });
    });

    it('writes nothing when a question is answered by Ctrl-C', async () => {
      const design = command('design', 'people.csv', '--out', 'people');

      await design.shows(idQuestion);
      design.type(CTRL_C);

      expect(await design.finished).toMatchObject({
        ...whole,
        code: 130,
        output: expect.stringMatching(/\nInterrupted; nothing is written\.\n$/),
      });
      await expect(readFile(folder.path('people/design.json'))).rejects.toThrow('ENOENT');
    });
  });
});
