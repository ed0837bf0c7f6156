import { randomUUID } from 'node:crypto';
import { findSets } from '../entities/forest/nodes.ts';
import { type OutboxEntry, outboxKey, outboxPartitions, readOutboxEntry } from '../entities/items/outbox.ts';
import type { Page, Store, Write } from '../store/port.ts';
import { claim, release } from './claim.ts';
import { deadLetter } from './dead-letters.ts';
import { deriveEvents } from './derive-events.ts';
import { readEntityStates } from './entity-state.ts';
import { noteDelivered, type Publication, publicationKey, publicationWrite, readPublication } from './publication.ts';
import type { DeliveryFailure, EventTarget } from './target.ts';

/**
 * The outbox relay: publishes events about changed entities. For every outbox entry (entities/items/outbox.ts) it does:
 *
 * 1. Find the entities that the entry may be about.
 * 2. Read what was published about them last.
 * 3. Read their current state.
 * 4. Write the next events, on condition that nothing was published since step 2.
 * 5. Send the events.
 * 6. Delete the entry.
 *
 * - *At least once.* An entry is deleted only after step 5 succeeded for each of its entities, or its events became
 *   dead letters.
 * - *In order.* Step 4 numbers the events of one entity, and each is sent only after the one before was accepted. The
 *   state of an event is read after the event before it was written, so a later event never carries an older state.
 * - *Stable ids.* The events written in step 4 are sent again unchanged, by any run that continues.
 * - *No change is missed.* Every change leaves an outbox entry. The entry is processed after the change, so step 3
 *   reads the changed state.
 */
export interface RelayDependencies {
  readonly store: Store;
  readonly target: EventTarget;
  /** Milliseconds since 1970. Decides when to try again, never the order of events. */
  readonly now?: () => number;
  /** After this many failed attempts in a row, the events of an entity become dead letters. */
  readonly maxAttempts?: number;
  /** A run begins nothing new after this many milliseconds. */
  readonly runTime?: number;
  /** Checked before anything new begins. When it returns true, the run ends and leaves the rest to the next run. */
  readonly isStopped?: () => boolean;
  /** Milliseconds that a claim lasts. Another run takes over when a run stops renewing its claim. */
  readonly claimTime?: number;
}

export interface RelayReport {
  /** Events that the target accepted. */
  readonly delivered: number;
  /** Entities whose events the target did not accept and that will be tried again. */
  readonly failed: number;
  /** Entities whose events became dead letters. */
  readonly dead: number;
  /** True if outbox entries remain. */
  readonly waiting: boolean;
  /** Why the target did not accept an event; the last such reason. */
  readonly reason?: string;
}

/** Milliseconds. The wait starts at 10 seconds and doubles up to an hour: the 30th attempt comes after about a day. */
export const FIRST_RETRY = 10_000;
export const LONGEST_RETRY = 3_600_000;
export const MAX_ATTEMPTS = 30;
const PAGE = 50;
/** Entities that are read together. */
const NAMED_AT_ONCE = 100;
/** Deliveries are noted after this many entities, so that a process that ends early repeats at most these. */
const SENT_AT_ONCE = 50;
const RUN_TIME = 40_000;
const CLAIM_TIME = 60_000;

export const retryAfter = (failures: number): number => Math.min(FIRST_RETRY * 2 ** (failures - 1), LONGEST_RETRY);

