import { present } from '../../assert.ts';
import type { Context } from '../context.ts';
import { changerOf, creatorOf, type StoredRecord } from '../items/record.ts';
import type { SubmitOutcome } from '../observer.ts';
import { ComputedEntityView } from '../read/entity-view.ts';
import { readTrees } from '../read/read-entities.ts';

export interface SubmittedRecord {
  readonly id: string;
  readonly entityID: string;
  readonly outcome: SubmitOutcome;
}

/** Entity ids by record id. */
export type EntityIDs = ReadonlyMap<string, string>;

/** What a submit tells of each of its records. */
export async function answerOf(
  context: Context,
  recordIDs: readonly string[],
  entities: EntityIDs,
  log: SubmitLog,
): Promise<SubmittedRecord[]> {
  const fresh = [...new Set(recordIDs)].filter((id) => log.outcomeOf(id) !== undefined);
  const duplicates = await duplicatesAmong(context, fresh, entities);
  const answered = new Set<string>();
  return recordIDs.map((id): SubmittedRecord => {
    // A record that the request repeats changed nothing the second time.
    const outcome = answered.has(id) ? undefined : log.outcomeOf(id);
    answered.add(id);
    const entityID = present(entities.get(id), 'a submit knows the entity of each of its records');
    if (outcome === undefined) return { id, entityID, outcome: 'UNCHANGED' };
    return { id, entityID, outcome: duplicates.has(id) ? 'DUPLICATE' : outcome };
  });
}

/** What all attempts of one submit stored; kept when an attempt ends without knowing whether its writes were made. */
export class SubmitLog {
  private readonly outcomes = new Map<string, SubmitOutcome>();
  /** Operations that may have stored something. */
  private readonly operations = new Set<string>();

  outcomeOf(recordID: string): SubmitOutcome | undefined {
    return this.outcomes.get(recordID);
  }

  begin(operation: string): void {
    this.operations.add(operation);
  }

  created(recordIDs: readonly string[]): void {
    for (const id of recordIDs) this.outcomes.set(id, 'CREATED');
  }

  updated(recordID: string): void {
    if (!this.outcomes.has(recordID)) this.outcomes.set(recordID, 'UPDATED');
  }

  /** Recognises records that an earlier attempt stored or changed without learning of it. */
  recognise(stored: readonly StoredRecord[]): void {
    for (const { id, recordVersion } of stored) {
      if (this.operations.has(creatorOf(recordVersion))) this.created([id]);
      const changer = changerOf(recordVersion);
      if (changer !== undefined && this.operations.has(changer)) this.updated(id);
    }
  }
}

/**
 * In a larger entity, no duplicates are looked for: the cost of a submit must not grow with the entity. One call reads
 * this many records.
 */
const JUDGED_RECORDS = 100;

/** The records that are duplicates of another record of their entity. Costs nothing if no rule makes duplicates. */
async function duplicatesAmong(
  { store, rules }: Context,
  ids: readonly string[],
  entities: ReadonlyMap<string, string>,
): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  if (!rules.hasDuplicates || ids.length === 0) return found;
  const trees = await readTrees(
    store,
    new Set(ids.map((id) => present(entities.get(id), 'a submit knows the entity of each of its records'))),
    JUDGED_RECORDS,
  );
  for (const [id, tree] of trees) {
    if (tree.records.length === 1) continue;
    const view = new ComputedEntityView(id, tree.records, rules.inForce ?? rules);
    await view.prepare('duplicates');
    for (const duplicates of Object.values(view.duplicates())) for (const duplicate of duplicates) found.add(duplicate);
  }
  return found;
}
