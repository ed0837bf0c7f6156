import type { CompiledRuleConfig, RecordPayload } from '../matching/compiled.ts';
import { queryAll, type Store, type Write } from '../store/port.ts';
import { Candidates } from './candidates.ts';
import { Deadline, REDO_AGE } from './deadline.ts';
import { isOlderThan, type JournalEntry, journalPartitions, readJournalEntry } from './journal.ts';
import { memberItem, readRecord, recordKey } from './layout.ts';
import { anchorsAfter, linkClusters, type PlacedRecord, publicationOf } from './link.ts';
import type { SubmitDependencies } from './submit.ts';
import type { PreparedRecord } from './validate.ts';

/** Finishes the operations that began longer than the redo age ago. Two sweepers at once do no harm. */
export async function sweep(dependencies: SubmitDependencies): Promise<number> {
  let finished = 0;
  for await (const entry of unfinishedWork(dependencies.store, dependencies.now() - REDO_AGE)) {
    await finish(dependencies, entry);
    finished += 1;
  }
  return finished;
}

/** Journal entries of operations that began before the moment, oldest first within each partition. */
export async function* unfinishedWork(store: Store, before: number): AsyncGenerator<JournalEntry, void, undefined> {
  for (const partition of journalPartitions) {
    for await (const item of queryAll(store, partition)) {
      if (!isOlderThan(item, before)) break;
      yield readJournalEntry(item);
    }
  }
}

/** Redoes a submit from its first write on for the records that it stored and that nobody took over since. */
async function finish({ store, rules, now }: SubmitDependencies, entry: JournalEntry): Promise<void> {
  const deadline = new Deadline(now);
  const items = await store.getMany(entry.recordIDs.map(recordKey));
  const placed: PlacedRecord[] = [];
  for (const item of items) {
    const stored = item === undefined ? undefined : readRecord(item);
    if (stored?.operation !== entry.operation) continue;
    placed.push({
      record: prepareStored(JSON.parse(stored.document) as RecordPayload, stored, rules),
      fragment: stored.fragment,
      incarnation: stored.incarnation,
    });
  }
  const clusters = placed.map((record) => ({ placed: [record], fragments: new Set<string>() }));
  const publication = publicationOf(clusters, new Map());
  deadline.check();
  await store.write(placed.map(({ record, fragment }): Write => ({ put: memberItem(fragment, record.id) })));
  const outcomes = await store.write([...publication.claims, ...publication.postings]);
  const anchors = anchorsAfter(new Map(), publication, outcomes);
  await linkClusters(store, clusters, anchors, new Candidates(store, rules), deadline);
  await store.write([{ delete: entry.key }]);
  await store.durable();
}

function prepareStored(
  payload: RecordPayload,
  { id, document, digest }: { id: string; document: string; digest: string },
  rules: CompiledRuleConfig,
): PreparedRecord {
  const values = rules.resolve(payload);
  return { index: 0, id, payload, document, digest, values, keys: rules.indexKeys(values) };
}
