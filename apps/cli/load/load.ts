import { EntityDataError } from '../../../src/errors.ts';
import { submitMutation } from '../../../src/graphql/queries/records.generated.ts';
import type { AnswerOf } from '../../../src/graphql/queries.ts';
import type { RecordPayload } from '../../../src/rules/types.ts';
import { CallerRefusedError } from '../client/errors.ts';
import type { GraphqlClient, GraphqlError } from '../client/graphql-client.ts';
import type { SourceRecord } from '../files/source-record.ts';
import type { RefusedRecord } from './errors-file.ts';
import type { LoadState } from './state-file.ts';

/** Why a record cannot be stored. */
interface Refusal {
  /** Position among the given records. */
  readonly index: number;
  readonly code: string;
  readonly message: string;
}

/** Stores all valid records and returns a refusal for each of the others. */
export type Submit = (records: readonly RecordPayload[]) => Promise<readonly Refusal[]>;

/** What became of a stored record. */
export type StoredOutcome = AnswerOf<typeof submitMutation>['submit']['records'][number]['outcome'];

/**
 * Submits records in one request, of which the API stores all or none. If the API names the records that it refuses,
 * the others are sent again without them. If not, the records are halved until each refused one is alone.
 *
 * @param onStored is told what became of each stored record
 */
export function createSubmit(
  client: GraphqlClient,
  onStored: (outcomes: readonly StoredOutcome[]) => void = () => {},
): Submit {
  return (records) =>
    submitPart(
      { client, onStored },
      records.map((record, index) => ({ record, index })),
    );
}

interface IndexedRecord {
  readonly record: RecordPayload;
  readonly index: number;
}

interface Submitting {
  readonly client: GraphqlClient;
  readonly onStored: (outcomes: readonly StoredOutcome[]) => void;
}

async function submitPart(submitting: Submitting, part: readonly IndexedRecord[]): Promise<readonly Refusal[]> {
  if (part.length === 0) return [];
  const { client, onStored } = submitting;
  const answer = await client.execute(submitMutation, { input: { records: part.map(({ record }) => record) } });
  const errors = answer.tooLarge ? [tooLarge] : (answer.errors ?? []);
  const [first] = errors;
  if (first === undefined) {
    onStored((answer.data?.submit.records ?? []).map(({ outcome }) => outcome));
    return [];
  }
  demandPermission(errors);
  const byPosition = errorsByPosition(errors, part.length);
  if (byPosition.size > 0) {
    const refusals = Array.from(byPosition, ([position, error]) => refusalOf(part[position]!, error));
    const others = part.filter((_, position) => !byPosition.has(position));
    return [...refusals, ...(await submitPart(submitting, others))];
  }
  if (part.length === 1) return [refusalOf(part[0]!, first)];
  const middle = part.length >> 1;
  const ofFirstHalf = await submitPart(submitting, part.slice(0, middle));
  return [...ofFirstHalf, ...(await submitPart(submitting, part.slice(middle)))];
}

function refusalOf({ index }: IndexedRecord, { extensions, message }: GraphqlError): Refusal {
  return { index, code: extensions?.code ?? 'REFUSED', message };
}

const tooLarge: GraphqlError = {
  message: 'the record is larger than the service accepts',
  extensions: { code: 'REQUEST_TOO_LARGE' },
};

/** Throws a CallerRefusedError if the API denies this client the mutation, whatever the records are. */
function demandPermission(errors: readonly GraphqlError[]): void {
  const denied = errors.find(({ extensions }) => extensions?.code === 'FORBIDDEN');
  if (denied === undefined) return;
  throw new CallerRefusedError(denied.message, {
    hint: denied.extensions?.hint ?? "See that the client's allowed scopes hold the one named.",
  });
}

/** The first error of each record that the errors name, by its position among `count` records. */
function errorsByPosition(errors: readonly GraphqlError[], count: number): ReadonlyMap<number, GraphqlError> {
  const byPosition = new Map<number, GraphqlError>();
  for (const error of errors) {
    const position = recordPosition(error);
    if (position !== undefined && position < count && !byPosition.has(position)) byPosition.set(position, error);
  }
  return byPosition;
}

/** The position of the record that an error is about, from its path or from the path quoted in its message. */
function recordPosition({ path, message }: GraphqlError): number | undefined {
  if (path !== undefined) {
    const at = path.indexOf('records');
    const position = path[at + 1];
    if (at !== -1 && typeof position === 'number') return position;
  }
  const quoted = /\brecords\[(\d+)\]/.exec(message)?.[1];
  return quoted === undefined ? undefined : Number(quoted);
}