/** Runs the relay over all outbox entries. You may start any number of runs; one works at a time. */
export async function publishEvents({
  store,
  target,
  now = Date.now,
  maxAttempts = MAX_ATTEMPTS,
  runTime = RUN_TIME,
  isStopped = () => false,
  claimTime = CLAIM_TIME,
}: RelayDependencies): Promise<RelayReport> {
  const end = now() + runTime;
  const token = randomUUID();
  const run = new Run(store, target, now, maxAttempts, () => now() >= end || isStopped());
  const seen = new Set<string>();
  // A run that starts while this one works finds the claim taken and ends. So this run reads the outbox once more.
  while (run.goesOn && (await holdsNew(store, seen))) {
    let claimed = now();
    if (!(await claim(store, token, claimed, claimTime))) {
      run.waiting = true;
      break;
    }
    for await (const entries of pages(store)) {
      for (const { key } of entries) seen.add(key.sk);
      for (const group of grouped(entries)) {
        await run.publish(group);
        if (!run.goesOn) break;
        if (now() - claimed > claimTime / 3) {
          claimed = now();
          await claim(store, token, claimed, claimTime);
        }
      }
      if (!run.goesOn) break;
    }
    await release(store, token);
  }
  if (!run.goesOn) run.waiting = true;
  return run.report();
}

/** Yields one page of every partition at a time, until all partitions are read. */
async function* pages(store: Store): AsyncGenerator<OutboxEntry[], void, undefined> {
  let open: { partition: string; after?: string }[] = outboxPartitions.map((partition) => ({ partition }));
  while (open.length > 0) {
    const read = await Promise.all(
      open.map(({ partition, after }) => {
        return store.query(partition, { limit: PAGE, ...(after === undefined ? {} : { after }) });
      }),
    );
    yield read.flatMap(({ items }) => items.map(readOutboxEntry));
    open = open.flatMap(({ partition }, index) => {
      const { next } = read[index]!;
      return next === undefined ? [] : [{ partition, after: next }];
    });
  }
}

/** Groups outbox entries to process together: entries of one entity side by side, at most 100 names in a group. */
function grouped(entries: readonly OutboxEntry[]): OutboxEntry[][] {
  const byEntity = entries.map((entry) => ({ entry, named: namedIn(entry) }));
  byEntity.sort((a, b) => ((a.named[0] ?? '') < (b.named[0] ?? '') ? -1 : 1));
  const groups: OutboxEntry[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const { entry, named } of byEntity) {
    if (size + named.length > NAMED_AT_ONCE) {
      groups.push([]);
      size = 0;
    }
    groups.at(-1)!.push(entry);
    size += named.length;
  }
  return groups;
}

async function holdsNew(store: Store, seen: ReadonlySet<string>): Promise<boolean> {
  const found = await Promise.all(
    outboxPartitions.map(async (partition) => {
      let after: string | undefined;
      do {
        const page: Page = await store.query(partition, after === undefined ? { limit: PAGE } : { after });
        if (page.items.some(({ sk }) => !seen.has(sk))) return true;
        after = page.next;
      } while (after !== undefined);
      return false;
    }),
  );
  return found.includes(true);
}

/** One entity while its group of outbox entries is processed. */
interface Affected {
  readonly entity: string;
  readonly entries: OutboxEntry[];
  published: Publication | undefined;
  /**
   * - `open`: there may be something to publish.
   * - `held`: nothing can be published now; the outbox entries stay.
   * - `done`: everything that the entries cover was published and accepted, or became a dead letter.
   */
  state: 'open' | 'held' | 'done';
}

class Run {
  waiting = false;
  private readonly store: Store;
  private readonly target: EventTarget;
  private readonly now: () => number;
  private readonly maxAttempts: number;
  private readonly isOver: () => boolean;
  /** The target is unavailable. */
  private isDown = false;
  private delivered = 0;
  private failed = 0;
  private dead = 0;
  private reason: string | undefined;

  constructor(store: Store, target: EventTarget, now: () => number, maxAttempts: number, isOver: () => boolean) {
    this.store = store;
    this.target = target;
    this.now = now;
    this.maxAttempts = maxAttempts;
    this.isOver = isOver;
  }

  /** True if the target is available and the run's time is not over. */
  get goesOn(): boolean {
    return !this.isDown && !this.isOver();
  }

  report(): RelayReport {
    const { delivered, failed, dead, waiting, reason } = this;
    return { delivered, failed, dead, waiting, ...(reason === undefined ? {} : { reason }) };
  }

