import type { LargeEntities } from '../../src/entities/context.ts';
import { tooManyTogether } from '../../src/entities/items/constraints.ts';
import { decisionPartition, readDecision, type StoredDecision } from '../../src/entities/items/decision.ts';
import { type JournalEntry, readEntries } from '../../src/entities/items/journal.ts';
import { isNodeItem, readNode } from '../../src/entities/items/node.ts';
import { creatorOf } from '../../src/entities/items/record.ts';
import { coherentGroups } from '../../src/entities/keys/coherent-groups.ts';
import { keysOf } from '../../src/entities/keys/record-keys.ts';
import type { createResolution, Resolution } from '../../src/entities/operations.ts';
import { groupOfDecision } from '../../src/entities/people/decisions/decisions.ts';
import type { EntityView } from '../../src/entities/read/types.ts';
import type { CompiledRuleConfig, RecordPayload } from '../../src/rules/types.ts';
import type { Item, Store } from '../../src/store/port.ts';
import { finished } from '../../src/work.ts';
import { componentOf } from '../setup/component.ts';
import { Interleaving, seededRandom } from '../setup/interleaving.ts';
import type { Recording } from '../setup/recording.ts';
import { toyLinked, toyRules } from '../setup/toy-rules.ts';
import { Disturbance } from './disturbance.ts';
import { historyClock } from './history-clock.ts';
import { type Paging, shownTwice, turnPages, wasShown } from './paged-search.ts';

/**
 * Random histories of concurrent submits, updates, disassemblies, lifted bans and reads, with crashes at any store
 * step, processes that stop there and go on later, sweepers and clocks that disagree, against what the promise says
 * about the records that are stored in the end.
 */
export interface HistoryOptions {
  readonly create: typeof createResolution;
  /** Of all processes; they link as the toy rules do, which are the default. */
  readonly rules?: CompiledRuleConfig;
  /** Milliseconds, from the core under test. */
  readonly redoAge: number;
  /** Works on the same store as the actors of a history. */
  readonly beside?: Beside;
  /** Called when all actors have ended: what the stored records must agree with. Default: the rules of all processes. */
  readonly atEnd?: (interleaving: Interleaving, now: number) => Promise<FinalRules>;
  /** Whether reads turn the pages of searches. */
  readonly pages?: boolean;
  /** Whether actors link and separate records and take such decisions back. */
  readonly decisions?: boolean;
  /** The most bans of an entity: then every history has bans. */
  readonly mostBans?: number;
  /** Whether a page of the store is read in two steps, between which others write. */
  readonly longPages?: boolean;
  /** What `near` values begin with. Default: `x`. */
  readonly letters?: string;
  /** Takes the calls of the store. */
  readonly recording?: Recording;
}

/** The rules by which a history ends. */
export interface FinalRules {
  readonly rules: CompiledRuleConfig;
  linked(a: RecordPayload, b: RecordPayload): boolean;
}

/** A process of another kind than those that a history is made of. */
export interface Beside {
  /** Called once for each batch of actors, before they run: may start actors of its own. */
  start(interleaving: Interleaving, newActor: () => number, now: () => number): void;
  /** Called after everything is done. */
  check(store: Store, now: number, fail: (what: string) => void): Promise<void>;
}

const REACHED = [
  'crashed',
  'acknowledged',
  'updated',
  'erased',
  'cut',
  'banned',
  'lifted',
  'linked',
  'separated',
  'undone',
  'together',
  'crowded',
  'read',
  'searched',
  'paged',
  'retryable',
  'stopped',
  'swept',
  'held',
] as const;

/** What a history reached, so that a test can see that its histories reach what they are for. */
export type Reached = Record<(typeof REACHED)[number], number>;

interface Action {
  readonly kind: 'submit' | 'disassemble' | 'lift' | 'read' | 'decide';
  readonly records: readonly RecordPayload[];
  readonly linkTogether: boolean;
  readonly erase: readonly string[];
  readonly edges: readonly { a: string; b: string }[];
  readonly ban: boolean;
  /** Whether the edges are to be real ones, and which. */
  readonly aimed: boolean;
  readonly draw: number;
}

/** One write of one record's content (null: erased), for the check of the last one. */
interface Written {
  readonly content: string | null;
  readonly start: number;
  end: number;
  acknowledged: boolean;
}

/** What an actor does, by a number from 0 to 1 and the bounds of each kind. */
const kindOf = (draw: number, submits: number, disassembles: number, lifts: number): Action['kind'] =>
  draw < submits ? 'submit' : draw < disassembles ? 'disassemble' : draw < lifts ? 'lift' : 'read';

