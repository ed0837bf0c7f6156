import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { describeWith } from '../setup/requirement.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';
import { CTRL_C, CTRL_D, type TerminalCommand, terminals } from '../setup/terminal.ts';
import { root, type ServiceProcess, startServiceProcess } from './service-process.ts';

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

  describe('commands to a service', () => {
    let service: ServiceProcess | undefined;
    afterEach(() => service?.end('SIGKILL'));

    async function start(...args: readonly string[]): Promise<void> {
      service = await startServiceProcess(['--instance', 'people', ...args], [], folder.path());
    }
    beforeEach(async () => {
      await mkdir(folder.path('people'));
      for (const name of ['rule-config.json', 'schema.graphqls']) {
        await copyFile(join(root, 'examples/people', name), folder.path('people', name));
      }
      await folder.write('ada.csv', 'id,firstName,lastName,email\n1,Ada,Example,ada@example.org\n');
    });

    it('erase asks before it erases, and takes nothing but yes for yes', async () => {
      await start();
      expect(await command('load', 'ada.csv').finished).toMatchObject({ ...whole, code: 0 });
      const question = 'Erase this record for ever?\nyes or no [no]: ';

      for (const [keys, code, said] of [
        ['\n', 1, 'NOT_CONFIRMED: nothing was changed'],
        [CTRL_D, 1, 'NOT_CONFIRMED: nothing was changed'],
        [CTRL_C, 130, '\nInterrupted; nothing was changed.\n'],
        ['sure\nyes\n', 0, '"sure" is none of them.\nyes or no [no]: Erased: 1.'],
      ] as const) {
        const erase = command('erase', '1');
        await erase.shows(question);
        erase.type(keys);
        const left = await erase.finished;
        expect({ ...left, output: '' }).toEqual({ ...whole, code, output: '' });
        // The terminal shows what is typed as soon as it gets it, here both lines at once.
        expect(left.output.replaceAll(/yes\n/g, '')).toContain(said);
      }
      expect((await command('erase', '1').finished).code).toBe(3);
    });

    it('rules apply and rules rollback ask before the rules change', async () => {
      await start();
      await command('load', 'ada.csv').finished;
      await service!.end('SIGINT');
      const document = JSON.parse(await readFile(folder.path('people/rule-config.json'), 'utf8'));
      document.rules.find(({ id }: { id: string }) => id === 'EMAIL_NAME').matcherIDs = ['SAME_EMAIL'];
      await writeFile(folder.path('people/rule-config.json'), JSON.stringify(document));
      await start('--rule-changes', 'refuse');

      const refused = command('rules', 'apply');
      await refused.shows('Begin the change to the rule-config ');
      await refused.shows('yes or no [no]: ');
      refused.type('n\n');
      expect(await refused.finished).toMatchObject({
        ...whole,
        code: 1,
        output: expect.stringContaining('NOT_CONFIRMED: nothing was changed'),
      });

      const begun = command('rules', 'apply');
      await begun.shows('yes or no [no]: ');
      begun.type('y\n');
      expect(await begun.finished).toMatchObject({ ...whole, code: 0 });

      const rollback = command('rules', 'rollback');
      await rollback.shows('Take the change back, to the rule-config ');
      await rollback.shows('yes or no [no]: ');
      rollback.type(CTRL_C);
      expect(await rollback.finished).toMatchObject({
        ...whole,
        code: 130,
        output: expect.stringContaining('Interrupted; nothing was changed.'),
      });
    });
  });

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
