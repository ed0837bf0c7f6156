import { findSets } from '../entities/forest/find.ts';
import { type OutboxEntry, outboxKey, outboxPartitions, readOutboxEntry } from '../entities/items/outbox.ts';
import { endOfHistory, recordHistory } from '../entities/people/history/record-history.ts';
import type { Page, Store, Write } from '../store/port.ts';
import type { EventDelivery } from './delivery.ts';
import { deriveEvents } from './derive-events.ts';
import { readEntityStates } from './entity-state.ts';
import {
  type AffectedEntity,
  type Publication,
  publicationKey,
  publicationWrite,
  readPublication,
} from './publication.ts';

/** Publishes groups of outbox entries. */
export class RelayRun {
  /** True if outbox entries remain. */
  waiting = false;
  private readonly store: Store;
  private readonly delivery: EventDelivery;
  private readonly now: () => number;
  private readonly historyRetentionInDays: number;

  constructor(store: Store, delivery: EventDelivery, now: () => number, historyRetentionInDays: number) {
    this.store = store;
    this.delivery = delivery;
    this.now = now;
    this.historyRetentionInDays = historyRetentionInDays;
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
  private async affectedBy(entries: readonly OutboxEntry[]): Promise<AffectedEntity[]> {
    const findResults = await findSets(this.store, new Set(entries.flatMap(namedIn)));
    const affected = new Map<string, AffectedEntity>();
    for (const entry of entries) {
      const entities = new Set(entitiesIn(entry));
      for (const node of namedIn(entry)) entities.add(findResults.get(node)!.entity);
      for (const entity of entities) {
        const known = affected.get(entity);
        if (known !== undefined) known.entries.push(entry);
        else affected.set(entity, { entity, entries: [entry], published: undefined, state: 'open' });
      }
    }
    return [...affected.values()];
  }

  /** Sends events again that were written before and are not known to be accepted. Newer events wait for them. */
  private async sendPending(affected: readonly AffectedEntity[]): Promise<void> {
    const pending = affected.filter(({ published, state }) => {
      return state === 'open' && published !== undefined && published.delivered !== published.sequence;
    });
    await this.delivery.send(pending);
  }

  private async publishNew(affected: readonly AffectedEntity[]): Promise<void> {
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
    const publishing: { one: AffectedEntity; next: Publication; write: Write }[] = [];
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
    const sending: AffectedEntity[] = [];
    publishing.forEach(({ one, next }, index) => {
      // Another run published events of this entity.
      if (!outcomes[index]!.applied) one.state = 'held';
      else {
        one.published = next;
        sending.push(one);
      }
    });
    await this.delivery.send(sending);
    for (const one of sending) if (one.state === 'open') one.state = 'done';
  }

  /**
   * The names of published outbox entries to remember. An entry stays until the events of all its entities are
   * accepted, and must not be published twice for one of them. When there are many names, those of deleted entries are
   * dropped.
   */
  private async remembered(fresh: readonly string[], published: readonly string[]): Promise<string[]> {
    if (fresh.length + published.length <= REMEMBERED) return [...fresh, ...published];
    const stored = await this.store.getMany(published.map(outboxKey));
    return [...fresh, ...published.filter((_, index) => stored[index] !== undefined)].slice(0, MOST_REMEMBERED);
  }

  private async finish(entries: readonly OutboxEntry[], affected: readonly AffectedEntity[]): Promise<void> {
    const blocked = new Set<OutboxEntry>();
    for (const { state, entries: about } of affected) if (state !== 'done') for (const one of about) blocked.add(one);
    if (blocked.size > 0) this.waiting = true;
    const finished = entries.filter((entry) => !blocked.has(entry));
    if (this.historyRetentionInDays > 0) {
      await recordHistory(this.store, finished, endOfHistory(this.now(), this.historyRetentionInDays));
    }
    if (finished.length > 0) await this.store.write(finished.map(({ key }) => ({ delete: key })));
  }
}

const nameOf = ({ key }: OutboxEntry): string => key.sk;

const freshOf = ({ published, entries }: AffectedEntity): OutboxEntry[] => {
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

const PAGE = 50;
/** Entities that are read together. */
const NAMED_AT_ONCE = 100;

/** Yields one page of every partition at a time, until all partitions are read. */
export async function* outboxPages(store: Store): AsyncGenerator<OutboxEntry[], void, undefined> {
  let open: { partition: string; after?: string }[] = outboxPartitions.map((partition) => ({ partition }));
  while (open.length > 0) {
    const read = await Promise.all(open.map(({ partition, after }) => store.query(partition, { limit: PAGE, after })));
    yield read.flatMap(({ items }) => items.map(readOutboxEntry));
    open = open.flatMap(({ partition }, index) => {
      const { next } = read[index]!;
      return next === undefined ? [] : [{ partition, after: next }];
    });
  }
}

/** Groups outbox entries to process together: entries of one entity side by side, at most 100 names in a group. */
export function groupEntries(entries: readonly OutboxEntry[]): OutboxEntry[][] {
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

/** True if the outbox holds an entry that is not in `seen`. */
export async function holdsNew(store: Store, seen: ReadonlySet<string>): Promise<boolean> {
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

/** Entities that get events of their own, even if they have merged into another since. */
const entitiesIn = ({ union, split }: OutboxEntry): string[] => [
  ...(union === undefined ? [] : [union.into, union.absorbed]),
  ...(split === undefined ? [] : [...split.parts, split.from]),
];

/** Every node and entity that an entry names. */
const namedIn = (entry: OutboxEntry): string[] => [...entry.nodes, ...entitiesIn(entry)];
