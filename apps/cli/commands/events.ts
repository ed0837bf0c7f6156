import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { Command } from 'commander';
import { deadLetters, discardDeadLetters, replayDeadLetters } from '../../../src/events/dead-letters.ts';
import type { Store } from '../../../src/store/port.ts';
import { DataDirectoryError, storeDirectory } from '../../service/data-directory.ts';
import { openLocalTarget } from '../../service/event-target.ts';
import type { ConnectionOptions } from '../client/connection.ts';
import { dataDirectoryOf, type LocalChoice } from '../client/local-service.ts';
import { type StoredEntity, tellStoredEntities } from '../events/stored-entities.ts';
import { type ColumnsFileOptions, findColumnsFile } from '../files/columns-file.ts';
import { openSource, type SourceOptions, statSource } from '../files/source-file.ts';
import { fileStart } from '../files/source-record.ts';
import { addConnectionOptions, addLocalChoice, openSession, patient } from './connection-options.ts';
import { count } from './entity.ts';
import { wholeNumber } from './numbers.ts';
import { addSourceOptions } from './source-options.ts';

interface SnapshotOptions extends ConnectionOptions, SourceOptions, ColumnsFileOptions {
  readonly concurrency: number;
}

/** The API's default limit of top-level fields in one request. */
const IDS_OF_A_REQUEST = 20;

const idsMissing = 2;

export function eventsSnapshotCommand(): Command {
  const command = addSourceOptions(
    new Command('snapshot')
      .description(
        'Print the entities of the records in a file, one JSON object a line: the start of a copy that events keep current.',
      )
      .argument('<file>', 'a file with the ids of the records, such as the loaded files'),
  ).option('--concurrency <requests>', 'concurrent requests', wholeNumber(1, 256), 4);
  return addConnectionOptions(command)
    .addHelpText(
      'after',
      '\nExit codes: 0 every record was found, 2 some records of the file are not stored, 1 it failed: start it again.',
    )
    .action(run);
}

async function run(file: string, options: SnapshotOptions): Promise<void> {
  await statSource(file);
  const session = await openSession(options, { backoff: patient });
  const client = session.client();
  const mapping = await findColumnsFile(options, session.connection.instanceDirectory);
  const source = await openSource(file, { ...options, mapping });
  let unreadable = 0;
  async function* recordIDs(): AsyncGenerator<string, void, undefined> {
    for await (const entry of source.read(fileStart)) {
      const id = 'record' in entry ? entry.record['id'] : undefined;
      if (typeof id === 'string' && id !== '') yield id;
      else unreadable += 1;
    }
  }
  const { entities, records, unknown } = await tellStoredEntities({
    client,
    recordIDs: recordIDs(),
    batchSize: IDS_OF_A_REQUEST,
    concurrency: options.concurrency,
    tell: print,
  }).finally(source.close);
  const missing = [
    ...(unknown === 0 ? [] : [`${count(unknown, 'record')} of the file not stored`]),
    ...(unreadable === 0 ? [] : [`${count(unreadable, 'line')} without an id`]),
  ];
  const found = `${entities === 1 ? '1 entity' : `${entities.toLocaleString('en')} entities`}, ${count(records, 'record')}`;
  process.stderr.write(`${[found, ...missing].join('; ')}.\n`);
  if (missing.length > 0) process.exitCode = idsMissing;
}

async function print(entity: StoredEntity): Promise<void> {
  if (!process.stdout.write(`${JSON.stringify(entity)}\n`)) await once(process.stdout, 'drain');
}

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