  async publish(entries: readonly OutboxEntry[]): Promise<void> {
    const affected = await this.affectedBy(entries);
    // Read before the entities' state: an event derived from both is then newer than everything published.
    const items = await this.store.getMany(affected.map(({ entity }) => publicationKey(entity)));
    const now = this.now();
    affected.forEach((one, index) => {
      one.published = readPublication(items[index]);
      if ((one.published?.retryAt ?? 0) > now) one.state = 'held';
    });
    await this.sendPending(affected);
    await this.publishNew(affected);
    await this.finish(entries, affected);
  }

  /** The entities that the outbox entries may be about, with the entries of each. */
  private async affectedBy(entries: readonly OutboxEntry[]): Promise<Affected[]> {
    const findResults = await findSets(this.store, new Set(entries.flatMap(namedIn)));
    const affected = new Map<string, Affected>();
    for (const entry of entries) {
      const entities = new Set(entitiesIn(entry));
      for (const node of namedIn(entry)) entities.add(findResults.get(node)!.root);
      for (const entity of entities) {
        const known = affected.get(entity);
        if (known !== undefined) known.entries.push(entry);
        else affected.set(entity, { entity, entries: [entry], published: undefined, state: 'open' });
      }
    }
    return [...affected.values()];
  }

  /** Sends events again that were written before and are not known to be accepted. Newer events wait for them. */
  private async sendPending(affected: readonly Affected[]): Promise<void> {
    const pending = affected.filter(({ published, state }) => {
      return state === 'open' && published !== undefined && published.delivered !== published.sequence;
    });
    await this.send(pending);
  }

  private async publishNew(affected: readonly Affected[]): Promise<void> {
    const open = affected.filter((one) => {
      if (one.state !== 'open') return false;
      if (freshOf(one).length > 0) return true;
      one.state = 'done';
      return false;
    });
    if (open.length === 0) return;
    const states = await readEntityStates(
      this.store,
      open.map(({ entity }) => entity),
    );
    const publishing: { one: Affected; next: Publication; write: Write }[] = [];
    for (const one of open) {
      const state = states.get(one.entity);
      if (state === undefined) {
        one.state = 'held';
        continue;
      }
      const fresh = freshOf(one);
      const events = deriveEvents(one.entity, one.published, state, fresh, this.now());
      if (events.length === 0) {
        one.state = 'done';
        continue;
      }
      const digest = state.kind === 'live' ? state.digest : '';
      const published = one.published?.entries.filter((name) => digest === '' || isPublishedOnce(name)) ?? [];
      const next: Publication = {
        sequence: events.at(-1)!.sequence,
        kind: state.kind,
        digest,
        events,
        entries: await this.remembered(fresh.map(nameOf), published),
        delivered: 0,
        failures: 0,
        retryAt: 0,
      };
      publishing.push({ one, next, write: publicationWrite(one.entity, one.published, next) });
    }
    if (publishing.length === 0) return;
    const outcomes = await this.store.write(publishing.map(({ write }) => write));
    // Make the events durable before sending them: a later run must send the same events with the same ids.
    await this.store.durable();
    const sending: Affected[] = [];
    publishing.forEach(({ one, next }, index) => {
      // Another run published events of this entity.
      if (!outcomes[index]!.applied) one.state = 'held';
      else {
        one.published = next;
        sending.push(one);
      }
    });
    await this.send(sending);
    for (const one of sending) if (one.state === 'open') one.state = 'done';
  }

  /**
   * The names of published outbox entries to remember. An entry stays until the events of all its entities are
   * accepted, and must not be published twice for one of them. When there are many names, those of deleted entries are
   * dropped.
   */
  private async remembered(fresh: readonly string[], published: readonly string[]): Promise<string[]> {
    if (fresh.length + published.length <= REMEMBERED) return [...fresh, ...published];
    const standing = await this.store.getMany(published.map(outboxKey));
    return [...fresh, ...published.filter((_, index) => standing[index] !== undefined)].slice(0, MOST_REMEMBERED);
  }

