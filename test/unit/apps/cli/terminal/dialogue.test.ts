import { PassThrough } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { openDialogue } from '../../../../../apps/cli/terminal/dialogue.ts';
import { type Question, yesOrNo } from '../../../../../apps/cli/terminal/question.ts';

const greek: Question = {
  text: 'Which?',
  choices: [{ name: 'alpha', title: 'the first' }, { name: 'beta' }],
  otherwise: 'beta',
};
const many: Question = {
  text: 'Kind?',
  choices: Array.from({ length: 20 }, (_, index) => ({ name: `kind${index + 1}`, title: `number ${index + 1}` })),
  shown: 5,
  otherwise: 'kind2',
};

async function answers(typed: string, ...questions: readonly Question[]) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const dialogue = openDialogue({ input, output });
  const said: string[] = [];
  input.end(typed);
  for (const question of questions) said.push(await dialogue.ask(question));
  dialogue.close();
  return { said, shown: String(output.read()), input };
}

describe('a dialogue', () => {
  it.each([
    ['alpha\n', greek, 'alpha'],
    ['ALPHA \n', greek, 'alpha'],
    ['1\n', greek, 'alpha'],
    ['the first\n', greek, 'alpha'],
    ['\n', greek, 'beta'],
    ['', greek, 'beta'],
    ['alpha', greek, 'alpha'],
    ['gamma\n7\n0\na\n1\n', greek, 'alpha'],
    ['y\n', yesOrNo('Go on?', 'no'), 'yes'],
    ['N\n', yesOrNo('Go on?', 'yes'), 'no'],
    ['yess\n1\nyes\n', yesOrNo('Go on?', 'no'), 'yes'],
    ['\n', yesOrNo('Go on?', 'yes'), 'yes'],
    ['', yesOrNo('Go on?', 'no'), 'no'],
    ['17\n', many, 'kind17'],
    ['kind9\n', many, 'kind9'],
  ])('takes %j', async (typed, question, answer) => {
    expect((await answers(typed, question)).said).toEqual([answer]);
  });

  it('lists the choices with the default, and says when an answer is none', async () => {
    const { shown } = await answers('gamma\n\n', greek);

    expect(shown).toBe(
      '\nWhich?\n  1  alpha  the first\n  2  beta (default)\nNumber or name [beta]: "gamma" is none of them.\nNumber or name [beta]: ',
    );
  });

  it('lists the likeliest of many choices, and all of them when it is asked', async () => {
    const { said, shown } = await answers('?\n17\n', many);
    const [first, all] = shown.split('Number or name, ? for all 20 [kind2]: ');

    expect(said).toEqual(['kind17']);
    expect(first).toContain('  5  kind5  number 5\n');
    expect(first).not.toContain('kind6');
    expect(all).toContain('  17  kind17  number 17\n');
  });

  it('asks for yes or no in one line', async () => {
    expect((await answers('y\n', yesOrNo('Go on?', 'no'))).shown).toBe('\nGo on?\nyes or no [no]: ');
  });

  it('takes answers that are typed ahead for the questions in turn, and the defaults after the end', async () => {
    const { said } = await answers('alpha\nkind3\n', greek, many, greek, yesOrNo('Go on?', 'no'));

    expect(said).toEqual(['alpha', 'kind3', 'beta', 'no']);
  });

  it('shows no control characters of a file', async () => {
    const hostile = { text: 'What is \u001b[2Jx\u009b2J?', choices: [{ name: 'a\u001b[31m\r' }], otherwise: 'a' };

    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
    expect((await answers('1\n', hostile)).shown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  });

  it('ends when it is interrupted', async () => {
    const abort = new AbortController();
    const [input, output] = [new PassThrough(), new PassThrough()];
    const answer = openDialogue({ input, output, signal: abort.signal }).ask(greek);
    abort.abort();

    await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('reads nothing before the first question, and leaves the input afterwards', async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const dialogue = openDialogue({ input, output });
    expect(input.listenerCount('data')).toBe(0);

    input.write('1\n');
    await dialogue.ask(greek);
    dialogue.close();

    expect(input.isPaused()).toBe(true);
  });
});
