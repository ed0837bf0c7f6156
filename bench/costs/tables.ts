import { markdownTable } from '../markdown-table.ts';
import type { CountedOperation, Counts } from './measure.ts';

/** Unit prices in dollars, what is assumed beside them, and the limits of AWS and of the layout: `prices.json`. */
export interface Prices {
  readonly region: string;
  readonly asOf: string;
  readonly source: string;
  readonly dynamodb: {
    /** A million units on demand. */
    readonly writeMillion: number;
    readonly readMillion: number;
    /** A provisioned unit for an hour. */
    readonly writeUnitHour: number;
    readonly readUnitHour: number;
    readonly storageGBMonth: number;
    readonly pointInTimeRecoveryGBMonth: number;
  };
  readonly lambda: { readonly arm64GBSecond: number; readonly requestMillion: number };
  readonly httpApi: { readonly requestMillion: number };
  readonly logs: { readonly ingestedGB: number; readonly storedGBMonth: number };
  readonly cognito: { readonly tokenRequestThousand: number; readonly appClientMonth: number };
  readonly assumptions: {
    readonly dynamodbRoundMilliseconds: number;
    /** How much slower a core of Lambda is than one of the machine that was measured on. */
    readonly cpuFactor: number;
    /** Share of provisioned units that is used. */
    readonly provisionedUtilisation: number;
    readonly lambdaMemoryMB: number;
    readonly authorizerMemoryMB: number;
    /** Memory at which a function has one whole core. */
    readonly fullCoreMB: number;
    readonly accessLogLineBytes: number;
  };
  readonly limits: {
    /** A second, of one value of the partition key. */
    readonly partitionWriteUnits: number;
    readonly partitionReadUnits: number;
    /** A second, of a table. */
    readonly tableWriteUnits: number;
    readonly tableReadUnits: number;
    readonly newTableWriteUnits: number;
    readonly lambdaConcurrency: number;
    /** A second. */
    readonly gatewayRequests: number;
    readonly pendingShards: number;
    readonly journalShards: number;
    readonly counterShards: number;
  };
}

const MILLION = 1_000_000;
const GB = 1024 ** 3;
const HOUR = 3_600;

const dollars = (value: number): string => (value === 0 ? '0' : value.toFixed(2));
const number = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 1 });

/** Dollars for a million operations at DynamoDB, on demand. */
function onDemand({ dynamodb }: Prices, writeUnits: number, readUnits: number): number {
  return writeUnits * dynamodb.writeMillion + readUnits * dynamodb.readMillion;
}

/** The same with provisioned units that are used as much as assumed, all the time. */
function provisioned({ dynamodb, assumptions }: Prices, writeUnits: number, readUnits: number): number {
  const hours = MILLION / HOUR / assumptions.provisionedUtilisation;
  return (writeUnits * dynamodb.writeUnitHour + readUnits * dynamodb.readUnitHour) * hours;
}

/** Every counted operation with its price at DynamoDB. */
export function operationPrices({ operations }: Counts, prices: Prices): string {
  return markdownTable(
    [
      'a million of',
      'calls',
      'round trips',
      'write units',
      'read units',
      'on demand, $',
      'provisioned, $',
      'least of this layout, $',
    ],
    Object.entries(operations).map(([name, { calls, rounds, writeUnits, readUnits, floor }]) => [
      name,
      number(calls),
      number(rounds),
      number(writeUnits),
      number(readUnits),
      dollars(onDemand(prices, writeUnits, readUnits)),
      dollars(provisioned(prices, writeUnits, readUnits)),
      floor === undefined ? '' : dollars(onDemand(prices, floor, 0)),
    ]),
  );
}

/** The parts of a change of rules with their prices at DynamoDB. */
export const ruleChangePrices = ({ ruleChange }: Counts, prices: Prices): string => unitPrices(ruleChange, prices);

/** The parts of a scan of statistics with their prices at DynamoDB. */
export const statisticsPrices = ({ statistics }: Counts, prices: Prices): string => unitPrices(statistics, prices);

