import { Command } from 'commander';
import type { LabelSession } from '../label/label-session.ts';
import { onInterruption } from './interruption.ts';
import { wholeNumber } from './numbers.ts';

interface LabelCommandOptions {
  readonly instance: string;
  readonly pairs: number;
  readonly apply: boolean;
  readonly json: boolean;
}

const interrupted = 130;

export function labelCommand(): Command {
  return new Command('label')
    .description(
      'Judge pairs of records: your answers measure the rules of an instance, and move their weights. Nothing leaves this machine.',
    )
    .argument('[file]', 'the records (default: the file that the instance was designed for)')
    .requiredOption('--instance <directory>', 'what "entity-data design" wrote; the answers go to its labels.json')
    .option('--pairs <number>', 'how many pairs to judge, with those of former sessions', wholeNumber(0, 100_000), 30)
    .option('--apply', 'write the rules that the answers lead to, without a question', false)
    .option('--json', 'print pairs as JSON lines, and read answers from the input', false)
    .addHelpText(
      'after',
      '\nKeys: y the same, n different, u unsure, b take the last answer back, q stop. Each answer is saved at once.\nExit codes: 0 the session ended, 1 it failed, 130 it was interrupted; saved answers stay.',
    )
    .action(run);
}

async function run(file: string | undefined, options: LabelCommandOptions, command: Command): Promise<void> {
  const isTerminal = process.stdin.isTTY === true && process.stdout.isTTY === true;
  if (!isTerminal && !options.json && options.pairs > 0) {
    command.error(
      'error: judging pairs needs a terminal. Use --json to judge by a program, or --pairs 0 to see what the saved answers lead to.',
    );
  }
  // Loaded on demand: no other command learns from a file.
  const [{ LabelSession }, { createStepProgress }, { leftOutText }] = await Promise.all([
    import('../label/label-session.ts'),
    import('../design/step-progress.ts'),
    import('../label/labels-file.ts'),
  ]);
  const abort = new AbortController();
  const interruption = onInterruption(() => abort.abort());
  const progress = createStepProgress(process.stderr);
  let step = '';
  let share = 0;
  try {
    const session = await LabelSession.open({
      directory: options.instance,
      file,
      signal: abort.signal,
      onProgress: (done) => {
        share = done.share;
        if (done.step === step) return;
        step = done.step;
        progress.step(step, () => share);
      },
    });
    progress.stop();
    for (const note of notesOf(session, leftOutText(session))) process.stderr.write(`${note}\n`);
    await judge(session, options, abort.signal);
  } catch (error) {
    if (!abort.signal.aborted) throw error;
    process.stderr.write('Interrupted; the answers are saved.\n');
    process.exitCode = interrupted;
  } finally {
    progress.stop();
    interruption.dispose();
  }
}

function notesOf({ changedRecords, refusedRows }: LabelSession, leftOut: string | undefined): string[] {
  return [
    ...(leftOut === undefined ? [] : [leftOut]),
    ...(changedRecords === 0
      ? []
      : [`${changedRecords} labels are about records that changed since; they still count.`]),
    ...(refusedRows === 0 ? [] : [`${refusedRows} rows of the file are no records, and are left out.`]),
  ];
}

async function judge(session: LabelSession, options: LabelCommandOptions, signal: AbortSignal): Promise<void> {
  if (options.json) await judgeByProgram(session, options, signal);
  else await judgeByKeys(session, options, signal);
}

async function judgeByProgram(session: LabelSession, options: LabelCommandOptions, signal: AbortSignal): Promise<void> {
  const { judgeByLines, writeChanges } = await import('../label/json-lines.ts');
  await judgeByLines(session, options.pairs, { input: process.stdin, output: process.stdout, signal });
  const applied = options.apply ? await session.apply() : undefined;
  writeChanges(process.stdout, applied?.changes ?? (await session.changes()), applied?.ruleConfigFile);
  // An input that stays open keeps no session.
  process.stdin.destroy();
}

async function judgeByKeys(
  session: LabelSession,
  { pairs, apply }: LabelCommandOptions,
  signal: AbortSignal,
): Promise<void> {
  const [{ judgeOnTerminal, terminalKeys }, { pairsToJudge }, { changesText }, { openDialogue }, { yesOrNo }] =
    await Promise.all([
      import('../label/terminal.ts'),
      import('../label/label-session.ts'),
      import('../label/pair-text.ts'),
      import('../terminal/dialogue.ts'),
      import('../terminal/question.ts'),
    ]);
  if (session.counts().judged < pairsToJudge(pairs, session.counts())) {
    const keys = terminalKeys(process.stdin);
    try {
      await judgeOnTerminal(session, { pairs, keys, output: process.stdout });
    } finally {
      keys.close();
    }
  }
  const changes = await session.changes();
  process.stdout.write(`\n${changesText(changes)}\n`);
  if (changes.reason !== undefined || !changes.isChanged) {
    if (apply && changes.reason !== undefined) await session.apply();
    return;
  }
  const wantsThem = async () => {
    if (process.stdin.isTTY !== true) return false;
    const dialogue = openDialogue({ input: process.stdin, output: process.stdout, signal });
    const answer = await dialogue.ask(yesOrNo('Write these rules to the instance?', 'no')).finally(dialogue.close);
    return answer === 'yes';
  };
  if (!(apply || (await wantsThem()))) {
    process.stdout.write('The rules of the instance stay. Write them later with --pairs 0 --apply.\n');
    return;
  }
  const { ruleConfigFile, formerFile } = await session.apply();
  process.stdout.write(
    `Written to ${ruleConfigFile}; the former rules are in ${formerFile}.\nStart the service again to use them. What a change of rules does to stored records: docs/change-rules.md.\n`,
  );
}
