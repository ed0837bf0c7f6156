import { randomUUID } from 'node:crypto';
import { findStandings } from '../resolution/fragments.ts';
import { type Notice, noticeKey, noticePartitions, readNotice } from '../resolution/notices.ts';
import type { Page, Store, Write } from '../store/port.ts';
import { claim, release } from './claim.ts';
import { deadLetter } from './dead-letters.ts';
import { deriveEvents } from './derive-events.ts';
import { lookAtEntities } from './look.ts';
import type { DeliveryFailure, EventTarget } from './target.ts';
import { noteDelivered, readTold, type Told, tell, toldKey } from './told.ts';

/**
 * Publishes what became of entities. For every notice (resolution/notices.ts):
 *
 * 1. find the entities that it may be about; 2. read what was told of them last; 3. look at them as they are; 4. write
 * what is to be told now, on condition that nobody told anything since 2; 5. send it; 6. delete the notice.
 *
 * - *At least once.* A notice goes only after 5 succeeded for each of its entities, or its events became dead letters.
 * - *In order.* Events of one entity are numbered by 4, and each is sent only after the one before was taken. As the look
 *   of an event comes after the one before was written, a later event never tells an older state.
 * - *The same id.* What was written in 4 is sent again as it was written, whoever goes on with it.
 * - *Nothing is missed.* The last change of an entity left a notice that is processed after it: by a look that sees it.
 */
export interface PublisherDependencies {
  readonly store: Store;
  readonly target: EventTarget;
  /** Milliseconds since 1970: decides when to try again, never what comes first. */
  readonly now?: () => number;
  /** After so many attempts in a row the events of an entity become dead letters. */
  readonly maxAttempts?: number;
  /** A run begins nothing new after so many milliseconds. */
  readonly runTime?: number;
  /** Asked before anything new is begun: what is left when somebody stops the run is for the next one. */
  readonly isStopped?: () => boolean;
  /** Milliseconds for which a run that gives no sign of life keeps others from working. */
  readonly claimTime?: number;
}

export interface Published {
  /** Events that the target took. */
  readonly delivered: number;
  /** Entities whose events the target did not take and that will be tried again. */
  readonly failed: number;
  /** Entities whose events became dead letters. */
  readonly dead: number;
  /** Whether notices are left. */
  readonly waiting: boolean;
  /** What the target said last when it did not take an event. */
  readonly reason?: string;
}

/** From ten seconds, doubling up to an hour: the 30th attempt comes after about a day. */
export const FIRST_RETRY = 10_000;
export const LONGEST_RETRY = 3_600_000;
export const MAX_ATTEMPTS = 30;
const PAGE = 50;
/** Entities that are looked at together. */
const NAMED_AT_ONCE = 100;
/** After so many events what was taken is noted: a process that ends in the middle has not worked in vain. */
const SENT_AT_ONCE = 50;
const RUN_TIME = 40_000;
const CLAIM_TIME = 60_000;

export const retryAfter = (failures: number): number => Math.min(FIRST_RETRY * 2 ** (failures - 1), LONGEST_RETRY);

