import { Command } from 'commander';
import { eraseMutation } from '../../../src/graphql/queries/records.generated.ts';
import type { ConnectionOptions } from '../client/connection.ts';
import { dataOf, type EntityRecords, findEntitiesOfRecords } from '../client/entities.ts';
import type { GraphqlClient } from '../client/graphql-client.ts';
import { confirm } from '../terminal/confirm.ts';
import { terminalText } from '../terminal/terminal-text.ts';
import { addConnectionOptions, openSession, USER_OPTION, userOf } from './connection-options.ts';

import { count } from './entity.ts';

interface EraseOptions extends ConnectionOptions {
  readonly yes: boolean;
  readonly reason?: string;
  readonly user?: string;
  readonly json: boolean;
}

/** Records to erase of one entity. */
interface Target {
  readonly entity: EntityRecords;
  readonly recordIDs: readonly string[];
}

interface Erased {
  readonly entityID: string;
  readonly recordIDs: readonly string[];
  readonly complete: boolean;
  /** The entities of the records that remain. */
  readonly remaining: readonly string[];
}

const someUnknown = 3;

export function eraseCommand(): Command {
  return addConnectionOptions(
    new Command('erase')
      .description('Erase records for ever: their payload, their keys and their links. It cannot be taken back.')
      .argument('<ids...>', 'ids of records')
      .option('--yes', 'ask no question', false)
      .option('--reason <text>', 'why; history keeps it')
      .option(...USER_OPTION)
      .option('--json', 'print JSON; needs --yes', false),
  )
    .addHelpText(
      'after',
      '\nExit codes: 0 every record is erased, 3 a record is not stored and all others are erased, 1 the erasure failed.',
    )
    .action(run);
}

async function run(given: readonly string[], options: EraseOptions, command: Command): Promise<void> {
  if (options.json && !options.yes) command.error('error: --json needs --yes');
  const client = (await openSession(options, { isWriting: true })).client();
  const ids = [...new Set(given)];
  const entities = await findEntitiesOfRecords(client, ids);
  const unknown = ids.filter((_, index) => entities[index] === undefined);
  const targets = targetsOf(ids, entities);
  process.stderr.write(terminalText(unknown.map((id) => `There is no record ${JSON.stringify(id)}.`)));
  if (unknown.length > 0) process.exitCode = someUnknown;
  const records = ids.length - unknown.length;
  if (records > 0) {
    if (!options.json) process.stdout.write(terminalText(targets.map(targetLine)));
    await confirm(
      `Erase ${records === 1 ? 'this record' : `these ${count(records, 'record')}`} for ever?`,
      options.yes,
    );
  }
  const erased: Erased[] = [];
  for (const target of targets) {
    const done = await erase(client, target, options);
    erased.push(done);
    // One by one: an error of a later one does not hide what is done.
    if (!options.json) process.stdout.write(terminalText([erasedLine(done)]));
  }
  if (options.json) process.stdout.write(`${JSON.stringify({ erased, unknown }, null, 2)}\n`);
}

/** The API erases records of one entity in a request. */
function targetsOf(ids: readonly string[], entities: readonly (EntityRecords | undefined)[]): Target[] {
  const found = ids.flatMap((id, index) => (entities[index] === undefined ? [] : [{ id, entity: entities[index] }]));
  return [...Map.groupBy(found, ({ entity }) => entity.id).values()].map((members) => ({
    entity: members[0]!.entity,
    recordIDs: members.map(({ id }) => id),
  }));
}

async function erase(client: GraphqlClient, { entity, recordIDs }: Target, options: EraseOptions): Promise<Erased> {
  const { reason } = options;
  const input = { recordIDs, ...(reason !== undefined && { meta: { user: userOf(options), reason } }) };
  const { complete, entityIDs } = dataOf(await client.execute(eraseMutation, { input })).disassemble;
  return { entityID: entity.id, recordIDs, complete, remaining: entityIDs };
}

const targetLine = ({ entity, recordIDs }: Target): string =>
  `${recordIDs.join(', ')}: ${recordIDs.length.toLocaleString('en')} of ${count(entity.recordIDs.length, 'record')} of entity ${entity.id}`;

function erasedLine({ entityID, recordIDs, complete, remaining }: Erased): string {
  const done = `Erased: ${recordIDs.join(', ')}.`;
  if (!complete) return `${done} The rest of entity ${entityID} is large and is split within minutes.`;
  if (remaining.length === 0) return `${done} Entity ${entityID} had no other record and is gone.`;
  return `${done} ${remaining.length === 1 ? 'What remains is' : 'What remains fell apart into'} entity ${remaining.join(', ')}.`;
}
