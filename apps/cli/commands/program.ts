import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { backupCommand } from './backup.ts';
import { consoleUrlCommand } from './console-url.ts';
import { decisionsCommand, linkCommand, separateCommand, undoCommand } from './decisions.ts';
import { designCommand } from './design.ts';
import { doctorCommand } from './doctor.ts';
import { entityCommand } from './entity.ts';
import { eventsCommand } from './events.ts';
import { exportCommand } from './export.ts';
import { historyCommand } from './history.ts';
import { labelCommand } from './label.ts';
import { loadCommand } from './load.ts';
import { assignCommand, reviewsCommand, skipCommand } from './reviews.ts';
import { rulesCommand } from './rules.ts';
import { searchCommand } from './search.ts';
import { startCommand } from './start.ts';
import { statisticsCommand } from './statistics.ts';
import { tokenCommand } from './token.ts';

/** The command line. Each command has a file of its own and one line here. */
export function createProgram(): Command {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return new Command('entity-data')
    .description('Entity resolution in real time: run the service on this machine, load records, and inspect entities.')
    .version(version)
    .addCommand(startCommand())
    .addCommand(designCommand())
    .addCommand(loadCommand())
    .addCommand(labelCommand())
    .addCommand(exportCommand())
    .addCommand(searchCommand())
    .addCommand(entityCommand())
    .addCommand(linkCommand())
    .addCommand(separateCommand())
    .addCommand(undoCommand())
    .addCommand(decisionsCommand())
    .addCommand(reviewsCommand())
    .addCommand(skipCommand())
    .addCommand(assignCommand())
    .addCommand(historyCommand())
    .addCommand(statisticsCommand())
    .addCommand(tokenCommand())
    .addCommand(consoleUrlCommand())
    .addCommand(doctorCommand())
    .addCommand(backupCommand())
    .addCommand(eventsCommand())
    .addCommand(rulesCommand());
}
