import { Command } from 'commander';
import type { ConnectionOptions } from '../client/connection.ts';
import { findEntity } from '../client/entities.ts';
import { selectRecord } from '../client/selection.ts';
import { addConnectionOptions, openSession } from './connection-options.ts';
import { entityText } from './entity-text.ts';

interface EntityCommandOptions extends ConnectionOptions {
  readonly record: boolean;
  readonly fields?: string;
  readonly edges: boolean;
  readonly json: boolean;
}

export function entityCommand(): Command {
  return addConnectionOptions(
    new Command('entity')
      .description('Show an entity, by its id or by the id of one of its records.')
      .argument('<id>')
      .option('--record', 'the id is that of a record', false)
      .option('--fields <selection>', 'the fields of a record to show, as in GraphQL: "id name address { city }"')
      .option('--edges', 'print all edges, not only the first twenty and how many there are', false)
      .option('--json', 'print JSON, always with all edges', false),
  )
    .addHelpText('after', '\nExit codes: 0 found, 3 there is none, 1 the query failed.')
    .action(async (id: string, options: EntityCommandOptions) => {
      const client = (await openSession(options)).client();
      const selection = options.fields === undefined ? await selectRecord(client) : `{ ${options.fields} }`;
      const entity = await findEntity(client, selection, options.record ? 'entityByRecord' : 'entity', id);
      if (entity === undefined) {
        const text = JSON.stringify(id);
        const missing = options.record ? `record ${text}.` : `entity ${text}. For the id of a record, add --record.`;
        process.stderr.write(`There is no ${missing}\n`);
        process.exitCode = 3;
      } else process.stdout.write(options.json ? `${JSON.stringify(entity, null, 2)}\n` : entityText(entity, options));
    });
}
