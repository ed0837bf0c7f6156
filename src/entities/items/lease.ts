import { present } from '../../assert.ts';
import type { Clause, Item, Update } from '../../store/port.ts';

/**
 * The lease of an item: which worker works on what the item is about. One that gives no sign of life for a time loses it to
 * the next worker. It is not a lock: when clocks or processes fail, two may work at once, which must do no harm. What the
 * holder writes to the item is refused once another worker has it.
 *
 * In the item, `x` is the token of the worker, and `y` the time of its last sign of life. Where `u` notes the end of the
 * lease instead, the time is that of the end. Both are milliseconds since 1970.
 */
export interface Lease {
  /** Undefined after a worker has let go of it. */
  readonly token: string | undefined;
  /** The last sign of life, in milliseconds since 1970. */
  readonly heartbeat: number;
}

/** How the items of a kind note a sign of life: the attribute, and the milliseconds added to the time of the sign. */
export interface LeaseNote {
  readonly attribute: 'y' | 'u';
  readonly added: number;
}

const NOTES_SIGN: LeaseNote = { attribute: 'y', added: 0 };

/** @param lasts milliseconds from a sign of life to the end of the lease */
export const notesEnd = (lasts: number): LeaseNote => ({ attribute: 'u', added: lasts });

export const readLease = (item: Item, { attribute, added }: LeaseNote = NOTES_SIGN): Lease => ({
  token: item['x'] as string | undefined,
  heartbeat: ((item[attribute] as number | undefined) ?? 0) - added,
});

/**
 * Whether a worker has it, as far as one can tell.
 *
 * @param lasts milliseconds without a sign of life after which another worker takes over
 */
export const isHeld = (lease: Lease | undefined, now: number, lasts: number): boolean =>
  lease?.token !== undefined && now - lease.heartbeat < lasts;

/** True while the worker has it. */
export const isHeldBy = (token: string | undefined): Clause => ({
  attribute: 'x',
  equals: present(token, 'a worker that holds a lease has a token'),
});

type Change = Required<Pick<Update, 'set' | 'if'>>;

/** Takes the lease for a worker, or prolongs it. Refused if it is not as it was read. */
export const takeLease = (
  before: Lease | undefined,
  { token, now }: { readonly token: string; readonly now: number },
  note: LeaseNote = NOTES_SIGN,
): Change => ({
  set: { x: token, ...signOfLife(now, note) },
  if: before === undefined ? [{ item: 'absent' }] : asRead(before, note),
});

/** What a holder writes when it goes on: with {@link isHeldBy}. */
export const signOfLife = (now: number, { attribute, added }: LeaseNote = NOTES_SIGN): Required<Update>['set'] => ({
  [attribute]: now + added,
});

/** Removed to let another worker go on at once: with {@link isHeldBy}. */
export const TOKEN = ['x'] as const;

const asRead = ({ token, heartbeat }: Lease, { attribute, added }: LeaseNote): readonly Clause[] => [
  { attribute, equals: heartbeat + added },
  token === undefined ? { attribute: 'x', absent: true } : { attribute: 'x', equals: token },
];
