import { existsSync } from 'node:fs';
import { Command } from 'commander';
import { deadLetters, discardDeadLetters, replayDeadLetters } from '../../../src/events/dead-letters.ts';
import type { Store } from '../../../src/store/port.ts';
import { DataDirectoryError, storeDirectory } from '../../service/data-directory.ts';
import { openLocalTarget } from '../../service/event-target.ts';
import { dataDirectoryOf, type LocalChoice } from '../client/local-service.ts';
import { addLocalChoice } from './data-dir-option.ts';
import { count } from './entity-text.ts';
import { eventsSnapshotCommand } from './events-snapshot.ts';

interface ReplayOptions extends LocalChoice {
  readonly entityEvents: string;
  readonly entityEventsSecretFile?: string;
}

interface DiscardOptions extends LocalChoice {
  readonly all: boolean;
}

export function eventsCommand(): Command {
  return new Command('events')
    .description(
      'Print the stored entities, from which a copy starts; list, replay or discard the dead letters of this machine.',
    )
    .addCommand(eventsSnapshotCommand())
    .addCommand(
      addLocalChoice(
        new Command('list').description('Print the dead letters, one JSON object a line.'),
        'those in the data',
      ).action((options: LocalChoice) => withStore(options, list)),
    )
    .addCommand(
      addLocalChoice(
        new Command('replay')
          .description('Send the dead letters again, and delete those that the target accepts.')
          .requiredOption(
            '--entity-events <target>',
            'where to send them (required): a file, or the address of a webhook',
          )
          .option('--entity-events-secret-file <file>', 'file with the secret that signs webhooks'),
        'those in the data',
      ).action((options: ReplayOptions) => withStore(options, (store) => replay(store, options))),
    )
    .addCommand(
      addLocalChoice(
        new Command('discard')
          .description('Delete dead letters without sending them.')
          .argument('[ids...]', 'ids of dead letters, as list prints them')
          .option('--all', 'discard all of them', false),
        'those in the data',
      ).action((ids: string[], options: DiscardOptions, command: Command) => {
        if (options.all === ids.length > 0) command.error('error: name dead letters by their ids, or give --all');
        return withStore(options, (store) => discard(store, options.all ? 'all' : ids));
      }),
    );
}

async function withStore(choice: LocalChoice, act: (store: Store) => Promise<void>): Promise<void> {
  const dataDir = dataDirectoryOf(choice);
  // Loaded here because no other command that connects to a service needs the engine.
  const { openEmbeddedStore } = await import('../../../src/store/embedded/store.ts');
  if (!existsSync(storeDirectory(dataDir))) {
    throw new DataDirectoryError(`There is no data in ${dataDir}.`, {
      hint: 'Name what the service was started on with --data-dir or --instance.',
    });
  }
  const store = await openEmbeddedStore({ directory: storeDirectory(dataDir) });
  try {
    await act(store);
  } finally {
    await store.close();
  }
}

async function list(store: Store): Promise<void> {
  let listed = 0;
  for await (const { id, events, reason, since } of deadLetters(store)) {
    listed += 1;
    process.stdout.write(`${JSON.stringify({ id, since: new Date(since).toISOString(), reason, events })}\n`);
  }
  // Printed to standard error, so that standard output stays machine-readable.
  if (listed === 0) process.stderr.write('There are no dead letters.\n');
}

async function replay(store: Store, { entityEvents, entityEventsSecretFile }: ReplayOptions): Promise<void> {
  const target = await openLocalTarget({ target: entityEvents, secretFile: entityEventsSecretFile });
  const { delivered, left } = await replayDeadLetters(store, target);
  await store.durable();
  process.stdout.write(`${count(delivered, 'event')} taken, ${count(left, 'dead letter')} left.\n`);
  if (left > 0) process.exitCode = 1;
}

async function discard(store: Store, which: 'all' | readonly string[]): Promise<void> {
  const { discarded, unknown } = await discardDeadLetters(store, which);
  await store.durable();
  process.stdout.write(`${count(discarded, 'dead letter')} discarded.\n`);
  for (const id of unknown) process.stderr.write(`There is no dead letter ${JSON.stringify(id)}.\n`);
  if (unknown.length > 0) process.exitCode = 1;
}
