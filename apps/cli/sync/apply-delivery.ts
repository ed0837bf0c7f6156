import { eraseMutation } from '../../../src/graphql/queries/records.generated.ts';
import { repeated } from '../../../src/graphql/queries.ts';
import { dataOf, isTooMuch } from '../client/entities.ts';
import type { GraphqlClient } from '../client/graphql-client.ts';
import type { RecordSource } from '../files/source-file.ts';
import { fileStart, type SourceRecord } from '../files/source-record.ts';
import type { RefusedRecord } from '../load/errors-file.ts';
import { createSubmit, load } from '../load/load.ts';
import type { LoadState } from '../load/state-file.ts';
import { digestOf, type KnownRecords } from './known-records.ts';

export interface SendingOptions {
  readonly client: GraphqlClient;
  readonly known: KnownRecords;
  readonly batchSize: number;
  readonly concurrency: number;
  readonly refusedInARow: number;
  readonly refuse: (refused: readonly RefusedRecord[]) => Promise<void>;
  readonly onProgress: (state: LoadState) => void;
  readonly signal: AbortSignal;
}

/** Sends the records that are not stored as they are. Returns the state at the end, or where an abort stopped it. */
export function sendChanges(source: RecordSource, options: SendingOptions): Promise<LoadState> {
  const { client, known } = options;
  const submit = createSubmit(client);
  return load({
    ...options,
    source: changesOf(source, known),
    async submit(records) {
      const refusals = await submit(records);
      const refused = new Set(refusals.map(({ index }) => index));
      await known.noteStored(records.filter((_, index) => !refused.has(index)));
      return refusals;
    },
    from: { ...fileStart, loaded: 0, refused: 0 },
  });
}

async function* changesOf(source: RecordSource, { digests }: KnownRecords): AsyncGenerator<SourceRecord> {
  for await (const entry of source.read(fileStart)) {
    if ('problem' in entry || digests.get(entry.record['id'] as string) !== digestOf(entry.record)) yield entry;
  }
}

/** Records that a request erases, unless the deployment allows fewer. */
const AT_ONCE = 20;

/**
 * Erases records, several in a request. What is gone already is passed over.
 *
 * @returns false if an abort ended it before the last one
 */
export async function eraseGone(
  ids: readonly string[],
  { client, known, concurrency, signal }: Pick<SendingOptions, 'client' | 'known' | 'concurrency' | 'signal'>,
  meta: { readonly user: string; readonly reason: string },
): Promise<boolean> {
  let next = 0;
  let failure: unknown;
  const work = async () => {
    while (next < ids.length && failure === undefined && !signal.aborted) {
      const chunk = ids.slice(next, next + AT_ONCE);
      next += AT_ONCE;
      await eraseTogether(client, chunk, meta);
      await known.noteGone(chunk);
    }
  };
  await Promise.all(
    Array.from({ length: concurrency }, () =>
      work().catch((error: unknown) => {
        if (!(signal.aborted && (error as Error).name === 'AbortError')) failure ??= error;
      }),
    ),
  );
  if (failure !== undefined) throw failure;
  return !signal.aborted;
}

async function eraseTogether(
  client: GraphqlClient,
  ids: readonly string[],
  meta: { readonly user: string; readonly reason: string },
): Promise<void> {
  const [query, variables] = repeated(
    eraseMutation,
    ids.map((id) => ({ input: { recordIDs: [id], meta } })),
  );
  const answer = await client.execute(query, variables);
  if (isTooMuch(answer) && ids.length > 1) {
    const middle = ids.length >> 1;
    await eraseTogether(client, ids.slice(0, middle), meta);
    await eraseTogether(client, ids.slice(middle), meta);
  } else dataOf(answer);
}
