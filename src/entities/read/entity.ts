import type { CompiledRuleConfig } from '../../rules/types.ts';
import type { Store } from '../../store/port.ts';
import { isID } from '../items/ids.ts';
import { readRecord, recordKey } from '../items/record.ts';
import { recordIdProblem } from '../validate.ts';
import { connectionBans } from './connection-bans.ts';
import { ComputedEntityView, type EntityContext } from './entity-view.ts';
import { type EntityTree, MOST_READS, readTrees } from './read-entities.ts';
import type { EntityView } from './types.ts';

/** What reading an entity needs. */
interface Reading {
  readonly store: Store;
  readonly rules: CompiledRuleConfig;
}

/** The entity of this id, or that it was united with; undefined for an id that no entity has. */
export const entity = async (reading: Reading, id: string): Promise<EntityView | undefined> =>
  isID(id) ? entityOfNode(reading, id) : undefined;

/** The entity that a record belongs to; undefined if it is not stored. */
export async function entityByRecord(reading: Reading, recordID: string): Promise<EntityView | undefined> {
  if (recordID === '' || recordIdProblem(recordID) !== undefined) return undefined;
  let view: EntityView | undefined;
  // The entity may be split between the read of the record and the read of the entity.
  for (let read = 0; read < MOST_READS; read++) {
    const [item] = await reading.store.getMany([recordKey(recordID)]);
    if (item === undefined) return undefined;
    view = await entityOfNode(reading, readRecord(item).node);
    if (view?.records.some((record) => record['id'] === recordID)) return view;
  }
  return view;
}

async function entityOfNode({ store, rules }: Reading, node: string): Promise<EntityView | undefined> {
  const [found] = await readTrees(store, [node]);
  return found && viewOfTree(store, rules, ...found);
}

/** The view of an entity as it was read; its connection bans are read on demand. */
export function viewOfTree(
  store: Store,
  rules: CompiledRuleConfig,
  id: string,
  { records, aliases, standing }: EntityTree,
  context: Pick<EntityContext, 'hits' | 'values'> = {},
): ComputedEntityView {
  return new ComputedEntityView(id, records, rules, {
    ...context,
    aliases,
    bans: () => connectionBans(store, standing),
  });
}
