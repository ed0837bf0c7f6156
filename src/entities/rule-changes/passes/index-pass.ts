import type { EntityDataError } from '../../../errors.ts';
import { RulePair } from '../../../rules/compile/rule-pair.ts';
import type { RecordPayload } from '../../../rules/types.ts';
import { postingKey } from '../../items/index-keys.ts';
import type { StoredRecord } from '../../items/record.ts';
import { problemWrite } from '../../items/rule-change-items.ts';
import { hasAllKeys, hashesOf, isInForce, type MemberRecord, memberOf } from '../../keys/record-keys.ts';
import type { Segment } from '../../read/list-entities.ts';
import {
  openOperations,
  type PassChunk,
  type PassContext,
  type PhasePass,
  relinkAll,
  scanRecords,
  stepAt,
} from './pass.ts';

/** Write units of the item of a record: a kilobyte or two. */
const UNITS_OF_RECORD = 2;

/**
 * Gives stored records the keys that only the next rules make. They link nothing yet. Records that are stored meanwhile get
 * the keys of both rules.
 */
export const indexPass: PhasePass = {
  chunk: async (context, segment, chunk) => {
    const { records, next } = await scanRecords(context, segment, chunk);
    const seen = records.map((stored) => seenBy(context, stored));
    const members = seen.map(({ member }) => member);
    const { found: problems, noted } = await noteProblems(context, seen, noteable(segment, chunk));
    const unposted = await lacksPostings(context, members);
    const lacking = members.filter((member) => lacksKeys(member) || unposted.has(member));
    const open = await openOperations(
      context,
      lacking.map(({ stored }) => stored),
    );
    const todo = lacking.filter(({ stored }) => !open.has(stored.operation));
    let writeUnits = noted;
    if (todo.length > 0) {
      await relinkAll(context, todo, 'publish dormant keys');
      for (const { given } of todo) {
        writeUnits += UNITS_OF_RECORD + given.filter((key) => !isInForce(key)).length;
      }
    }
    return stepAt(next, { seen: records.length, changed: 0, problems, writeUnits });
  },
};

/** Whether a key is not noted that only the next rules make. */
function lacksKeys({ stored, given }: MemberRecord): boolean {
  const dormant = hashesOf(given.filter((key) => !isInForce(key)));
  if (dormant.exact.length + dormant.blocking.length === 0) return false;
  return stored.written === undefined || !hasAllKeys(stored.written, dormant);
}

/**
 * Records that note a blocking key and have no posting: an operation noted it and was cut off, and another one finished it by
 * rules that do not make the key. An exact key that an entity does not own, `UNITE` finds.
 */
async function lacksPostings(
  { store }: PassContext,
  members: readonly MemberRecord[],
): Promise<ReadonlySet<MemberRecord>> {
  const noted = members
    .filter((member) => !lacksKeys(member))
    .flatMap((member) => {
      const { id: recordID, recordVersion } = member.stored;
      const { blocking } = hashesOf(member.given.filter((key) => !isInForce(key)));
      return blocking.map((hash) => ({ member, key: postingKey(hash, { recordID, recordVersion }) }));
    });
  const items = await store.getMany(noted.map(({ key }) => key));
  return new Set(noted.filter((_, index) => items[index] === undefined).map(({ member }) => member));
}

/** Problems that the next rules have with a table; others are only counted. */
export const MOST_PROBLEMS = 10_000;

/** How many problems a chunk may note: each segment has its share. */
const noteable = ({ segments }: Segment, { before }: PassChunk): number =>
  Math.max(0, Math.ceil(MOST_PROBLEMS / segments) - before.problems);

/** A record, and the code of a problem that the next rules have with it. */
interface SeenRecord {
  readonly member: MemberRecord;
  readonly problem: string | undefined;
}

/** Asks for the problem at once: the rules compute the keys of the values that they had last only once. */
function seenBy({ rules }: PassContext, stored: StoredRecord): SeenRecord {
  const member = memberOf(rules, stored);
  if (!(rules instanceof RulePair)) return { member, problem: undefined };
  const [problem] = rules.otherProblems(payloadOf(stored), member.values) as EntityDataError[];
  return { member, problem: problem?.code };
}

/** Notes records that the next rules refuse, at most so many, and counts all of them. */
async function noteProblems(
  { store, items }: PassContext,
  seen: readonly SeenRecord[],
  most: number,
): Promise<{ readonly found: number; readonly noted: number }> {
  const found = seen.flatMap(({ member, problem }) =>
    problem === undefined ? [] : [problemWrite(items, member.stored.id, problem)],
  );
  const noted = found.slice(0, most);
  if (noted.length > 0) await store.write(noted);
  return { found: found.length, noted: noted.length };
}

const payloadOf = ({ document }: StoredRecord): RecordPayload => JSON.parse(document) as RecordPayload;
