import { setTimeout } from 'node:timers/promises';
import { Command } from 'commander';
import type { ConnectionOptions } from '../client/connection.ts';
import { readStatistics, refreshStatistics } from '../client/statistics.ts';
import { statisticsText } from '../statistics/statistics-text.ts';
import { watchScan } from '../statistics/watch-scan.ts';
import { addConnectionOptions, openSession } from './connection-options.ts';
import { WATCH_INTERVAL } from './rules-status.ts';

interface StatisticsOptions extends ConnectionOptions {
  readonly refresh: boolean;
  readonly json: boolean;
}

export function statisticsCommand(): Command {
  return addConnectionOptions(
    new Command('statistics')
      .description('Show statistics of the stored data: sizes and cohesion of entities, rules, fields and keys.')
      .option('--refresh', 'have all records counted anew, and wait until that is done', false)
      .option('--json', 'print JSON', false),
  ).action(async ({ refresh, json, ...options }: StatisticsOptions) => {
    const client = (await openSession(options, { isWriting: refresh })).client();
    const statistics = refresh
      ? await watchScan({
          first: await refreshStatistics(client),
          read: () => readStatistics(client),
          tell: (line) => void process.stderr.write(`${line}\n`),
          pause: () => setTimeout(WATCH_INTERVAL),
        })
      : await readStatistics(client);
    process.stdout.write(json ? `${JSON.stringify(statistics, null, 2)}\n` : statisticsText(statistics));
  });
}
