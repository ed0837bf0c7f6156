import { PassThrough } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { askOnTerminal } from '../../../../../apps/cli/design/question.ts';
import { numbered } from './file-columns.ts';

describe('askOnTerminal', () => {
  const question = { text: 'Which?', choices: ['alpha', 'beta'], otherwise: 'alpha' };
  const answers = async (typed: string, asked = question) => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const answer = askOnTerminal(asked, { input, output });
    input.end(typed);
    return { answer: await answer, shown: String(output.read()) };
  };

  it.each([
    ['beta\n', 'beta'],
    ['BETA\n', 'beta'],
    ['2\n', 'beta'],
    ['\n', 'alpha'],
    ['', 'alpha'],
    ['gamma\n7\n2\n', 'beta'],
  ])('takes %j for %s', async (typed, answer) => {
    expect(await answers(typed)).toMatchObject({ answer });
  });

  it('shows the choices, and says when an answer is none', async () => {
    const { shown } = await answers('gamma\n\n');

    expect(shown).toContain('Which?\n  1  alpha\n  2  beta\n');
    expect(shown).toContain('"gamma" is none of them.');
  });

  it('takes no numbers where there are many choices', async () => {
    const many = { text: 'Kind?', choices: numbered(20, (index) => `kind${index}`), otherwise: 'kind0' };

    expect(await answers('3\nkind7\n', many)).toMatchObject({ answer: 'kind7' });
  });

  it('ends when it is interrupted', async () => {
    const abort = new AbortController();
    const [input, output] = [new PassThrough(), new PassThrough()];
    const answer = askOnTerminal(question, { input, output, signal: abort.signal });
    abort.abort();

    await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
  });
});
