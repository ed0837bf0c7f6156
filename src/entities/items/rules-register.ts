import { present } from '../../assert.ts';
import type { Clause, Item, Key, Put, Store } from '../../store/port.ts';
import { partName } from './texts.ts';

/**
 * The rules that a table's keys were made by, noted in the table itself, so that it knows them whatever is deployed, and
 * also after a restore. Two kinds of items:
 *
 * | item     | pk       | sk      | attributes |
 * |----------|----------|---------|------------|
 * | register | `Q#`     | `#`     | `v` version, `s` name of the document in force, `f` its fingerprint, `t` since when, `x` index version that the table began with, `k` former plans, `u` set before the first record is stored, `o` name of a document that other records are indexed by, `c` changes of the rules as JSON text |
 * | document | `Q#name` | `0000`… | `d` a part of the document in force, or of one that was |
 *
 * Every change of the register is conditional on its version. Nothing replaces a register in use but a document of the same
 * fingerprint, one that its owner wants all the same, or a step of a change of rules.
 */

/** Rules that stored records have, or get, their keys by. */
export interface Generation {
  /** Name of the document. */
  readonly document: string;
  readonly fingerprint: string;
  /** The version of keys and values, see rules/compile/index-plan.ts. */
  readonly indexVersion: number;
}

/** Tells generations from one another. */
export const generationKey = ({ document, indexVersion }: Generation): string => `${document} ${indexVersion}`;

/**
 * The steps of a change, in this order. A change whose rules need a step not leaves it out.
 *
 * - `INDEX`: stored records get the keys that only the next rules have.
 * - `READY`: a scan counts what the change does; then the change waits until it may go on.
 * - `SPLIT`: the next rules are in force; entities that they part are split.
 * - `UNITE`: entities that they join are united.
 * - `CLEAN`: keys that only the former rules had are deleted.
 */
export type RuleChangePhase = (typeof ruleChangePhases)[number];

/** In their order. */
export const ruleChangePhases = ['INDEX', 'READY', 'SPLIT', 'UNITE', 'CLEAN'] as const;

/** What a new document does on its own. */
export interface RuleChangeOptions {
  /**
   * - `hold`: indexes and counts, then waits.
   * - `automatic`: goes on if the change stays within the limits, and waits otherwise.
   * - `refuse`: does nothing until the owner starts the change.
   */
  readonly mode: 'hold' | 'automatic' | 'refuse';
  /** The most records, in percent of all, whose entities may change without a question. */
  readonly largestChangePercent: number;
  /** The most records of an entity that results without a question. */
  readonly largestEntity: number;
  /** Write units a second that all workers together may use. */
  readonly writeUnitsPerSecond: number;
}

/** A change of rules under way. */
export interface RuleChange {
  readonly number: number;
  readonly from: Generation;
  readonly to: Generation;
  readonly phase: RuleChangePhase;
  /** Phases that this change does not need. */
  readonly skipped: readonly RuleChangePhase[];
  /** True when the epoch is raised: no process can begin anything by the rules of the phase before. */
  readonly isSigned: boolean;
  /** True when all that was begun by those rules has ended. */
  readonly isDrained: boolean;
  /** True when the owner, or the guard, let the change go on after it was counted. */
  readonly isContinued: boolean;
  /** True when the change was counted. */
  readonly isCounted: boolean;
  readonly isRollback: boolean;
  /** Milliseconds since 1970. */
  readonly begun: number;
  readonly phaseBegun: number;
  /** Of the phases that are done. */
  readonly writeUnits: number;
  readonly recordsChanged: number;
  readonly problems: number;
}

/** A change that is done. */
export interface FormerChange {
  readonly from: string;
  readonly to: string;
  readonly begun: number;
  readonly ended: number;
  readonly isRollback: boolean;
  readonly recordsChanged: number;
  readonly writeUnits: number;
  /** Absent in a change that ended under a release that did not keep it. */
  readonly problems?: number;
}

/** Everything about changes of the rules of a table. */
export interface RuleChangesState {
  /** Changes so far, those under way included. */
  readonly changes: number;
  /** Steps so far: the epoch of the rules. 0 in a table whose rules never changed. */
  readonly step: number;
  readonly change?: RuleChange | undefined;
  /** Name of the document that the owner has deployed, if it is another one than that in force. */
  readonly wanted?: string | undefined;
  /** Name of a document that the owner took back: it starts no change by itself. */
  readonly declined?: string | undefined;
  /** Name of the document to change to when the change under way is done. */
  readonly next?: string | undefined;
  /** Why the document `wanted` cannot come into force. */
  readonly failure?: string | undefined;
  /** Numbers of changes whose items are to be deleted. */
  readonly leftItems?: readonly number[] | undefined;
  readonly isPaused: boolean;
  /** Set by {@link RuleChanges.setPace}. */
  readonly writeUnitsPerSecond?: number | undefined;
  readonly options?: RuleChangeOptions | undefined;
  /** The last {@link LISTED_CHANGES} ones, oldest first. */
  readonly history: readonly FormerChange[];
}

