import type { HotEntitiesCost, HotEntitiesResult } from './hot-entities.ts';
import type { LargeEntityCost, LargeEntityResult } from './large-entities.ts';
import type { OperationCost } from './operations.ts';

/** What the store's part of the bench found; what needs an emulator is missing where there is none. */
export interface StoreBench {
  readonly operations: readonly OperationCost[] | undefined;
  readonly hot: HotEntitiesResult;
  readonly hotCost: HotEntitiesCost | undefined;
  readonly large: readonly LargeEntityResult[];
  readonly largeCosts: readonly LargeEntityCost[] | undefined;
}

const number = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 1 });
const milliseconds = (value: number): string => value.toFixed(1);

function operationsTable(operations: readonly OperationCost[]): string {
  return [
    '| at DynamoDB | calls | round trips | write units | least of this layout | read units |',
    '|---|--:|--:|--:|--:|--:|',
    ...operations.map(({ name, calls, rounds, writeUnits, floor, readUnits }) =>
      [
        `| ${name}`,
        number(calls),
        number(rounds),
        number(writeUnits),
        floor === undefined ? '' : number(floor),
        `${number(readUnits)} |`,
      ].join(' | '),
    ),
  ].join('\n');
}

/** The tables of the store, as Markdown. */
export function storeTables({ operations, hot, hotCost, large, largeCosts }: StoreBench): string {
  const counted = new Map(largeCosts?.map((cost) => [cost.records, cost]));
  return [
    ...(operations === undefined
      ? ['The calls to DynamoDB were not counted: there is no emulator for this platform.']
      : [
          'What each operation asks of DynamoDB, counted at an emulator that answers the consumed capacity as AWS bills it.',
          '*Round trips* are calls that wait for one another. The *least of this layout* is the record, its member item, its',
          'keys, a reservation, a journal entry put and deleted, and one transaction for a merge.',
          '',
          operationsTable(operations),
        ]),
    '',
    `${hot.writers} writers that submit into the same ${hot.entities} entities, one record a call, each on disk (embedded engine): ` +
      `${number(Math.round(hot.rate))} records/s.${hotCost === undefined ? '' : ` At DynamoDB each takes ${number(hotCost.calls)} calls, ${number(hotCost.writeUnits)} write and ${number(hotCost.readUnits)} read units, as without the others.`}`,
    '',
    '| one entity of so many records | add one: p50 / p95 ms | calls, write units | read all: p50 / p95 ms | calls, read units |',
    '|--:|--:|--:|--:|--:|',
    ...large.map(({ records, add, read }) => {
      const cost = counted.get(records);
      return [
        `| ${number(records)}`,
        `${milliseconds(add.p50)} / ${milliseconds(add.p95)}`,
        cost === undefined ? 'not counted' : `${cost.add.calls}, ${number(cost.add.writeUnits)}`,
        `${milliseconds(read.p50)} / ${milliseconds(read.p95)}`,
        `${cost === undefined ? 'not counted' : `${cost.read.calls}, ${number(cost.read.readUnits)}`} |`,
      ].join(' | ');
    }),
  ].join('\n');
}
