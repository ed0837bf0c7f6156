import { once } from 'node:events';
import { Command } from 'commander';
import type { ConnectionOptions } from '../client/connection.ts';
import { type StoredEntity, tellStoredEntities } from '../events/stored-entities.ts';
import { type ColumnsFileOptions, findColumnsFile } from '../files/find-columns-file.ts';
import { openSource, type SourceOptions, statSource } from '../files/source-file.ts';
import { fileStart } from '../files/source-record.ts';
import { addConnectionOptions, openSession, patient } from './connection-options.ts';
import { count } from './entity-text.ts';
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
