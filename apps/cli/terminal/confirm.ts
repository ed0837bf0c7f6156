import { EntityDataError } from '../../../src/errors.ts';
import { onInterruption } from '../commands/interruption.ts';
import { openDialogue } from './dialogue.ts';
import { yesOrNo } from './question.ts';

/** The answer to a question about a command was not yes. */
class NotConfirmedError extends EntityDataError {
  readonly code = 'NOT_CONFIRMED';
}

/**
 * Asks before a command changes what is stored.
 *
 * @param isConfirmed whether an option of the command answers the question
 * @throws NotConfirmedError for every answer but yes, and where no terminal can be asked
 * @throws InterruptedError on Ctrl-C
 */
export async function confirm(question: string, isConfirmed: boolean): Promise<void> {
  if (isConfirmed) return;
  const { stdin: input, stderr: output } = process;
  if (!input.isTTY) {
    throw new NotConfirmedError('there is no terminal to confirm the command on', {
      hint: 'Give --yes to go on without a question.',
    });
  }
  const abort = new AbortController();
  const interruption = onInterruption(() => abort.abort());
  const dialogue = openDialogue({ input, output, signal: abort.signal });
  try {
    if ((await dialogue.ask(yesOrNo(question, 'no'))) === 'yes') return;
  } finally {
    dialogue.close();
    interruption.dispose();
  }
  throw new NotConfirmedError('nothing was changed', { hint: 'Answer yes to go on.' });
}