/** The same where people decide; bans that histories lift are the same as those that they make. */
const kindOfDeciding = (draw: number, lifts: boolean): Action['kind'] =>
  draw < 0.42
    ? 'decide'
    : draw < 0.72
      ? 'submit'
      : draw < 0.92
        ? 'disassemble'
        : draw < 0.96 && lifts
          ? 'lift'
          : 'read';

/** In half of the histories, sweepers judge each entity as a large one, of which every part leaves as soon as it is found. */
export const largeEntitiesOf = (seed: number): { readonly largeEntities?: LargeEntities } =>
  seed % 4 === 1 || seed % 4 === 2 ? { largeEntities: { above: 0, judgedFor: -1 } } : {};

/** So many redo ages after its beginning everything of a history is old, also what clocks that were ahead made. */
const AFTER_ALL = 60;

const content = (payload: RecordPayload): string => JSON.stringify(payload);

export async function runHistory(
  seed: number,
  {
    create: createByRules,
    rules = toyRules,
    redoAge,
    beside,
    atEnd,
    pages = false,
    decisions: decides = false,
    mostBans,
    longPages = false,
    letters: nearLetters = 'x',
    recording,
  }: HistoryOptions,
): Promise<Reached> {
  const create: typeof createResolution = (dependencies) =>
    createByRules({ ...dependencies, rules, ...(mostBans === undefined ? {} : { mostBans }) });
  const random = seededRandom(seed * 7919 + 13);
  const pick = (size: number) => Math.floor(random() * size);
  const interleaving = new Interleaving(seed, longPages, recording);
  const start = historyClock.now;
  historyClock.now += AFTER_ALL * 2 * redoAge;
  const reached = Object.fromEntries(REACHED.map((what) => [what, 0])) as Reached;
  const written = new Map<string, Written[]>();
  const removedEdges: { a: string; b: string }[] = [];
  const failures: string[] = [];
  const fail = (what: string) => failures.push(`seed ${seed}: ${what}`);

  // A history has a taste: few values make large entities, many make small ones.
  const letters = 2 + pick(5);
  const ids = 4 + pick(8);
  const withBans = random() < 0.5 || mostBans !== undefined;
  const updateRecords = random() < 0.7;
  const lockTime = random() < 0.5 ? 0 : 3_000;
  // So that few records are large enough to be judged by a sample.
  const readWhole = seed % 2 === 1 ? 0 : 100;
  const largeEntities = largeEntitiesOf(seed);
  const values = (): Pick<RecordPayload, string> => {
    const exact = Array.from({ length: pick(3) }, () => String.fromCharCode(97 + pick(letters)));
    // No draw where there is no choice: seeds of histories with one letter are older.
    const letter = () => nearLetters[nearLetters.length === 1 ? 0 : pick(nearLetters.length)]!;
    const near = Array.from({ length: pick(3) }, () => `${letter()}${pick(9)}`);
    return { exact: exact.length + near.length === 0 ? ['a'] : exact, near };
  };
  const id = () => `r${pick(ids)}`;
  const action = (): Action => {
    const draw = random();
    const kind = decides
      ? kindOfDeciding(draw, withBans)
      : withBans
        ? kindOf(draw, 0.42, 0.74, 0.94)
        : kindOf(draw, 0.55, 0.87, 0.87);
    const records = new Map<string, RecordPayload>();
    for (let count = 1 + pick(3); count > 0; count--) {
      const one = id();
      records.set(one, { id: one, ...values() });
    }
    return {
      kind,
      records: [...records.values()],
      linkTogether: random() < 0.08,
      aimed: random() < 0.8,
      draw: pick(100),
      erase: random() < (withBans ? 0.15 : 0.4) ? Array.from({ length: 1 + pick(2) }, id) : [],
      edges: random() < (withBans ? 0.9 : 0.6) ? Array.from({ length: 1 + pick(2) }, () => ({ a: id(), b: id() })) : [],
      ban: withBans && random() < 0.7,
    };
  };

  const note = (recordID: string, value: string | null): Written => {
    const one: Written = {
      content: value,
      start: interleaving.time,
      end: Number.POSITIVE_INFINITY,
      acknowledged: false,
    };
    const list = written.get(recordID);
    if (list === undefined) written.set(recordID, [one]);
    else list.push(one);
    return one;
  };

  /** Lifts the first ban that it finds; false when there is none. */
  const liftOne = async (resolution: Resolution, draw: number): Promise<boolean> => {
    for (let index = 0; index < ids; index++) {
      const view = await resolution.entityByRecord(`r${(draw + index) % ids}`);
      const [ban] = (await view?.connectionBans()) ?? [];
      if (view === undefined || ban === undefined || ban.others.length === 0) continue;
      try {
        const { reference, others } = ban;
        const meta = { user: 'model', reason: 'history' };
        await resolution.removeConnectionBan({ reference, entityID: view.id, others, meta });
        reached.lifted += 1;
      } catch (error) {
        if (!isExpected(error, ['CONNECTION_BAN_NOT_FOUND', 'TOO_MANY_BANS', 'TRY_AGAIN'])) throw error;
      }
      return true;
    }
    return false;
  };

  /** Cuts a record from all that it is linked with, with a ban between, so that there is one to lift. */
  const partWithBan = async (resolution: Resolution, draw: number): Promise<boolean> => {
    for (let index = 0; index < ids; index++) {
      const recordID = `r${(draw + index) % ids}`;
      const pairs = ((await resolution.entityByRecord(recordID))?.edges() ?? [])
        .map((edge) => edge.split(':') as [string, string])
        .filter((pair) => pair.includes(recordID));
      if (pairs.length === 0) continue;
      const edges = pairs.map(([a, b]) => ({ a, b }));
      try {
        await resolution.disassemble({ edges, createConnectionBan: true });
        reached.cut += edges.length;
        reached.banned += 1;
        removedEdges.push(...edges);
      } catch (error) {
        const refusals = ['RECORD_NOT_FOUND', 'SEVERAL_ENTITIES', 'EDGE_NOT_FOUND', 'TOO_MANY_BANS'];
        if (!isExpected(error, [...refusals, 'TRY_AGAIN'])) throw error;
        if (isExpected(error, ['TOO_MANY_BANS'])) reached.crowded += 1;
      }
      return true;
    }
    return false;
  };

  /** Forgets writes that were refused: nothing of them was stored. */
  const forget = (notes: readonly Written[]) => {
    for (const [recordID, list] of written) {
      written.set(
        recordID,
        list.filter((one) => !notes.includes(one)),
      );
    }
  };
  const acknowledge = (notes: readonly Written[]) => {
    for (const one of notes) {
      one.acknowledged = true;
      one.end = interleaving.time;
    }
  };

  const performSubmit = async (resolution: Resolution, { records, linkTogether }: Action): Promise<void> => {
    const notes = records.map((record) => note(record['id'] as string, content(record)));
    try {
      const submitted = await resolution.submit(records, { linkTogether });
      acknowledge(notes);
      reached.acknowledged += notes.length;
      if (linkTogether) reached.together += 1;
      reached.updated += submitted.filter(({ outcome }) => outcome === 'UPDATED').length;
    } catch (error) {
      if (!isExpected(error, ['SUBMIT_REFUSED', 'TRY_AGAIN'])) throw error;
      if (isExpected(error, ['SUBMIT_REFUSED'])) forget(notes);
      else reached.retryable += 1;
    }
  };

  const performDisassemble = async (resolution: Resolution, action: Action): Promise<void> => {
    const { erase, ban } = action;
    let { edges } = action;
    // Mostly an edge that there is, as a user would take it from the entity.
    if (edges.length > 0 && action.aimed) {
      const real = edgesOf(await resolution.entityByRecord(edges[0]!.a));
      if (real.length > 0) edges = [real[action.draw % real.length]!];
    }
    const notes = erase.map((recordID) => note(recordID, null));
    try {
      await resolution.disassemble({ edges, recordIDs: erase, createConnectionBan: ban });
      acknowledge(notes);
      reached.erased += erase.length;
      reached.cut += edges.length;
      if (ban) reached.banned += 1;
      removedEdges.push(...edges);
    } catch (error) {
      const refusals = ['NOTHING_TO_DISASSEMBLE', 'RECORD_NOT_FOUND', 'SEVERAL_ENTITIES', 'EDGE_NOT_FOUND'];
      refusals.push('TOO_MANY_BANS');
      if (!isExpected(error, [...refusals, 'TRY_AGAIN'])) throw error;
      if (isExpected(error, ['TOO_MANY_BANS'])) reached.crowded += 1;
      if (isExpected(error, refusals)) forget(notes);
    }
  };

  const performLift = async (resolution: Resolution, { draw }: Action): Promise<void> => {
    if (!(await liftOne(resolution, draw)) && (await partWithBan(resolution, draw))) await liftOne(resolution, draw);
  };

  const performDecide = async (resolution: Resolution, action: Action): Promise<void> => {
    const known = [...written.keys()];
    const one = () => known[pick(known.length)] ?? id();
    const [a, b] = [one(), one()];
    const decision = { a, b, user: 'model', client: 'model', reason: `at ${interleaving.time}` };
    try {
      if (action.draw < 25) {
        await resolution.link({ ...decision, lift: withBans && action.aimed });
        reached.linked += 1;
      } else if (action.draw < 55) {
        await resolution.separate(decision);
        reached.separated += 1;
      } else {
        const { decisions } = await resolution.decisions({ first: 100 });
        const standing = action.aimed ? decisions.filter(({ undone }) => undone === null) : decisions;
        if (standing.length === 0) return;
        const undone = standing[action.draw % standing.length]!;
        const { triggered } = await resolution.undoDecision({ ...decision, id: undone.id });
        if (triggered) reached.undone += 1;
      }
    } catch (error) {
      const refusals = ['DECISION_INVALID', 'RECORD_NOT_FOUND', 'RECORDS_SEPARATED', 'TOO_MANY_BANS'];
      if (!isExpected(error, [...refusals, 'TRY_AGAIN'])) throw error;
      if (isExpected(error, ['TOO_MANY_BANS'])) reached.crowded += 1;
    }
  };

  const performRead = async (resolution: Resolution): Promise<void> => {
    for (const recordID of [id(), id()]) {
      const before = interleaving.time;
      const view = await resolution.entityByRecord(recordID);
      reached.read += 1;
      checkRead(recordID, view, before);
      if (pages) await checkPages(resolution, recordID);
      else await checkSearch(resolution, recordID);
    }
  };

  const performers = {
    submit: performSubmit,
    disassemble: performDisassemble,
    lift: performLift,
    read: performRead,
    decide: performDecide,
  } satisfies Record<Action['kind'], (resolution: Resolution, action: Action) => Promise<void>>;

  /** A record that was acknowledged before the read began, and that is never erased, is found once. */
  const checkRead = (recordID: string, view: EntityView | undefined, before: number) => {
    const list = written.get(recordID) ?? [];
    if (!list.some((one) => one.acknowledged && one.end <= before) || list.some((one) => one.content === null)) return;
    const found = (view?.records ?? []).filter((record) => record['id'] === recordID).length;
    if (found !== 1) fail(`a read at ${before} found ${recordID} ${found} times`);
  };

  /** What a search finds; undefined when its process stopped for so long that it ends with `TRY_AGAIN`. */
  const searchInTime = async (resolution: Resolution, parameters: RecordPayload) => {
    try {
      return (await resolution.search({ parameters })).entities;
    } catch (error) {
      if (!isExpected(error, ['TRY_AGAIN'])) throw error;
      return undefined;
    }
  };

  /** A stored record whose content never changes is hit by a search for any of its values. */
  const checkSearch = async (resolution: Resolution, recordID: string) => {
    const before = interleaving.time;
    const known = (written.get(recordID) ?? []).find((one) => one.acknowledged && one.end <= before)?.content;
    if (known == null) return;
    const { exact, near } = JSON.parse(known) as { exact: string[]; near: string[] };
    for (const parameters of [{ exact }, { near }]) {
      if (Object.values(parameters)[0]!.length === 0) continue;
      const views = await searchInTime(resolution, parameters);
      if (views === undefined) continue;
      if (written.get(recordID)!.some((one) => one.content !== known)) continue;
      reached.searched += 1;
      const found = views.filter(({ records }) => records.some((record) => record['id'] === recordID)).length;
      const what = JSON.stringify(parameters);
      if (found !== 1) fail(`a search at ${before} for ${what} found ${recordID} in ${found} entities`);
    }
  };

  /** Turns the pages of a search for what a record has; other records hit it too. */
  const checkPages = async (resolution: Resolution, recordID: string) => {
    const before = interleaving.time;
    const known = (written.get(recordID) ?? []).find((one) => one.acknowledged && one.end <= before)?.content;
    if (known == null) return;
    const { exact, near } = JSON.parse(known) as { exact: string[]; near: string[] };
    const what = `pages at ${before} for ${JSON.stringify({ exact, near })}`;
    let paging: Paging;
    try {
      const options = {
        first: 1 + (before % 2),
        now: () => interleaving.time,
        onTooMany: () => fail(`${what} have no end`),
      };
      paging = await turnPages(resolution, { exact, near }, options);
    } catch (error) {
      if (!isExpected(error, ['TRY_AGAIN'])) throw error;
      return;
    }
    reached.paged += 1;
    for (const id of shownTwice(paging)) fail(`${what} show ${id} twice`);
    checkErased(paging, what);
    if (!paging.isWhole || written.get(recordID)!.some((one) => one.content !== known)) return;
    const now = await resolution.entityByRecord(recordID);
    if (written.get(recordID)!.some((one) => one.content !== known)) return;
    if (!wasShown(paging, recordID, now)) fail(`${what} miss ${recordID}`);
  };

  /** A record whose erasure was answered before a page was asked for, and that nothing wrote again, is not on it. */
  const checkErased = ({ shown }: Paging, what: string) => {
    for (const { view, asked } of shown) {
      for (const { id } of view.records) {
        const list = written.get(id as string) ?? [];
        const erasure = list.find((one) => one.content === null && one.acknowledged && one.end < asked);
        if (erasure === undefined) continue;
        const isLast = list.every((one) => one === erasure || (one.acknowledged && one.end < erasure.start));
        if (isLast) fail(`${what} show the erased record ${id}`);
      }
    }
  };

  const batches = 2 + pick(3);
  let actors = 0;
  const newActor = () => actors++;
  const disturbance = new Disturbance(seed, {
    create: (dependencies) => create({ ...dependencies, ...largeEntities }),
    interleaving,
    newActor,
    start,
    redoAge,
    lockTime,
    fail,
  });
  for (let batch = 0; batch < batches; batch++) {
    for (let count = 1 + pick(4); count > 0; count--) {
      const actor = newActor();
      const clock = { offset: pick(3) * 700 };
      disturbance.admit({ actor, clock });
      const resolution = create({
        store: interleaving.storeOf(actor),
        rules,
        now: () => start + batch * 100 + clock.offset,
        pause: (milliseconds) =>
          interleaving.step(actor, () => {
            clock.offset += Math.max(milliseconds, 500);
          }),
        updateRecords,
        lockTime,
        readWhole,
        ...largeEntities,
      });
      const todo = Array.from({ length: 1 + pick(2) }, action);
      (async () => {
        for (const one of todo) await performers[one.kind](resolution, one);
      })().catch((error: unknown) => fail(`an actor failed: ${error instanceof Error ? error.stack : String(error)}`));
    }
    beside?.start(interleaving, newActor, () => start + batch * 100);
    disturbance.beginBatch(start + batch * 100);
    const crashes = random() < 0.5 ? 0.012 : 0;
    const delays = random() < 0.5 ? 0.03 : 0;
    const run = () =>
      interleaving.run((draw, actor) => {
        if (draw() < crashes && disturbance.mayDie(actor)) {
          interleaving.kill(actor);
          reached.crashed += 1;
        } else if (draw() < delays) interleaving.delay(actor, 5 + Math.floor(draw() * 60));
        else disturbance.beforeStep(actor);
      });
    await run();
    while (batch === batches - 1 && disturbance.wakeOne()) await run();
  }
  reached.stopped = disturbance.stopped;
  reached.swept = disturbance.swept;

  const after = create({
    store: interleaving.store,
    rules,
    now: () => start + AFTER_ALL * redoAge,
    pause: async () => undefined,
    lockTime: 0,
    readWhole,
    updateRecords,
    ...largeEntities,
  });
  const final = (await atEnd?.(interleaving, start + AFTER_ALL * redoAge)) ?? { rules, linked: toyLinked };
  const check = { seed, after, interleaving, written, removedEdges, final, mostBans, fail };
  await checkAcknowledged(check);
  await after.sweep();
  await checkAcknowledged(check);
  await checkExactly(check);
  reached.held = [...interleaving.store.items.values()].filter(
    (item) => isNodeItem(item) && readNode(item).held !== undefined,
  ).length;
  if (pages) await checkPagesAtRest(check);
  if (decides) await checkDecisions(check, !withBans);
  await beside?.check(interleaving.store, start + AFTER_ALL * redoAge, fail);
  if (failures.length > 0) throw new Error(failures.slice(0, 5).join('\n'));
  return reached;
}

