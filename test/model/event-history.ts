import { findEntities } from '../../src/entities/forest/find.ts';
import { outboxPartitions } from '../../src/entities/items/outbox.ts';
import { readRecord } from '../../src/entities/items/record.ts';
import { deadLetters, replayDeadLetters } from '../../src/events/dead-letters.ts';
import type { EntityEvent, EventType } from '../../src/events/entity-event.ts';
import { readEntityStates } from '../../src/events/entity-state.ts';
import { publishEvents } from '../../src/events/outbox-relay.ts';
import { publicationKey, readPublication } from '../../src/events/publication.ts';
import type { Delivery } from '../../src/events/target.ts';
import { queryAll, type Store } from '../../src/store/port.ts';
import { type Interleaving, seededRandom } from '../setup/interleaving.ts';
import type { MemoryStore } from '../setup/memory-store.ts';
import { type Beside, type HistoryOptions, isStoredRecord, runHistory } from './history.ts';

/** What the events of a history reached. */
export type EventsReached = Record<EventType | 'refused' | 'repeated' | 'buried' | 'replayed', number>;

const HOUR = 3_600_000;

/**
 * A history of changes with entity events on: publishers work beside its actors, several at a time, are killed as they
 * are, and talk to a target that refuses events, or takes them and loses its answer. When everything rests, a consumer
 * that knows nothing but the events must hold exactly the entities that are stored.
 */
export async function runEventHistory(seed: number, options: HistoryOptions): Promise<EventsReached> {
  const beside = new Publishers(seed);
  const create: HistoryOptions['create'] = (dependencies) => options.create({ ...dependencies, entityEvents: true });
  await runHistory(seed, { ...options, create, beside });
  return beside.reached;
}

/** Publishers that work beside the actors of a history, and a consumer that knows nothing but the events. */
export class Publishers implements Beside {
  readonly reached: EventsReached = {
    created: 0,
    changed: 0,
    merged: 0,
    split: 0,
    deleted: 0,
    refused: 0,
    repeated: 0,
    buried: 0,
    replayed: 0,
  };
  /** Everything that the target took, in the order in which it did. */
  private readonly taken: EntityEvent[] = [];
  private readonly random: () => number;
  private readonly claimTime: number;
  private readonly refusals: number;
  private readonly maxAttempts: number;

  constructor(seed: number) {
    this.random = seededRandom(seed * 104_729 + 7);
    this.claimTime = this.random() < 0.5 ? 0 : 60_000;
    this.refusals = this.random() < 0.5 ? 0 : 0.2;
    this.maxAttempts = this.random() < 0.2 ? 1 : 1_000;
  }

  start(interleaving: Interleaving, newActor: () => number, now: () => number): void {
    for (let count = Math.floor(this.random() * 4); count > 0; count--) {
      const actor = newActor();
      let offset = Math.floor(this.random() * 3) * 20_000;
      const { claimTime, maxAttempts } = this;
      const deliver = (events: readonly EntityEvent[]) =>
        Promise.all(events.map((event) => interleaving.step(actor, () => this.take(event))));
      (async () => {
        for (let run = 0; run < 2; run++) {
          offset += 15_000;
          const at = () => now() + offset;
          const { dead } = await publishEvents({
            store: interleaving.storeOf(actor),
            target: { deliver },
            now: at,
            claimTime,
            maxAttempts,
          });
          this.reached.buried += dead;
        }
      })().catch((error: unknown) => this.errors.push(error));
    }
  }

  private readonly errors: unknown[] = [];

  private take(event: EntityEvent): Delivery {
    const fate = this.random() < this.refusals ? Math.floor(this.random() * 3) : undefined;
    // The answer may get lost after the event was taken.
    if (fate === undefined || fate === 0) this.taken.push(event);
    if (fate === undefined) return 'delivered';
    this.reached.refused += 1;
    return fate === 2 ? 'untried' : { reason: 'the model refuses', unavailable: fate === 1 };
  }

  async check(store: Store, now: number, fail: (what: string) => void): Promise<void> {
    for (const error of this.errors)
      fail(`a publisher failed: ${error instanceof Error ? error.stack : String(error)}`);
    const target = { deliver: async (events: readonly EntityEvent[]) => events.map((event) => this.take(event)) };
    let at = now + HOUR;
    for (let run = 0; ; run++, at += 2 * HOUR) {
      const { waiting, dead } = await publishEvents({ store, target, now: () => at, maxAttempts: this.maxAttempts });
      this.reached.buried += dead;
      if (!waiting) break;
      if (run === 200) return fail('the relay does not end');
    }
    for (let run = 0; ; run++) {
      const { delivered, left } = await replayDeadLetters(store, target);
      this.reached.replayed += delivered;
      if (left === 0) break;
      if (run === 200) return fail('the replay does not end');
    }
    for await (const letter of deadLetters(store)) fail(`a dead letter is left: ${letter.events[0]!.id}`);
    for (const partition of outboxPartitions) {
      for await (const { sk } of queryAll(store, partition)) fail(`the outbox entry ${sk} is left`);
    }
    this.checkOrder(fail);
    await this.checkReplica(store as MemoryStore, fail);
  }

