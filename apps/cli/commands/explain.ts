import { Command } from 'commander';
import type { ConnectionOptions } from '../client/connection.ts';
import { explainRecords, NoSuchRecordError } from '../client/explanation.ts';
import { terminalText } from '../terminal/terminal-text.ts';
import { addConnectionOptions, openSession } from './connection-options.ts';
import { explanationLines } from './explanation-lines.ts';

interface ExplainCommandOptions extends ConnectionOptions {
  readonly json: boolean;
}

export function explainCommand(): Command {
  return addConnectionOptions(
    new Command('explain')
      .description('Say whether two records are one entity, and why: their links, and what each rule says of the two.')
      .argument('<a>', 'id of a record')
      .argument('<b>', 'id of another record')
      .option('--json', 'print JSON', false),
  )
    .addHelpText('after', '\nExit codes: 0 it is explained, 3 a record is not stored, 1 the query failed.')
    .action(async (a: string, b: string, { json, ...options }: ExplainCommandOptions) => {
      const client = (await openSession(options)).client();
      try {
        const explanation = await explainRecords(client, a, b);
        process.stdout.write(
          json ? `${JSON.stringify(explanation, null, 2)}\n` : terminalText(explanationLines(explanation)),
        );
      } catch (error) {
        if (!(error instanceof NoSuchRecordError)) throw error;
        process.stderr.write(terminalText([`${error.code}: ${error.message}`]));
        process.exitCode = 3;
      }
    });
}