const edgesOf = (view: EntityView | undefined): { a: string; b: string }[] =>
  (view?.edges() ?? []).map((edge) => {
    const [a, b] = edge.split(':') as [string, string];
    return { a, b };
  });

const isExpected = (error: unknown, codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(error.code as string);

interface CheckContext {
  readonly seed: number;
  readonly after: Resolution;
  readonly interleaving: Interleaving;
  readonly written: ReadonlyMap<string, readonly Written[]>;
  readonly removedEdges: readonly { a: string; b: string }[];
  readonly final: FinalRules;
  readonly mostBans: number | undefined;
  readonly fail: (what: string) => void;
}

interface StoredInModel {
  readonly payload: RecordPayload;
  readonly removedLinks: readonly string[];
  readonly groups: readonly string[];
  readonly operation: string;
}

export const journalEntries = ({ store }: Interleaving): JournalEntry[] =>
  [...store.items.values()].filter(({ pk }) => /^[JS]#/.test(pk)).flatMap(readEntries);

/** Of a process that died before it opened its journal entry, the item of a record may be kept free. */
export const isStoredRecord = (item: Item): boolean => item.pk.startsWith('R#') && item['d'] !== undefined;

function storedRecords({ store }: Interleaving): Map<string, StoredInModel> {
  const stored = new Map<string, StoredInModel>();
  for (const item of store.items.values()) {
    if (!isStoredRecord(item)) continue;
    const list = (name: string) => ((item[name] as string | undefined) ?? '').split('\t').filter((part) => part !== '');
    stored.set(item.pk.slice(2), {
      payload: JSON.parse(item['d'] as string) as RecordPayload,
      removedLinks: list('c'),
      groups: list('g'),
      operation: item['o'] as string,
    });
  }
  return stored;
}

function linked({ final }: CheckContext, a: StoredInModel, b: StoredInModel): boolean {
  const [x, y] = [a.payload['id'] as string, b.payload['id'] as string];
  if (a.removedLinks.includes(y) || b.removedLinks.includes(x)) return false;
  return a.groups.some((group) => b.groups.includes(group)) || final.linked(a.payload, b.payload);
}

/** Nothing acknowledged is lost, and linked records are together, or a ban is between. */
async function checkAcknowledged(check: CheckContext): Promise<void> {
  const stored = storedRecords(check.interleaving);
  checkLastWrites(check, stored);
  checkRemovedEdges(check, stored);
  const entries = journalEntries(check.interleaving);
  // A ban that an interrupted operation is lifting is neither there nor gone, and so is what a decision links.
  if (entries.some(({ relink, decision }) => relink.length > 0 || decision !== undefined)) return;
  const unfinished = new Set(entries.map(({ operation }) => operation));
  const views = await viewsOf(check, stored, unfinished);
  const settled = [...stored].filter(([, { operation }]) => !unfinished.has(operation));
  for (const [a, first] of settled) {
    for (const [b, second] of settled) {
      if (a < b && linked(check, first, second)) await checkTogether(check, a, views.get(a), b, views.get(b));
    }
  }
}

/** Each record is as one of its last writes left it. The last write is one that no acknowledged write began after. */
function checkLastWrites({ written, fail }: CheckContext, stored: ReadonlyMap<string, StoredInModel>): void {
  for (const [recordID, list] of written) {
    const now = stored.get(recordID);
    const value = now === undefined ? null : content(now.payload);
    const couldBeLast = (one: { readonly end: number }) =>
      !list.some((other) => other.acknowledged && other.start > one.end);
    const isPossible = list.some((one) => one.content === value && couldBeLast(one));
    if (isPossible || (value === null && couldBeLast({ end: -1 }))) continue;
    fail(`${recordID} is ${value}, which cannot be what was written last of ${JSON.stringify(list)}`);
  }
}

/** The decisions as they are stored. */
const decisionsIn = ({ store }: Interleaving): StoredDecision[] =>
  [...store.items.values()].filter(({ pk }) => pk === decisionPartition).map(readDecision);

/** True if a decision may have brought a link back that was removed besides. */
const mayBeRestored = (decisions: readonly StoredDecision[], a: string, b: string): boolean =>
  decisions.some(({ kind, undone, removedLinks, ...decision }) =>
    kind === 'link'
      ? [a, b].every((id) => id === decision.a || id === decision.b)
      : undone !== undefined && removedLinks.some((pair) => [a, b].every((id) => id === pair.a || id === pair.b)),
  );

function checkRemovedEdges(
  { interleaving, written, removedEdges, fail }: CheckContext,
  stored: ReadonlyMap<string, StoredInModel>,
): void {
  const decisions = decisionsIn(interleaving);
  const wasErased = (id: string) => (written.get(id) ?? []).some((write) => write.content === null);
  for (const { a, b } of removedEdges) {
    if (a === b || wasErased(a) || wasErased(b) || mayBeRestored(decisions, a, b)) continue;
    const isRemoved = stored.get(a)!.removedLinks.includes(b) && stored.get(b)!.removedLinks.includes(a);
    if (!isRemoved) fail(`the removed link of ${a} and ${b} is back`);
  }
}

/** The entities of stored records, by record id. */
async function viewsOf(
  { after, fail }: CheckContext,
  stored: ReadonlyMap<string, StoredInModel>,
  unfinished: ReadonlySet<string>,
): Promise<Map<string, EntityView>> {
  const views = new Map<string, EntityView>();
  for (const [recordID, { operation }] of stored) {
    const view = await after.entityByRecord(recordID);
    const times = view?.records.filter((record) => record['id'] === recordID).length ?? 0;
    if (times === 1) views.set(recordID, view!);
    // Of a record that was not acknowledged, the first trace may be there alone.
    else if (times > 1 || !unfinished.has(operation)) fail(`${recordID} is ${times} times in its entity`);
  }
  return views;
}

async function checkTogether(
  check: CheckContext,
  a: string,
  x: EntityView | undefined,
  b: string,
  y: EntityView | undefined,
): Promise<void> {
  if (x === undefined || y === undefined) return;
  const [root, other] = [componentRoot(check, x.id), componentRoot(check, y.id)];
  if (root === other) return;
  const bans = await x.connectionBans();
  if (bans.some((ban) => ban.others.includes(other)) || areTooMany(check, root, other)) return;
  check.fail(`${a} of ${x.id} and ${b} of ${y.id} are linked, and no ban is between`);
}

/** The root of the component of an entity: the entity itself unless the rules keep linked records apart. */
function componentRoot({ interleaving }: CheckContext, entity: string): string {
  for (let root = entity; ; ) {
    const { parent } = readNode(interleaving.store.items.get(`E#${root}\u0000#`));
    if (parent === undefined) return root;
    root = parent;
  }
}

/** True if two entities would have too many bans together. */
function areTooMany({ interleaving, mostBans }: CheckContext, ...entities: readonly [string, string]): boolean {
  const [x, y] = entities.map((id) => readNode(interleaving.store.items.get(`E#${id}\u0000#`)).constraints);
  return tooManyTogether(x!, y!, mostBans) !== undefined;
}

/** After everything is done, the pages of a search are all that it finds, in the order of the best hits. */
async function checkPagesAtRest({ after, interleaving, fail, seed }: CheckContext): Promise<void> {
  for (const [recordID, { payload }] of storedRecords(interleaving)) {
    const parameters = { exact: payload['exact'], near: payload['near'] };
    const options = { first: 1 + (seed % 3), now: () => 0, onTooMany: () => fail(`pages by ${recordID} have no end`) };
    const { shown } = await turnPages(after, parameters, options);
    const { entities } = await after.search({ parameters });
    const scores = shown.map(({ view }) => view.hitScore());
    const ids = shown.map(({ view }) => view.id).sort();
    if (ids.join() !== entities.map(({ id }) => id).join()) fail(`pages by ${recordID} show ${ids.join()}`);
    if (scores.some((score, index) => score > scores[index - 1]!)) fail(`pages by ${recordID} score ${scores.join()}`);
  }
}

/** After everything is done: entities are connected, nothing is left over, and the counters agree. */
async function checkExactly(check: CheckContext): Promise<void> {
  const { after, interleaving, fail } = check;
  const stored = storedRecords(interleaving);
  const entities = await checkEntities(check, stored);
  for (const [recordID, { payload, groups }] of stored) {
    const { entities: hits } = await after.search({ parameters: { exact: payload['exact'], near: payload['near'] } });
    if (!hits.some((view) => view.id === entities.get(recordID))) fail(`a search by ${recordID} does not find it`);
    for (const group of groups) {
      if (!interleaving.store.items.has(`K#${group}\u0000#`)) fail(`group ${group} has no owner`);
    }
  }
  const metrics = await after.metrics();
  const distinct = new Set(entities.values()).size;
  if (metrics.recordCount !== stored.size) fail(`${metrics.recordCount} records counted, ${stored.size} stored`);
  if (metrics.entityCount !== distinct) fail(`${metrics.entityCount} entities counted, ${distinct} stored`);
  for (const { operation } of journalEntries(interleaving)) fail(`the sweep left the journal entry ${operation}`);
  for (const item of interleaving.store.items.values()) {
    if (item.pk.startsWith('B#') && item.sk !== '\t') checkPosting(check, item);
    if (item.pk.startsWith('K#')) checkKeyOwner(check, item, stored);
  }
}

/** Every entity is connected and not separated from itself. Returns the entity ids by record id. */
async function checkEntities(
  check: CheckContext,
  stored: ReadonlyMap<string, StoredInModel>,
): Promise<Map<string, string>> {
  const { after, fail } = check;
  const entities = new Map<string, string>();
  const seen = new Set<string>();
  for (const recordID of stored.keys()) {
    const view = await after.entityByRecord(recordID);
    if (view === undefined) continue;
    entities.set(recordID, view.id);
    if (seen.has(view.id)) continue;
    seen.add(view.id);
    const bans = await view.connectionBans();
    const root = componentRoot(check, view.id);
    if (bans.some((ban) => ban.others.includes(root))) fail(`the entity ${view.id} is kept apart from itself`);
  }
  for (const members of Map.groupBy([...entities.keys()], (id) => componentRoot(check, entities.get(id)!)).values()) {
    const isLink = (a: string, b: string) => linked(check, stored.get(a)!, stored.get(b)!);
    const component = componentOf(members[0]!, members, isLink);
    if (component.size !== members.length) fail(`the component of ${members} is not connected`);
    const found = [...Map.groupBy(members, (id) => entities.get(id)!).values()];
    const expected = groupsOf(check, members, stored);
    if (inWords(found) !== inWords(expected)) fail(`entities ${inWords(found)} should be ${inWords(expected)}`);
  }
  return entities;
}

const inWords = (groups: readonly (readonly string[])[]): string =>
  groups
    .map((group) => [...group].sort().join('+'))
    .sort()
    .join(' ');

/** The entities that the rules make of a component. */
function groupsOf(
  { final: { rules } }: CheckContext,
  members: readonly string[],
  stored: ReadonlyMap<string, StoredInModel>,
): string[][] {
  const records = members.map((id) => {
    const { payload, removedLinks, groups } = stored.get(id)!;
    const values = rules.resolve(payload);
    return { stored: { id, removedLinks }, values, keys: keysOf(rules, values, groups) };
  });
  return finished(coherentGroups(records, rules)).groups.map((group) => group.map((record) => record.stored.id));
}

const isGiven = ({ rules }: FinalRules, record: Item, hash: string): boolean =>
  rules.indexKeys(rules.resolve(JSON.parse(record['d'] as string) as RecordPayload)).some((key) => key.hash === hash);

/** Nothing is left of a decision that was taken back. */
function checkTakenBack({ interleaving, fail }: CheckContext, id: string): void {
  const isHeld = (text: unknown, what: string) => typeof text === 'string' && text.includes(what);
  const group = groupOfDecision(id);
  for (const item of interleaving.store.items.values()) {
    if (isStoredRecord(item) && isHeld(item['g'], group)) fail(`${item.pk} is in the group of ${id}, taken back`);
    const isRoot = item.pk.startsWith('E#') && item.sk === '#' && item['p'] === undefined;
    if (isRoot && isHeld(item['b'], id)) fail(`${item.pk} is on a side of ${id}, taken back`);
  }
}

/**
 * After everything is done, each decision is carried out or taken back, and names no record that is gone.
 *
 * @param isStrict whether nothing in the history lifted constraints
 */
async function checkDecisions(check: CheckContext, isStrict: boolean): Promise<void> {
  const { interleaving, fail } = check;
  const { items } = interleaving.store;
  for (const decision of decisionsIn(interleaving)) {
    const { id, a, b, undone } = decision;
    for (const record of [a, b]) {
      if (record !== undefined && !items.has(`R#${record}\u0000#`)) fail(`${id} names ${record}, which is gone`);
    }
    if (undone !== undefined) checkTakenBack(check, id);
    else if (a !== undefined && b !== undefined) await checkCarriedOut(check, decision, [a, b], isStrict);
  }
  for (const item of items.values()) {
    if (!item.pk.startsWith('I#')) continue;
    const version = items.get(`R#${item.pk.slice(2)}\u0000#`)?.['i'] as string | undefined;
    // Pairs to review say which version they were judged by; decisions and history, who stored the record first.
    const creator = item['o'] ?? creatorOf(item['i'] as string);
    if (version === undefined || creatorOf(version) !== creator) fail(`${item.pk} ${item.sk} is left over`);
  }
}

/** Two linked records are in the group of the decision; two separated ones are apart. */
async function checkCarriedOut(
  { after, interleaving, fail }: CheckContext,
  { id, kind }: StoredDecision,
  pair: readonly string[],
  isStrict: boolean,
): Promise<void> {
  if (kind === 'link') {
    for (const record of pair) {
      const groups = interleaving.store.items.get(`R#${record}\u0000#`)?.['g'] as string | undefined;
      if (groups?.includes(groupOfDecision(id)) !== true) fail(`${record} lacks the group of ${id}`);
    }
  } else if (isStrict) {
    const [x, y] = await Promise.all(pair.map((record) => after.entityByRecord(record)));
    if (x?.id === y?.id) fail(`${pair.join(' and ')} of ${id} are together`);
  }
}

function checkPosting({ interleaving, final, fail }: CheckContext, { pk, sk }: Item): void {
  const [recordID, recordVersion] = sk.split('\t') as [string, string];
  const record = interleaving.store.items.get(`R#${recordID}\u0000#`);
  if (record?.['i'] !== recordVersion) fail(`the posting ${pk} ${sk} is left over`);
  else if (!isGiven(final, record, pk.slice(2))) fail(`the posting ${pk} ${sk} is of former rules`);
}

function checkKeyOwner(
  { interleaving, fail, final: { rules } }: CheckContext,
  { pk }: Item,
  stored: ReadonlyMap<string, StoredInModel>,
): void {
  const hash = pk.slice(2);
  // A process that linked a record late may leave the owner of a group that no other decision ever has.
  if (decisionsIn(interleaving).some(({ id, undone }) => undone !== undefined && groupOfDecision(id) === hash)) return;
  const isUsed = [...stored.values()].some(
    ({ payload, groups }) =>
      groups.includes(hash) || rules.indexKeys(rules.resolve(payload)).some((key) => key.hash === hash),
  );
  if (!isUsed) fail(`the key owner ${pk} is left over`);
}
