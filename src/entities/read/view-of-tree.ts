import type { CompiledRuleConfig } from '../../rules/types.ts';
import type { Store } from '../../store/port.ts';
import { connectionBans } from './connection-bans.ts';
import { ComputedEntityView, type EntityContext } from './entity-view.ts';
import type { EntityTree } from './read-entities.ts';

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
