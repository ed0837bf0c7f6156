import { assert, present } from '../../assert.ts';
import type { Store } from '../../store/port.ts';
import type { SegmentCounts } from '../items/rule-change-items.ts';
import {
  type FormerChange,
  type Generation,
  LISTED_CHANGES,
  type Register,
  type RuleChange,
  type RuleChangePhase,
  type RuleChangesState,
  ruleChangePhases,
  writeChanges,
} from '../items/rules-register.ts';

/** What a step makes of the register: the changes, and the generation in force if it becomes another one. */
export interface ChangeStep {
  readonly changes: RuleChangesState;
  readonly inForce?: Generation;
}

/** The phase that follows, without those that the change does not need; undefined after the last. */
const phaseAfter = ({ phase, skipped }: RuleChange): RuleChangePhase | undefined =>
  ruleChangePhases.slice(ruleChangePhases.indexOf(phase) + 1).find((next) => !skipped.includes(next));

/** The generation of the records' links and keys outside of a change. */
export const inForceOf = ({ document, fingerprint, indexVersion }: Register): Generation => ({
  document,
  fingerprint,
  indexVersion,
});

/** What a change that begins has done so far. */
const nothingDone = (now: number) => ({ begun: now, phaseBegun: now, writeUnits: 0, recordsChanged: 0, problems: 0 });

interface Beginning {
  readonly to: Generation;
  readonly skipped: readonly RuleChangePhase[];
  readonly isContinued: boolean;
  readonly isRollback: boolean;
  readonly now: number;
}

/**
 * Begins a change, or gives a change that is not yet in force another target. Keys that only the former target had are
 * deleted at the end.
 */
export function begin(register: Register, { to, skipped, isContinued, isRollback, now }: Beginning): ChangeStep {
  const { changes } = register;
  const replaced = changes.change;
  const needed = replaced === undefined ? skipped : skipped.filter((phase) => phase !== 'CLEAN');
  const change: RuleChange = {
    number: changes.changes + 1,
    from: inForceOf(register),
    to,
    phase: needed.includes('INDEX') ? 'READY' : 'INDEX',
    skipped: needed,
    isSigned: false,
    isDrained: false,
    isContinued,
    isCounted: false,
    isRollback,
    ...nothingDone(now),
  };
  const { failure: _, next: __, ...rest } = changes;
  return { changes: { ...withLeft(rest, replaced), changes: changes.changes + 1, step: changes.step + 1, change } };
}

const underWay = ({ change }: RuleChangesState): RuleChange => present(change, 'a step is made of a change under way');

/** What the passes of a phase did. */
type PhaseCounts = Omit<SegmentCounts, 'seen'>;

/**
 * Ends a phase. The epoch is raised where the rules of processes become others: when the next rules come into force, and
 * when the keys of the former ones are kept no longer.
 */
export function endPhase(register: Register, counts: PhaseCounts, now: number): ChangeStep {
  const { changes } = register;
  const before = underWay(changes);
  const change: RuleChange = {
    ...before,
    writeUnits: before.writeUnits + counts.writeUnits,
    recordsChanged: before.recordsChanged + counts.changed,
    problems: before.problems + counts.problems,
  };
  const phase = phaseAfter(change);
  if (phase === undefined) return end(changes, change, now);
  const raises = change.phase === 'READY' || phase === 'CLEAN';
  const next = { ...change, phase, phaseBegun: now, ...(raises ? { isSigned: false, isDrained: false } : {}) };
  return {
    changes: { ...changes, step: changes.step + (raises ? 1 : 0), change: next },
    ...(change.phase === 'READY' ? { inForce: change.to } : {}),
  };
}

function end(changes: RuleChangesState, change: RuleChange, now: number): ChangeStep {
  const { change: _, writeUnitsPerSecond, ...rest } = withLeft(changes, change);
  // The pace is that of one change, and of taking it back.
  const pace = rest.next === undefined || writeUnitsPerSecond === undefined ? {} : { writeUnitsPerSecond };
  const done: FormerChange = {
    from: change.from.document,
    to: change.to.document,
    begun: change.begun,
    ended: now,
    isRollback: change.isRollback,
    recordsChanged: change.recordsChanged,
    writeUnits: change.writeUnits,
    problems: change.problems,
  };
  return {
    changes: { ...rest, ...pace, history: [...changes.history, done].slice(-LISTED_CHANGES) },
    // Nothing was in force by this change if it ended before it was ready.
    ...(change.phase === 'READY' ? { inForce: change.to } : {}),
  };
}

/**
 * Takes the change under way back. Before the next rules are in force, their keys are deleted; after that, the former rules
 * come into force again, whose keys are all there, and the passes run for them. While former keys are being deleted, the
 * change to the former rules begins when that is done. Counts are those of the way back.
 */
export function takeBack(register: Register, now: number): ChangeStep {
  const { changes } = register;
  const change = underWay(changes);
  const declined = change.to.document;
  if (change.phase === 'CLEAN') return { changes: { ...changes, declined, next: change.from.document } };
  const isFlipped = change.phase === 'SPLIT' || change.phase === 'UNITE';
  const back: RuleChange = {
    ...change,
    number: changes.changes + 1,
    from: change.to,
    to: change.from,
    phase: isFlipped ? 'SPLIT' : 'CLEAN',
    skipped: [],
    isSigned: false,
    isDrained: false,
    isContinued: true,
    isRollback: !change.isRollback,
    ...nothingDone(now),
  };
  return {
    changes: {
      ...withLeft(changes, change),
      changes: changes.changes + 1,
      step: changes.step + 1,
      change: back,
      declined,
    },
    ...(isFlipped ? { inForce: change.from } : {}),
  };
}

/** Notes that the items of a change are needed no longer. */
const withLeft = <State extends RuleChangesState>(changes: State, change: RuleChange | undefined): State =>
  change === undefined ? changes : { ...changes, leftItems: [...(changes.leftItems ?? []), change.number] };

/** Makes a step, if the register is still as it was. */
export async function applyStep(
  store: Store,
  register: Register,
  { changes, inForce }: ChangeStep,
  now: number,
): Promise<boolean> {
  const { changes: before } = register;
  assert(changes.step >= before.step && changes.changes >= before.changes, 'the epoch of the rules never goes back');
  const named: (Generation & { since: number }) | undefined = inForce && { ...inForce, since: now };
  const isMade = await writeChanges(store, register, changes, named);
  await store.durable();
  return isMade;
}