function unitPrices(parts: Counts['ruleChange'], prices: Prices): string {
  return markdownTable(
    ['each', 'write units', 'read units', 'a million, $'],
    Object.entries(parts).map(([name, { writeUnits, readUnits }]) => [
      name,
      number(writeUnits),
      number(readUnits),
      dollars(onDemand(prices, writeUnits, readUnits)),
    ]),
  );
}

interface Request {
  readonly name: string;
  readonly operation: CountedOperation;
  readonly cpu: number;
  readonly logBytes: number;
  /** Records of a request; what a request costs is shared among them. */
  readonly records: number;
  /** What the cheapest layout that does the same would write and read. */
  readonly floor: { readonly writeUnits: number; readonly readUnits: number };
}

function requestsOf({ operations, functions, people }: Counts): Request[] {
  const operation = (name: string) => {
    const found = operations[name];
    if (found === undefined) throw new Error(`"${name}" was not counted: run npm run costs -- --measure`);
    return found;
  };
  const { keys, publishedFloor } = people;
  // Every key is looked up once, without waiting for the last write; an entity is its record and its place.
  const submitFloor = { writeUnits: publishedFloor, readUnits: keys / 2 };
  return [
    {
      name: 'submit, one record a request',
      operation: operation("people's rules, submit: new, 6 blocking keys"),
      ...functions.submit,
      records: 1,
      floor: submitFloor,
    },
    {
      name: 'submit, 100 records a request, each',
      operation: operation("people's rules, submit: 100 new in one request, each"),
      ...functions.submitBatch,
      records: 100,
      floor: submitFloor,
    },
    {
      name: 'submit of what is stored',
      operation: operation('submit: the same again'),
      ...functions.submitAgain,
      records: 1,
      floor: { writeUnits: 0, readUnits: 0.5 },
    },
    {
      name: 'search',
      operation: operation("people's rules, search by name, birthday and postcode"),
      ...functions.search,
      records: 1,
      floor: { writeUnits: 0, readUnits: keys / 2 + 1 },
    },
    {
      name: 'entityByRecord',
      operation: operation('entityByRecord of one record'),
      ...functions.entityByRecord,
      records: 1,
      floor: { writeUnits: 0, readUnits: 1 },
    },
  ];
}

/** Milliseconds that Lambda bills for one request: waiting for DynamoDB, and CPU on a slice of a core. */
function billedMilliseconds({ assumptions }: Prices, rounds: number, cpu: number, memoryMB: number): number {
  const slice = Math.min(1, memoryMB / assumptions.fullCoreMB);
  return Math.ceil(rounds * assumptions.dynamodbRoundMilliseconds + (cpu * assumptions.cpuFactor) / slice);
}

const lambdaDollars = ({ lambda }: Prices, milliseconds: number, memoryMB: number): number =>
  lambda.requestMillion + ((MILLION * milliseconds) / 1_000) * (memoryMB / 1_024) * lambda.arm64GBSecond;

/** A million of each, with everything that a request uses. */
export function requestPrices(counts: Counts, prices: Prices): string {
  const { assumptions, logs, httpApi } = prices;
  return markdownTable(
    [
      'a million of',
      'CPU ms',
      'Lambda ms',
      'DynamoDB $',
      'Lambda $',
      'authorizer $',
      'gateway $',
      'logs $',
      'sum $',
      'floor $',
    ],
    requestsOf(counts).map(({ name, operation, cpu, logBytes, records, floor }) => {
      const milliseconds = billedMilliseconds(prices, operation.rounds, cpu, assumptions.lambdaMemoryMB);
      const authorizerMs = billedMilliseconds(
        prices,
        0,
        counts.functions.authorizer.cpu,
        assumptions.authorizerMemoryMB,
      );
      const dynamo = onDemand(prices, operation.writeUnits, operation.readUnits);
      const api = lambdaDollars(prices, milliseconds, assumptions.lambdaMemoryMB) / records;
      const authorizer = lambdaDollars(prices, authorizerMs, assumptions.authorizerMemoryMB) / records;
      const gateway = httpApi.requestMillion / records;
      const bytes = logBytes + assumptions.accessLogLineBytes;
      const logged = ((bytes * MILLION) / GB / records) * (logs.ingestedGB + logs.storedGBMonth);
      const least = onDemand(prices, floor.writeUnits, floor.readUnits) + httpApi.requestMillion / records;
      return [
        name,
        number(cpu),
        number(milliseconds),
        ...[dynamo, api, authorizer, gateway, logged].map(dollars),
        dollars(dynamo + api + authorizer + gateway + logged),
        dollars(least),
      ];
    }),
  );
}