  /** Each entity's events come in order, without a gap, and with one content for an id; repetitions aside. */
  private checkOrder(fail: (what: string) => void): void {
    const known = new Map<string, string>();
    const last = new Map<string, number>();
    for (const event of this.taken) {
      const text = JSON.stringify(event);
      const before = known.get(event.id);
      if (before !== undefined) {
        this.reached.repeated += 1;
        if (before !== text) fail(`two events have the id ${event.id}: ${before} ${text}`);
        continue;
      }
      known.set(event.id, text);
      this.reached[event.type] += 1;
      const expected = (last.get(event.entityID) ?? 0) + 1;
      // A dead letter comes later than the events that were sent without it.
      if (event.sequence !== expected && this.maxAttempts > 1) fail(`${event.id} came where ${expected} was expected`);
      last.set(event.entityID, Math.max(event.sequence, expected - 1));
      if (hasValues(event)) fail(`${event.id} tells too much`);
    }
    const ids = [...last].flatMap(([entity, sequence]) =>
      Array.from({ length: sequence }, (_, index) => `${entity}.${index + 1}`),
    );
    for (const id of ids) if (!known.has(id)) fail(`${id} never came`);
  }

  /** A replica that is made of the events has the entities that are stored. */
  private async checkReplica(store: MemoryStore, fail: (what: string) => void): Promise<void> {
    const latest = new Map<string, EntityEvent>();
    for (const event of this.taken) {
      if ((latest.get(event.entityID)?.sequence ?? 0) < event.sequence) latest.set(event.entityID, event);
    }
    const replica = replicaOf(latest, fail);
    const stored = await storedEntities(store);
    for (const [entity, ids] of stored) {
      const expected = ids.sort().join();
      if (replica.get(entity) !== expected) fail(`${entity} holds ${expected}; its events say ${replica.get(entity)}`);
    }
    for (const entity of replica.keys()) if (!stored.has(entity)) fail(`${entity} is gone, and no event says so`);
    await checkContents(store, [...stored.keys()], fail);
    for (const event of latest.values()) {
      if (event.mergedInto === undefined) continue;
      const root = (await findEntities(store, [event.entityID])).get(event.entityID);
      if (root === event.entityID) fail(`${event.id} says that its entity is merged, and it is not`);
    }
  }
}

/** True if an event has a field of a record. */
const hasValues = (event: EntityEvent): boolean => JSON.stringify(event).includes('exact');

/** Record ids by entity, as the latest events say. */
function replicaOf(latest: ReadonlyMap<string, EntityEvent>, fail: (what: string) => void): Map<string, string> {
  const replica = new Map<string, string>();
  for (const [entity, { type, mergedInto, recordIDs, recordCount }] of latest) {
    if (recordCount !== recordIDs.length) fail(`${entity} has ${recordCount} records and tells ${recordIDs.length}`);
    if (type !== 'deleted' && mergedInto === undefined) replica.set(entity, [...recordIDs].sort().join());
  }
  return replica;
}

/** Record ids by entity, as they are stored. */
async function storedEntities(store: MemoryStore): Promise<Map<string, string[]>> {
  const records = [...store.items.values()].filter(isStoredRecord).map(readRecord);
  const roots = await findEntities(
    store,
    records.map(({ node }) => node),
  );
  const stored = new Map<string, string[]>();
  for (const { id, node } of records) {
    const root = roots.get(node)!;
    stored.set(root, [...(stored.get(root) ?? []), id]);
  }
  return stored;
}

/** The content that the last event of each entity stands for is the content that is stored. */
async function checkContents(
  store: MemoryStore,
  entities: readonly string[],
  fail: (what: string) => void,
): Promise<void> {
  const states = await readEntityStates(store, entities);
  const published = await store.getMany(entities.map(publicationKey));
  for (const [index, entity] of entities.entries()) {
    const state = states.get(entity);
    const known = readPublication(published[index]);
    if (state?.kind !== 'live' || known?.digest !== state.digest) fail(`the last event of ${entity} is older than it`);
  }
}