  /**
   * Sends the last events of each entity in order. An entity whose delivery fails is held, or becomes a dead letter.
   */
  private async send(affected: readonly Affected[]): Promise<void> {
    const failures = new Map<Affected, DeliveryFailure | 'untried'>();
    for (let start = 0; start < affected.length; start += SENT_AT_ONCE) {
      const together = affected.slice(start, start + SENT_AT_ONCE);
      if (this.goesOn) await this.sendTogether(together, failures);
      else for (const one of together) failures.set(one, 'untried');
      await noteDelivered(
        this.store,
        together.filter((one) => !failures.has(one)).map(({ entity, published }) => [entity, published!]),
      );
    }
    for (const [one, failure] of failures) {
      if (failure === 'untried') {
        one.state = 'held';
        continue;
      }
      this.reason = failure.reason;
      await this.fail(one, failure);
    }
  }

  private async sendTogether(
    affected: readonly Affected[],
    failures: Map<Affected, DeliveryFailure | 'untried'>,
  ): Promise<void> {
    for (let wave = 0; ; wave++) {
      const sending = affected.filter((one) => !failures.has(one) && one.published!.events.length > wave);
      if (sending.length === 0) return;
      const deliveries = await this.target.deliver(sending.map(({ published }) => published!.events[wave]!));
      sending.forEach((one, index) => {
        const delivery = deliveries[index]!;
        if (delivery === 'delivered') this.delivered += 1;
        else {
          failures.set(one, delivery);
          if (delivery === 'untried' || delivery.unavailable) this.isDown = true;
        }
      });
    }
  }

  /** Notes a failed attempt. After the last one, the events become a dead letter and later events are published. */
  private async fail(one: Affected, { reason }: DeliveryFailure): Promise<void> {
    const { entity, published } = one;
    const { sequence, events } = published!;
    const failures = published!.failures + 1;
    const now = this.now();
    const unchanged = [{ attribute: 's', equals: sequence }] as const;
    if (failures >= this.maxAttempts) {
      const { applied } = await this.store.transact([
        deadLetter(events, reason, now),
        { update: publicationKey(entity), set: { o: sequence, e: '[]' }, remove: ['f', 'a'], if: unchanged },
      ]);
      if (applied) {
        this.dead += 1;
        return;
      }
    } else {
      const set = { f: failures, a: now + retryAfter(failures) };
      await this.store.write([{ update: publicationKey(entity), set, if: unchanged }]);
    }
    this.failed += 1;
    one.state = 'held';
  }

  private async finish(entries: readonly OutboxEntry[], affected: readonly Affected[]): Promise<void> {
    const blocked = new Set<OutboxEntry>();
    for (const { state, entries: about } of affected) if (state !== 'done') for (const one of about) blocked.add(one);
    if (blocked.size > 0) this.waiting = true;
    const finished = entries.filter((entry) => !blocked.has(entry));
    if (finished.length > 0) await this.store.write(finished.map(({ key }) => ({ delete: key })));
  }
}

const nameOf = ({ key }: OutboxEntry): string => key.sk;

const freshOf = ({ published, entries }: Affected): OutboxEntry[] => {
  return published === undefined ? entries : entries.filter((entry) => !published.entries.includes(nameOf(entry)));
};

/**
 * True for a union or a split, which are events whatever the entity's state is. Other outbox entries only say that the
 * entity may have changed; the digest, if there is one, shows whether it did.
 */
const isPublishedOnce = (name: string): boolean => /^[^.]+\.[us]\./.test(name);
/** Up to this many names are remembered without checking that their outbox entries still exist. */
const REMEMBERED = 100;
/** The most names that fit into the item. */
const MOST_REMEMBERED = 1_000;

/** Entities that get events of their own, even if they have merged into another since. */
const entitiesIn = ({ union, split }: OutboxEntry): string[] => [
  ...(union === undefined ? [] : [union.into, union.absorbed]),
  ...(split === undefined ? [] : [...split.parts, split.from]),
];

const namedIn = (entry: OutboxEntry): string[] => [...entry.nodes, ...entitiesIn(entry)];