/** What memory costs and gives. */
export function memoryPrices(counts: Counts, prices: Prices): string {
  const sizes = [512, 1_024, 1_769, 3_008];
  return markdownTable(
    ['', ...sizes.flatMap((size) => [`${number(size)} MB: ms`, '$'])],
    requestsOf(counts).map(({ name, operation, cpu, records }) => [
      name.replace(', each', ', all of them'),
      ...sizes.flatMap((size) => {
        const milliseconds = billedMilliseconds(prices, operation.rounds, cpu, size);
        const price = lambdaDollars(prices, milliseconds, size);
        return [number(milliseconds), records === 1 ? dollars(price) : number(price)];
      }),
    ]),
  );
}

/** Dollars a month for a million stored records. */
export function storagePrices({ people }: Counts, { dynamodb }: Prices): string {
  return markdownTable(
    ['a million stored records', 'bytes a record', 'GB', 'table, $ a month', 'point-in-time recovery, $ a month'],
    (
      [
        ["people's rules", people.storedBytes],
        ['floor', people.storedFloor],
      ] as const
    ).map(([name, bytes]) => {
      const gigabytes = (bytes * MILLION) / GB;
      return [
        name,
        number(bytes),
        number(gigabytes),
        dollars(gigabytes * dynamodb.storageGBMonth),
        dollars(gigabytes * dynamodb.pointInTimeRecoveryGBMonth),
      ];
    }),
  );
}

/** The rates at which each limit bites. */
export function limitRates(counts: Counts, { assumptions, limits, ...rest }: Prices): string {
  const prices = { assumptions, limits, ...rest };
  const [single, batch] = requestsOf(counts) as [Request, Request];
  const milliseconds = (request: Request) =>
    billedMilliseconds(prices, request.operation.rounds, request.cpu, assumptions.lambdaMemoryMB);
  // Added to a pending-operations shard and completed; of a batch an item, put, and deleted in the transaction that counts.
  const onShard = 2;
  const journal = 3 * Math.ceil((batch.records * 30) / 1_024);
  const counter = 2;
  const rows: [string, number, number][] = [
    [
      `a new table, until it has grown (${number(limits.newTableWriteUnits)} write units a second)`,
      limits.newTableWriteUnits / single.operation.writeUnits,
      limits.newTableWriteUnits / batch.operation.writeUnits,
    ],
    [
      `a table's quota (${number(limits.tableWriteUnits)} write units a second, can be raised)`,
      limits.tableWriteUnits / single.operation.writeUnits,
      limits.tableWriteUnits / batch.operation.writeUnits,
    ],
    [
      `the ${limits.pendingShards} pending-operations shards, or the journal's ${limits.journalShards} partitions for batches`,
      (limits.partitionWriteUnits * limits.pendingShards) / onShard,
      (limits.partitionWriteUnits * limits.journalShards * batch.records) / journal,
    ],
    [
      `the counter's ${limits.counterShards} items, for batches`,
      Number.NaN,
      (limits.partitionWriteUnits * limits.counterShards * batch.records) / counter,
    ],
    [
      `requests of the gateway (${number(limits.gatewayRequests)} a second for all APIs of an account, can be raised)`,
      limits.gatewayRequests,
      limits.gatewayRequests * batch.records,
    ],
    [
      `functions at once (${number(limits.lambdaConcurrency)} for an account, can be raised)`,
      (limits.lambdaConcurrency * 1_000) / milliseconds(single),
      (limits.lambdaConcurrency * 1_000 * batch.records) / milliseconds(batch),
    ],
  ];
  return markdownTable(
    ['limit', 'records/s, one a request', 'records/s, 100 a request'],
    rows.map(([name, ...rates]) => [
      name,
      ...rates.map((rate) => (Number.isNaN(rate) ? '' : number(Math.round(rate)))),
    ]),
  );
}
