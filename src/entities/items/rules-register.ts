import type { Clause, Item, Put, Store } from '../../store/port.ts';

/**
 * The rules that a table's keys were made by, noted in the table itself, so that it knows them whatever is deployed, and
 * also after a restore. Two kinds of items:
 *
 * | item     | pk       | sk      | attributes |
 * |----------|----------|---------|------------|
 * | register | `Q#`     | `#`     | `v` version, `s` name of the document in force, `f` its fingerprint, `t` since when, `x` index version that the table began with, `k` former plans, `u` set before the first record is stored, `o` name of a document that other records are indexed by |
 * | document | `Q#name` | `0000`… | `d` a part of the document in force, or of one that was |
 *
 * Every change of the register is conditional on its version. Nothing replaces a register in use but a document of the same
 * fingerprint, or one that its owner wants all the same.
 */
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
}

const registerKey = { pk: 'Q#', sk: '#' };

export const documentPartition = (name: string): string => `Q#${name}`;

/** One part of a document that is too large for one item. */
export const documentPartWrite = (name: string, position: number, text: string): Put => ({
  put: { pk: documentPartition(name), sk: String(position).padStart(4, '0'), d: text },
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
  };
}

/**
 * Writes a register that replaces none, or one that is not in use. Returns false if another process was faster.
 *
 * @param before undefined if there is none
 */
export async function writeRegister(store: Store, register: Register, before: Register | undefined): Promise<boolean> {
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
  return outcome!.applied;
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
  return outcome!.applied;
}

/** Notes that records will be stored by these rules. Returns false if others are in force by now. */
export async function takeIntoUse(store: Store, { version }: Pick<Register, 'version'>): Promise<boolean> {
  const [outcome] = await store.write([{ update: registerKey, set: { u: 1 }, if: [isVersion(version)] }]);
  return outcome!.applied;
}

const isVersion = (version: number): Clause => ({ attribute: 'v', equals: version });
