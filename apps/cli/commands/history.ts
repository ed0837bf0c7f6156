import { Command } from 'commander';
import { type AnsweredEvent, historyQuery } from '../../../src/graphql/queries/history.generated.ts';
import type { ConnectionOptions } from '../client/connection.ts';
import { dataOf } from '../client/entities.ts';
import { terminalText } from '../terminal/terminal-text.ts';
import { addConnectionOptions, openSession } from './connection-options.ts';
import { wholeNumber } from './numbers.ts';

interface HistoryOptions extends ConnectionOptions {
  readonly record?: string;
  readonly entity?: string;
  readonly first: number;
  readonly after?: string;
  readonly json: boolean;
}

export function historyCommand(): Command {
  return addConnectionOptions(
    new Command('history')
      .description('List what happened to a record or an entity, newest first.')
      .option('--record <id>', 'id of a record')
      .option('--entity <id>', 'id of an entity')
      .option('--first <n>', 'how many events, at most 100', wholeNumber(1, 100), 20)
      .option('--after <place>', 'those behind this place, which the answer before names')
      .option('--json', 'print JSON', false),
  ).action(async ({ record, entity, first, after, json, ...options }: HistoryOptions) => {
    const client = (await openSession(options)).client();
    const input = {
      first,
      ...(record === undefined ? {} : { recordID: record }),
      ...(entity === undefined ? {} : { entityID: entity }),
      ...(after === undefined ? {} : { after }),
    };
    const { page } = dataOf(await client.execute(historyQuery, { input }));
    if (json) {
      process.stdout.write(`${JSON.stringify(page, null, 2)}\n`);
      return;
    }
    process.stdout.write(terminalText(page.events.map(eventLine)));
    if (page.events.length === 0) process.stderr.write('There are no events.\n');
    if (page.after !== null) process.stderr.write(`More follow: --after ${page.after}\n`);
  });
}

function eventLine({ at, kind, cause, reason, entityID, entityIDs, recordIDs, decision }: AnsweredEvent): string {
  const by = decision === null ? cause.toLowerCase() : `${cause.toLowerCase()} ${decision.id}`;
  const named = [...(entityID === null ? [] : [entityID]), ...entityIDs];
  return [at, kind.toLowerCase(), `by ${by}`, ...named, ...recordIDs, ...(reason === null ? [] : [reason])].join('  ');
}
