import { Command } from 'commander';
import { deadLetters, replayDeadLetters } from '../../functions/core/events/dead-letters.ts';
import type { Store } from '../../functions/core/store/port.ts';
import { defaultDataDirectory, storeDirectory } from '../data-directory.ts';
import { openLocalTarget } from '../events/local-target.ts';

interface EventsOptions {
  readonly dataDir: string;
}

interface ReplayOptions extends EventsOptions {
  readonly entityEvents: string;
  readonly entityEventsSecretFile?: string;
}

export function eventsCommand(): Command {
  return new Command('events')
    .description('Look at entity events of this machine that the target would not take, and send them again.')
    .addCommand(
      new Command('list')
        .description('Print the dead letters, one a line of JSON.')
        .option('--data-dir <directory>', 'keeps data, keys and credentials', defaultDataDirectory)
        .action((options: EventsOptions) => withStore(options, list)),
    )
    .addCommand(
      new Command('replay')
        .description('Send the dead letters again, and forget those that the target takes.')
        .requiredOption('--entity-events <target>', 'where to: a file, or the address of a webhook')
        .option('--entity-events-secret-file <file>', 'holds the secret that signs webhooks')
        .option('--data-dir <directory>', 'keeps data, keys and credentials', defaultDataDirectory)
        .action((options: ReplayOptions) => withStore(options, (store) => replay(store, options))),
    );
}

async function withStore({ dataDir }: EventsOptions, act: (store: Store) => Promise<void>): Promise<void> {
  // Only here: no other command that talks to a service needs the engine.
  const { openEmbeddedStore } = await import('../../functions/core/store/embedded/store.ts');
  const store = await openEmbeddedStore({ directory: storeDirectory(dataDir) });
  try {
    await act(store);
  } finally {
    await store.close();
  }
}

async function list(store: Store): Promise<void> {
  for await (const { events, reason, since } of deadLetters(store)) {
    process.stdout.write(`${JSON.stringify({ since: new Date(since).toISOString(), reason, events })}\n`);
  }
}

async function replay(store: Store, { entityEvents, entityEventsSecretFile }: ReplayOptions): Promise<void> {
  const target = await openLocalTarget({ target: entityEvents, secretFile: entityEventsSecretFile });
  const { delivered, left } = await replayDeadLetters(store, target);
  await store.durable();
  process.stdout.write(`${delivered} events were taken, ${left} dead letters are left.\n`);
  if (left > 0) process.exitCode = 1;
}