/** One run over everything that is to be told. Any number of runs may be started; one works at a time. */
export async function publishEvents({
  store,
  target,
  now = Date.now,
  maxAttempts = MAX_ATTEMPTS,
  runTime = RUN_TIME,
  isStopped = () => false,
  claimTime = CLAIM_TIME,
}: PublisherDependencies): Promise<Published> {
  const end = now() + runTime;
  const token = randomUUID();
  const run = new Run(store, target, now, maxAttempts, () => now() >= end || isStopped());
  const seen = new Set<string>();
  // What is written while somebody works finds the work claimed; so the one who did it looks once more.
  while (run.goesOn && (await holdsNew(store, seen))) {
    let claimed = now();
    if (!(await claim(store, token, claimed, claimTime))) {
      run.waiting = true;
      break;
    }
    for await (const notices of pages(store)) {
      for (const { key } of notices) seen.add(key.sk);
      for (const group of grouped(notices)) {
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

/** A page of each partition, and so on until each was read. */
async function* pages(store: Store): AsyncGenerator<Notice[], void, undefined> {
  let open: { partition: string; after?: string }[] = noticePartitions.map((partition) => ({ partition }));
  while (open.length > 0) {
    const read = await Promise.all(
      open.map(({ partition, after }) => {
        return store.query(partition, { limit: PAGE, ...(after === undefined ? {} : { after }) });
      }),
    );
    yield read.flatMap(({ items }) => items.map(readNotice));
    open = open.flatMap(({ partition }, index) => {
      const { next } = read[index]!;
      return next === undefined ? [] : [{ partition, after: next }];
    });
  }
}

/** Notices that can be worked through together: those of one entity as far as possible, and not too many entities. */
function grouped(notices: readonly Notice[]): Notice[][] {
  const byEntity = notices.map((notice) => ({ notice, named: namedIn(notice) }));
  byEntity.sort((a, b) => ((a.named[0] ?? '') < (b.named[0] ?? '') ? -1 : 1));
  const groups: Notice[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const { notice, named } of byEntity) {
    if (size + named.length > NAMED_AT_ONCE) {
      groups.push([]);
      size = 0;
    }
    groups.at(-1)!.push(notice);
    size += named.length;
  }
  return groups;
}

async function holdsNew(store: Store, seen: ReadonlySet<string>): Promise<boolean> {
  const found = await Promise.all(
    noticePartitions.map(async (partition) => {
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

/** What is known of one entity while a page of notices is worked through. */
interface Affected {
  readonly entity: string;
  readonly notices: Notice[];
  told: Told | undefined;
  /**
   * - `open`: there may be something to tell.
   * - `held`: not now; the notices stay.
   * - `done`: everything that the notices are about was told and taken, or became a dead letter.
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
  /** The target takes nothing at the moment. */
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

  /** Whether anything new is worth beginning. */
  get goesOn(): boolean {
    return !this.isDown && !this.isOver();
  }

  report(): Published {
    const { delivered, failed, dead, waiting, reason } = this;
    return { delivered, failed, dead, waiting, ...(reason === undefined ? {} : { reason }) };
  }

  async publish(notices: readonly Notice[]): Promise<void> {
    const affected = await this.affectedBy(notices);
    // What was told is read before the look: whoever writes an event on both tells something newer than what was told.
    const items = await this.store.getMany(affected.map(({ entity }) => toldKey(entity)));
    const now = this.now();
    affected.forEach((one, index) => {
      one.told = readTold(items[index]);
      if ((one.told?.retryAt ?? 0) > now) one.state = 'held';
    });
    await this.sendPending(affected);
    await this.tellNew(affected);
    await this.finish(notices, affected);
  }

  /** The entities that the notices may be about, with the notices of each. */
  private async affectedBy(notices: readonly Notice[]): Promise<Affected[]> {
    const standings = await findStandings(this.store, new Set(notices.flatMap(namedIn)));
    const affected = new Map<string, Affected>();
    for (const notice of notices) {
      const entities = new Set(entitiesIn(notice));
      for (const fragment of namedIn(notice)) entities.add(standings.get(fragment)!.root);
      for (const entity of entities) {
        const known = affected.get(entity);
        if (known !== undefined) known.notices.push(notice);
        else affected.set(entity, { entity, notices: [notice], told: undefined, state: 'open' });
      }
    }
    return [...affected.values()];
  }

  /** Sends again what was written before and is not known to be taken: nothing newer goes out before it. */
  private async sendPending(affected: readonly Affected[]): Promise<void> {
    const pending = affected.filter(({ told, state }) => {
      return state === 'open' && told !== undefined && told.delivered !== told.sequence;
    });
    await this.send(pending);
  }

  private async tellNew(affected: readonly Affected[]): Promise<void> {
    const open = affected.filter((one) => {
      if (one.state !== 'open') return false;
      if (freshOf(one).length > 0) return true;
      one.state = 'done';
      return false;
    });
    if (open.length === 0) return;
    const looks = await lookAtEntities(
      this.store,
      open.map(({ entity }) => entity),
    );
    const telling: { one: Affected; next: Told; write: Write }[] = [];
    for (const one of open) {
      const look = looks.get(one.entity);
      if (look === undefined) {
        one.state = 'held';
        continue;
      }
      const fresh = freshOf(one);
      const events = deriveEvents(one.entity, one.told, look, fresh, this.now());
      if (events.length === 0) {
        one.state = 'done';
        continue;
      }
      const digest = look.kind === 'live' ? look.digest : '';
      const told = one.told?.notices.filter((name) => digest === '' || isToldOnce(name)) ?? [];
      const next: Told = {
        sequence: events.at(-1)!.sequence,
        kind: look.kind,
        digest,
        events,
        notices: await this.remembered(fresh.map(nameOf), told),
        delivered: 0,
        failures: 0,
        retryAt: 0,
      };
      telling.push({ one, next, write: tell(one.entity, one.told, next) });
    }
    if (telling.length === 0) return;
    const outcomes = await this.store.write(telling.map(({ write }) => write));
    // It is written before it is sent: what was sent once must be known by everybody who goes on.
    await this.store.durable();
    const sending: Affected[] = [];
    telling.forEach(({ one, next }, index) => {
      // Another publisher is at it.
      if (!outcomes[index]!.applied) one.state = 'held';
      else {
        one.told = next;
        sending.push(one);
      }
    });
    await this.send(sending);
    for (const one of sending) if (one.state === 'open') one.state = 'done';
  }

  /**
   * What to remember of the notices that are told of, so that nobody tells of them again: one stays until everybody whom
   * it is about was told and took it. Those that are gone are forgotten as soon as there are many.
   */
  private async remembered(fresh: readonly string[], told: readonly string[]): Promise<string[]> {
    if (fresh.length + told.length <= REMEMBERED) return [...fresh, ...told];
    const standing = await this.store.getMany(told.map(noticeKey));
    return [...fresh, ...told.filter((_, index) => standing[index] !== undefined)].slice(0, MOST_REMEMBERED);
  }

  /** Sends the last events of each entity in their order; an entity whose target fails is held, or buried. */
  private async send(affected: readonly Affected[]): Promise<void> {
    const failures = new Map<Affected, DeliveryFailure | 'untried'>();
    for (let start = 0; start < affected.length; start += SENT_AT_ONCE) {
      const together = affected.slice(start, start + SENT_AT_ONCE);
      if (this.goesOn) await this.sendTogether(together, failures);
      else for (const one of together) failures.set(one, 'untried');
      await noteDelivered(
        this.store,
        together.filter((one) => !failures.has(one)).map(({ entity, told }) => [entity, told!]),
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
      const sending = affected.filter((one) => !failures.has(one) && one.told!.events.length > wave);
      if (sending.length === 0) return;
      const deliveries = await this.target.deliver(sending.map(({ told }) => told!.events[wave]!));
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

  /** Notes a failed attempt; after the last one, the events become a dead letter and the entity goes on without them. */
  private async fail(one: Affected, { reason }: DeliveryFailure): Promise<void> {
    const { entity, told } = one;
    const { sequence, events } = told!;
    const failures = told!.failures + 1;
    const now = this.now();
    const unchanged = [{ attribute: 's', equals: sequence }] as const;
    if (failures >= this.maxAttempts) {
      const { applied } = await this.store.transact([
        deadLetter(events, reason, now),
        { update: toldKey(entity), set: { o: sequence, e: '[]' }, remove: ['f', 'a'], if: unchanged },
      ]);
      if (applied) {
        this.dead += 1;
        return;
      }
    } else {
      const set = { f: failures, a: now + retryAfter(failures) };
      await this.store.write([{ update: toldKey(entity), set, if: unchanged }]);
    }
    this.failed += 1;
    one.state = 'held';
  }

  private async finish(notices: readonly Notice[], affected: readonly Affected[]): Promise<void> {
    const blocked = new Set<Notice>();
    for (const { state, notices: about } of affected) if (state !== 'done') for (const one of about) blocked.add(one);
    if (blocked.size > 0) this.waiting = true;
    const finished = notices.filter((notice) => !blocked.has(notice));
    if (finished.length > 0) await this.store.write(finished.map(({ key }) => ({ delete: key })));
  }
}

const nameOf = ({ key }: Notice): string => key.sk;

const freshOf = ({ told, notices }: Affected): Notice[] => {
  return told === undefined ? notices : notices.filter((notice) => !told.notices.includes(nameOf(notice)));
};

/**
 * A union or a split is an event by itself, whatever the entity is; other notices only say that it may have changed, and
 * the digest tells whether it has, where there is one.
 */
const isToldOnce = (name: string): boolean => /^[^.]+\.[us]\./.test(name);
/** So many notices that were told of are remembered without a look whether they still stand. */
const REMEMBERED = 100;
/** Room for them in an item of the table. */
const MOST_REMEMBERED = 1_000;

/** Entities that are told of by themselves, whatever they are part of by now. */
const entitiesIn = ({ union, split }: Notice): string[] => [
  ...(union === undefined ? [] : [union.into, union.absorbed]),
  ...(split === undefined ? [] : [...split.parts, split.from]),
];

const namedIn = (notice: Notice): string[] => [...notice.fragments, ...entitiesIn(notice)];
