import type { Store } from '../../../store/port.ts';
import { findSets } from '../../forest/find.ts';
import { separates } from '../../items/constraints.ts';
import {
  type DecisionKind,
  decisionKey,
  decisionsOfRecord,
  isDecisionEntry,
  readDecision,
  readDecisionOfRecord,
} from '../../items/decision.ts';
import { decidedRecords, decisionView, isCarriedOut, storedRecords } from './read-decisions.ts';
import type { Decided, DecisionRequest } from './types.ts';

/** Decisions of a record in which a repeated one is looked for. */
const LATEST = 20;

/**
 * The answer to a request that was stored before: its answer was lost, and the client sends it again. The decision stands,
 * is the same in every word, and either its effect holds or it is not carried out yet. Then the sweeper does that, and a
 * second decision would outlive the undoing of the first. Undefined if there is none.
 */
export async function repeatedDecision(
  store: Store,
  kind: DecisionKind,
  { a, b, user, verified = false, client, reason }: DecisionRequest,
): Promise<Decided | undefined> {
  const { items: listed } = await store.query(decisionsOfRecord(a), { limit: LATEST });
  const entries = listed.filter(isDecisionEntry);
  if (entries.length === 0) return undefined;
  const items = await store.getMany(entries.map((entry) => decisionKey(readDecisionOfRecord(entry).decision)));
  const same = items
    .flatMap((item) => (item === undefined ? [] : [readDecision(item)]))
    .find(
      (decision) =>
        decision.kind === kind &&
        decision.undone === undefined &&
        [decision.a, decision.b].sort().join('\t') === [a, b].sort().join('\t') &&
        decision.user === user &&
        decision.verified === verified &&
        decision.client === client &&
        decision.reason === reason,
    );
  if (same === undefined) return undefined;
  const complete = await isCarriedOut(store, same);
  if (complete && !(await holds(store, kind, same.id, [a, b]))) return undefined;
  return {
    decision: decisionView(same),
    triggered: false,
    complete,
    records: await decidedRecords(store, [same.a, same.b]),
  };
}

async function holds(store: Store, kind: DecisionKind, id: string, ids: readonly string[]): Promise<boolean> {
  const records = await storedRecords(store, ids);
  const found = await findSets(
    store,
    records.map(({ node }) => node),
  );
  const [x, y] = records.map(({ node }) => found.get(node)!);
  if (x === undefined || y === undefined) return false;
  if (kind === 'link') return x.root === y.root;
  const [mine, other] = [x, y].map(({ state }) => state.constraints.sides.find(({ reference }) => reference === id));
  return mine !== undefined && other !== undefined && separates(mine, other);
}
