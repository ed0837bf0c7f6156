import type { Check, Clause, Delete, Item, Key, Put, Store, Update } from '../../store/port.ts';
import { idTime, isID } from './ids.ts';
import { TAB, unchangedText } from './texts.ts';

/**
 * A decision of a person about two records. It is written in the transaction that opens the decision's journal entry,
 * so that a decision that is not carried out yet has an entry. Every later write that carries the decision out checks
 * that it stands, so that nothing of it happens after it was taken back.
 *
 * | item            | pk     | sk                   | attributes |
 * |-----------------|--------|----------------------|------------|
 * | decision        | `H#`   | the id, newest first | `k` kind, `a` and `b` records, absent once erased, `u` user, `v` if a token named it, `c` client, `w` reason, absent once a record is erased, `e` links that the decision removed, `o` operation that carries it out or takes it back, `z` when it was taken back, `y` by which user, `q` if a token named it, `x` by which client |
 * | record's entry  | `I#id` | the id, newest first | `o` operation that stored the record first |
 */
const DECISIONS = 'H#';

/** The partition of all decisions, newest first. */
export const decisionPartition: string = DECISIONS;
/** Before the partition key of all that names a record: its decisions, its history and its pairs to review. */
export const DECISIONS_OF_RECORD = 'I#';
/** The partition of the decisions that name a record, newest first. */
export const decisionsOfRecord = (recordID: string): string => DECISIONS_OF_RECORD + recordID;
/** True for an entry of a decision: history and pairs to review come behind them. */
export const isDecisionEntry = ({ sk }: Pick<Key, 'sk'>): boolean => sk < 'a';

export type DecisionKind = 'link' | 'separate';

/** A pair of records whose link was removed. */
export interface RemovedPair {
  readonly a: string;
  readonly b: string;
}

export interface StoredDecision {
  readonly id: string;
  readonly kind: DecisionKind;
  /** Ids of the two records, undefined once erased. */
  readonly a: string | undefined;
  readonly b: string | undefined;
  readonly user: string;
  /** True if the token named the user; otherwise the request said it. */
  readonly verified: boolean;
  /** The client id of the token that the request came with; empty where there is none. */
  readonly client: string;
  /** Undefined once one of the records is erased. */
  readonly reason: string | undefined;
  /** The links that the decision removed. Erased records are left out. */
  readonly removedLinks: readonly RemovedPair[];
  /** The operation that carries the decision out, or takes it back: its journal entry is open until that is done. */
  readonly operation: string;
  /** Undefined while the decision stands. */
  readonly undone: UndoneDecision | undefined;
}

/** When and by whom a decision was taken back. */
export interface UndoneDecision {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly user: string;
  readonly verified: boolean;
  readonly client: string;
}

const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Reverses the order of ids: partitions are read in ascending order, and the newest decision comes first. */
export const reversedID = (id: string): string =>
  [...id].map((digit) => DIGITS[DIGITS.length - 1 - DIGITS.indexOf(digit)]).join('');

export const decisionKey = (id: string): Key => ({ pk: DECISIONS, sk: reversedID(id) });
/** The id of a decision by the sort key of one of its items. */
const decisionOfItem = ({ sk }: Pick<Key, 'sk'>): string => reversedID(sk);
/** Where a list goes on after a decision. */
export const afterDecision = (id: string): string => reversedID(id);

/** Milliseconds since 1970 at which a decision was made. */
export const decidedAt = (id: string): number => idTime(id);

const pairText = (pairs: readonly RemovedPair[]): string =>
  [...new Set(pairs.map(({ a, b }) => [a, b].sort().join(TAB)))].sort().join('\n');

const readPairs = (text: string | undefined): RemovedPair[] =>
  text === undefined
    ? []
    : text.split('\n').map((line) => {
        const [a, b] = line.split(TAB) as [string, string];
        return { a, b };
      });