export interface LoadOptions {
  /** The records after the position of `from`, in the order of their file. */
  readonly source: AsyncIterable<SourceRecord>;
  readonly submit: Submit;
  /** Records per request. */
  readonly batchSize: number;
  /** Concurrent requests. */
  readonly concurrency: number;
  /** Where this load starts. */
  readonly from: LoadState;
  /** Resolves when the reasons of these refusals are written. */
  readonly refuse: (refused: readonly RefusedRecord[]) => Promise<void>;
  /** Called whenever the position advances: everything before it is stored or refused. */
  readonly onProgress?: (state: LoadState) => void;
  /** Stops the load after the current requests when aborted. */
  readonly signal?: AbortSignal;
  /** Stops the load after this many refusals in a row, since the cause is then not in the records. 0 never stops it. */
  readonly refusedInARow?: number;
}

/** All records were refused: the file, the mapping or the service is wrong. */
export class EverythingRefusedError extends EntityDataError {
  readonly code = 'EVERYTHING_REFUSED';
}

interface Batch {
  readonly records: readonly SourceRecord[];
  readonly end: LoadState;
  settled: boolean;
  refused: number;
}

/**
 * Submits the records of a file in batches, several at once; batch size and concurrency limit the memory. Batches
 * finish in any order, but the position only moves past finished ones without gaps. Resuming therefore loses nothing,
 * and records that are sent twice are stored once.
 *
 * @returns the state at the end of the file, or where an abort stopped the load
 */
export async function load(options: LoadOptions): Promise<LoadState> {
  const { submit, refuse, onProgress, signal, refusedInARow = 0 } = options;
  const underWay: Batch[] = [];
  let state = options.from;
  let inARow = 0;
  let failure: unknown;
  const batches = inBatches(options.source, options.batchSize, options.from);

  async function work(): Promise<void> {
    while (failure === undefined && !signal?.aborted) {
      const { value: batch } = await batches.next();
      if (batch === undefined) return;
      underWay.push(batch);
      await settle(batch);
    }
  }

  async function settle(batch: Batch): Promise<void> {
    const sendable: { record: RecordPayload; line: number }[] = [];
    const refused: RefusedRecord[] = [];
    for (const entry of batch.records) {
      if ('problem' in entry) {
        refused.push({ line: entry.line, code: 'UNREADABLE', reason: entry.problem, record: entry.text });
      } else if (entry.record['id'] === undefined || entry.record['id'] === '') {
        refused.push({
          line: entry.line,
          code: 'RECORD_ID_MISSING',
          reason: 'the record has no id',
          record: entry.record,
        });
      } else {
        sendable.push({ record: entry.record, line: entry.line });
      }
    }
    for (const { index, code, message } of await submit(sendable.map(({ record }) => record))) {
      const { record, line } = sendable[index]!;
      refused.push({ line, code, reason: message, record });
    }
    if (refused.length > 0) await refuse(refused.sort((a, b) => a.line - b.line));
    batch.refused = refused.length;
    batch.settled = true;
    advance();
    inARow = refused.length === batch.records.length ? inARow + refused.length : 0;
    if (refusedInARow > 0 && inARow >= refusedInARow) {
      throw new EverythingRefusedError(
        `${inARow} records in a row were refused, the last because: ${refused.at(-1)?.reason}`,
        {
          hint: 'See the errors file; check the column mapping and the schema of the service, or continue with --keep-going.',
        },
      );
    }
  }

  function advance(): void {
    let moved = false;
    while (underWay[0]?.settled) {
      const { records, refused, end } = underWay.shift() as Batch;
      state = {
        offset: end.offset,
        line: end.line,
        loaded: state.loaded + records.length - refused,
        refused: state.refused + refused,
      };
      moved = true;
    }
    if (moved) onProgress?.(state);
  }

  const workers = Array.from({ length: options.concurrency }, async () => {
    try {
      await work();
    } catch (error) {
      // An abort ends pauses between attempts; an unsent batch is not a failure.
      if (signal?.aborted && (error as Error).name === 'AbortError') return;
      // The other workers finish what they have sent; the first failure is thrown.
      failure ??= error;
    }
  });
  await Promise.all(workers);
  await batches.return(undefined);
  if (failure !== undefined) throw failure;
  return state;
}

async function* inBatches(
  source: AsyncIterable<SourceRecord>,
  size: number,
  from: LoadState,
): AsyncGenerator<Batch, undefined, undefined> {
  let records: SourceRecord[] = [];
  const batch = (): Batch => {
    const last = records.at(-1);
    const end = { ...from, offset: last?.end ?? from.offset, line: last?.nextLine ?? from.line };
    const taken = records;
    records = [];
    return { records: taken, end, settled: false, refused: 0 };
  };
  try {
    for await (const record of source) {
      records.push(record);
      if (records.length >= size) yield batch();
    }
  } finally {
    // Also when reading fails: the records read before are loaded.
    if (records.length > 0) yield batch();
  }
  return undefined;
}