export const LISTED_CHANGES = 20;

export const noChanges: RuleChangesState = { changes: 0, step: 0, isPaused: false, history: [] };

/** What a table notes of its rules. */
export interface Register {
  readonly version: number;
  /** Name of the document in force: SHA-256 of its text in hexadecimal digits. */
  readonly document: string;
  readonly fingerprint: string;
  /** Milliseconds since 1970 at which the document came into force. */
  readonly since: number;
  /** The version of keys and values (rules/compile/index-plan.ts) that the table began with. */
  readonly indexVersion: number;
  /** Identities by signature, of the plans of the first document: their keys are digests over the signature alone. */
  readonly formerPlans: ReadonlyMap<string, string>;
  /** True if records are stored, or about to be. */
  readonly inUse: boolean;
  /** Name of the document that was replaced although records are indexed by it. */
  readonly replaced?: string | undefined;
  readonly changes: RuleChangesState;
}

const registerKey = { pk: 'Q#', sk: '#' };

export const documentPartition = (name: string): string => `Q#${name}`;

/** True for the register and its documents. */
export const isOfRules = ({ pk }: Key): boolean => pk.startsWith(registerKey.pk);

/** One part of a document that is too large for one item. */
export const documentPartWrite = (name: string, position: number, text: string): Put => ({
  put: { pk: documentPartition(name), sk: partName(position), d: text },
});

export const readDocumentPart = (item: Item): string => item['d'] as string;

export async function readRegister(store: Pick<Store, 'getMany'>): Promise<Register | undefined> {
  const [item] = await store.getMany([registerKey]);
  return item && registerOf(item);
}

function registerOf(item: Item): Register {
  return {
    version: item['v'] as number,
    document: item['s'] as string,
    fingerprint: item['f'] as string,
    since: item['t'] as number,
    indexVersion: item['x'] as number,
    formerPlans: new Map(Object.entries(item['k'] as Readonly<Record<string, string>>)),
    inUse: item['u'] !== undefined,
    replaced: item['o'] as string | undefined,
    changes: item['c'] === undefined ? noChanges : (JSON.parse(item['c'] as string) as RuleChangesState),
  };
}

/**
 * Writes a register that replaces none, or one that is not in use. Returns false if another process was faster.
 *
 * @param before undefined if there is none
 */
export async function writeRegister(
  store: Store,
  register: Omit<Register, 'changes'>,
  before: Register | undefined,
): Promise<boolean> {
  const { version, document, fingerprint, since, indexVersion, formerPlans, inUse } = register;
  const unchanged: Clause[] =
    before === undefined ? [{ item: 'absent' }] : [isVersion(before.version), { attribute: 'u', absent: true }];
  const [outcome] = await store.write([
    {
      put: {
        ...registerKey,
        v: version,
        s: document,
        f: fingerprint,
        t: since,
        x: indexVersion,
        k: Object.fromEntries(formerPlans),
        ...(inUse ? { u: 1 } : {}),
      },
      if: unchanged,
    },
  ]);
  return present(outcome, 'every write has an outcome').applied;
}

/** Names another document in a register that may be in use. Returns false if its version changed. */
export async function nameDocument(
  store: Store,
  { version }: Pick<Register, 'version'>,
  { document, fingerprint, since, replaced }: Pick<Register, 'document' | 'fingerprint' | 'since' | 'replaced'>,
): Promise<boolean> {
  const [outcome] = await store.write([
    {
      update: registerKey,
      set: {
        v: version + 1,
        s: document,
        f: fingerprint,
        t: since,
        ...(replaced === undefined ? {} : { o: replaced }),
      },
      if: [isVersion(version)],
    },
  ]);
  return present(outcome, 'every write has an outcome').applied;
}

/** One step of changes of the rules. Returns false if the register is not of this version any more. */
export async function writeChanges(
  store: Store,
  { version }: Pick<Register, 'version'>,
  changes: RuleChangesState,
  inForce?: Generation & { readonly since: number },
): Promise<boolean> {
  const named =
    inForce === undefined
      ? {}
      : { s: inForce.document, f: inForce.fingerprint, x: inForce.indexVersion, t: inForce.since };
  const [outcome] = await store.write([
    {
      update: registerKey,
      set: { v: version + 1, c: JSON.stringify(changes), ...named },
      if: [isVersion(version)],
    },
  ]);
  return present(outcome, 'every write has an outcome').applied;
}

/** Notes that records will be stored by these rules. Returns false if others are in force by now. */
export async function takeIntoUse(store: Store, { version }: Pick<Register, 'version'>): Promise<boolean> {
  const [outcome] = await store.write([{ update: registerKey, set: { u: 1 }, if: [isVersion(version)] }]);
  return present(outcome, 'every write has an outcome').applied;
}

const isVersion = (version: number): Clause => ({ attribute: 'v', equals: version });
