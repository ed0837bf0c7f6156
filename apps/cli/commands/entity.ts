import { Command } from 'commander';
import type { FoundEntity } from '../../../src/graphql/queries/search.generated.ts';
import { own } from '../../../src/own.ts';
import type { ConnectionOptions } from '../client/connection.ts';
import { findEntity } from '../client/entities.ts';
import { selectRecord } from '../client/selection.ts';
import { terminalText } from '../terminal/terminal-text.ts';
import { addConnectionOptions, openSession } from './connection-options.ts';

/** Edges that are printed when not all are asked for. */
const SHOWN_EDGES = 20;

export interface EntityTextOptions {
  /** Whether to print all edges, not only the first twenty and how many there are. */
  readonly edges: boolean;
}

/** An entity for people to read. */
export function entityText(entity: FoundEntity, options: EntityTextOptions = { edges: false }): string {
  const { id, records, edges, duplicates = {}, hits, score, consistency, hitScore } = entity;
  const isHit = Object.keys(hits).length > 0;
  const figures = [
    ...(score === undefined ? [] : [`score ${figure(score)}`]),
    ...(consistency === undefined ? [] : [`consistency ${figure(consistency)}`]),
    ...(isHit ? [`hit score ${figure(hitScore)}`] : []),
  ];
  const lines = [[`entity ${id}`, count(records.length, 'record'), ...figures].join('  ')];
  for (const record of records) {
    const recordID = String(record['id']);
    const found = own(hits, recordID);
    lines.push(`  ${recordID}  ${fieldsText(record)}${found === undefined ? '' : `  ← ${found.join(', ')}`}`);
  }
  if (edges === undefined)
    lines.push('  too many edges to show; `explain` of the API shows why two records are together');
  else if (edges.length > 0) {
    const shown = options.edges ? edges : edges.slice(0, SHOWN_EDGES);
    const rest = edges.length - shown.length;
    lines.push(rest === 0 ? '  edges' : `  edges: ${SHOWN_EDGES} of ${edges.length.toLocaleString('en')}`);
    // A call takes only some 100,000 arguments, and 450 records may have more edges.
    for (const edge of shown) lines.push(`    ${edge}`);
    if (rest > 0) lines.push(`    and ${count(rest, 'more edge')}: --edges prints all`);
  }
  for (const [original, copies] of Object.entries(duplicates))
    lines.push(`  ${original} is repeated by ${copies.join(', ')}`);
  // A record's value must not steer the reader's terminal.
  return terminalText(lines);
}

export function count(number: number, thing: string): string {
  return `${number.toLocaleString('en')} ${thing}${number === 1 ? '' : 's'}`;
}

function fieldsText(record: Readonly<Record<string, unknown>>): string {
  return Object.entries(record)
    .filter(([name, value]) => name !== 'id' && value !== null && value !== undefined)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(' · ');
}

function figure(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}

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