export const decisionWrite = (
  decision: Pick<StoredDecision, 'id' | 'kind' | 'user' | 'client' | 'operation'> &
    Required<RemovedPair> & { readonly reason: string; readonly verified?: boolean | undefined },
): Put => ({
  put: {
    ...decisionKey(decision.id),
    k: decision.kind,
    a: decision.a,
    b: decision.b,
    u: decision.user,
    ...(decision.verified === true ? { v: 1 } : {}),
    c: decision.client,
    w: decision.reason,
    o: decision.operation,
  },
});

export function readDecision(item: Item): StoredDecision {
  const text = (name: string) => item[name] as string | undefined;
  const at = item['z'] as number | undefined;
  return {
    id: decisionOfItem(item),
    kind: text('k') as DecisionKind,
    a: text('a'),
    b: text('b'),
    user: text('u') ?? '',
    verified: item['v'] !== undefined,
    client: text('c') ?? '',
    reason: text('w'),
    removedLinks: readPairs(text('e')),
    operation: text('o') ?? '',
    undone:
      at === undefined
        ? undefined
        : { at, user: text('y') ?? '', verified: item['q'] !== undefined, client: text('x') ?? '' },
  };
}

/** Undefined if there is none. */
export async function findDecision(store: Store, id: string): Promise<StoredDecision | undefined> {
  if (!isID(id)) return undefined;
  const [item] = await store.getMany([decisionKey(id)]);
  return item === undefined ? undefined : readDecision(item);
}

const STANDS: Clause = { attribute: 'z', absent: true };
const hasPairs = ({ removedLinks }: StoredDecision): Clause => unchangedText('e', pairText(removedLinks));

/** Refuses a transaction once the decision is taken back. */
export const decisionStands = (id: string): Check => ({
  check: decisionKey(id),
  if: [{ item: 'present' }, STANDS],
});

/** Notes a link that the decision removes; refused if the decision changed since it was read, or was taken back. */
export const removedLinkOfDecision = (decision: StoredDecision, pair: RemovedPair): Update => ({
  update: decisionKey(decision.id),
  set: { e: pairText([...decision.removedLinks, pair]) },
  if: [{ item: 'present' }, STANDS, hasPairs(decision)],
});

/** How a decision is taken back: when, in milliseconds since 1970, by which user, client and operation. */
interface Undoing {
  readonly at: number;
  readonly user: string;
  /** True if the token names the user. */
  readonly verified?: boolean;
  readonly client: string;
  readonly operation: string;
}

/** Takes a decision back; refused if it is taken back already. */
export const undoWrite = (id: string, { at, user, verified, client, operation }: Undoing): Update => ({
  update: decisionKey(id),
  set: { z: at, y: user, x: client, o: operation, ...(verified === true ? { q: 1 } : {}) },
  if: [{ item: 'present' }, STANDS],
});

/** Removes an erased record, and the reason if the decision is about it; refused if the decision changed meanwhile. */
export function forgetInDecision(decision: StoredDecision, recordID: string): Update {
  const isAbout = decision.a === recordID || decision.b === recordID;
  const before = pairText(decision.removedLinks);
  const after = pairText(decision.removedLinks.filter(({ a, b }) => a !== recordID && b !== recordID));
  const gone = [
    ...(decision.a === recordID ? ['a'] : []),
    ...(decision.b === recordID ? ['b'] : []),
    ...(isAbout ? ['w'] : []),
    ...(after === '' && before !== '' ? ['e'] : []),
  ];
  return {
    update: decisionKey(decision.id),
    ...(gone.length === 0 ? {} : { remove: gone }),
    ...(after === '' || after === before ? {} : { set: { e: after } }),
    if: [{ item: 'present' }, hasPairs(decision)],
  };
}

/** Lists a decision with a record that it names. */
export const decisionOfRecordWrite = (recordID: string, decisionID: string, creator: string): Put => ({
  put: { pk: decisionsOfRecord(recordID), sk: reversedID(decisionID), o: creator },
});

/** The decision that an entry of a record names, and the operation that stored the record first. */
export const readDecisionOfRecord = (item: Item): { readonly decision: string; readonly creator: string } => ({
  decision: decisionOfItem(item),
  creator: item['o'] as string,
});

export const decisionOfRecordDelete = ({ pk, sk }: Item): Delete => ({ delete: { pk, sk } });
