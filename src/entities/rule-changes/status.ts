import type { Store } from '../../store/port.ts';
import { readReport } from '../items/rule-change-items.ts';
import type { Register, RuleChange, RuleChangeOptions, RuleChangesState } from '../items/rules-register.ts';
import { Segments, sumOf } from './segments.ts';
import {
  defaultRuleChangeOptions,
  type HeldBecause,
  type RuleChangeReport,
  type RuleChangeState,
  type RuleChangeStatus,
} from './types.ts';
import { generationInForce } from './versions/generations.ts';

interface StatusOptions {
  readonly segments: number;
  readonly now: () => number;
}

/** An estimate of less than this part of a phase says nothing. */
const FEWEST = 0.02;

export async function statusOf(
  store: Store,
  register: Register | undefined,
  { segments, now }: StatusOptions,
): Promise<RuleChangeStatus> {
  const change = register?.changes.change;
  if (register === undefined || change === undefined) return atRest(register);
  return underWay(store, register, change, { segments, now });
}

function atRest(register: Register | undefined): RuleChangeStatus {
  const changes = register?.changes;
  const last = changes?.history.at(-1);
  const isAsked = changes?.wanted !== undefined && changes.wanted !== register?.document;
  const state = stateAtRest(changes, isAsked);
  return {
    ...nothing(changes),
    state,
    heldBecause: state === 'HELD' ? 'MODE' : undefined,
    inForce: register?.document ?? '',
    from: last?.from,
    to: last?.to,
    waiting: changes?.next ?? (isAsked ? changes?.wanted : undefined),
    failure: changes?.failure,
    since: register?.since,
    writeUnits: last?.writeUnits ?? 0,
    recordsChanged: last?.recordsChanged ?? 0,
    problems: last?.problems ?? 0,
  };
}

function stateAtRest(changes: RuleChangesState | undefined, isAsked: boolean): RuleChangeState {
  // A worker begins it in a moment.
  if (changes?.next !== undefined) return 'WAITING';
  if (!isAsked) return 'STEADY';
  return changes?.failure === undefined ? 'HELD' : 'FAILED';
}

async function underWay(
  store: Store,
  register: Register,
  change: RuleChange,
  { segments: count, now }: StatusOptions,
): Promise<RuleChangeStatus> {
  const { changes } = register;
  const segments = await new Segments(store, { change: change.number }, change.phase, { segments: count, now }).begun();
  const sum = sumOf(segments);
  const progress = segments.filter(({ isDone }) => isDone).length / count;
  const report = await readReport<RuleChangeReport>(store, { change: change.number });
  const isHeld = change.phase === 'READY' && change.isCounted && !change.isContinued;
  const waiting = changes.next ?? changes.wanted;
  const inForce = generationInForce(change).document;
  return {
    ...nothing(changes),
    state: changes.isPaused ? 'PAUSED' : isHeld ? 'HELD' : 'RUNNING',
    heldBecause: isHeld ? reasonOf(report, optionsOf(changes)) : undefined,
    inForce,
    from: change.from.document,
    to: change.to.document,
    waiting: waiting === change.to.document || waiting === changes.declined ? undefined : waiting,
    failure: undefined,
    phase: change.phase,
    progress,
    estimatedMinutes: isHeld ? undefined : minutesLeft(now() - change.phaseBegun, progress),
    since: change.begun,
    lastHeartbeat: segments.reduce<number | undefined>(
      (last, { heartbeat }) => Math.max(last ?? 0, heartbeat),
      change.phaseBegun,
    ),
    writeUnits: change.writeUnits + sum.writeUnits,
    report,
    recordsChanged: change.recordsChanged + sum.changed,
    problems: change.problems + sum.problems,
  };
}

const reasonOf = (report: RuleChangeReport | undefined, options: RuleChangeOptions) =>
  (report === undefined ? undefined : heldBecause(report, options)) ?? 'MODE';

function minutesLeft(milliseconds: number, progress: number): number | undefined {
  if (progress < FEWEST) return undefined;
  return Math.ceil((milliseconds * (1 - progress)) / progress / 60_000);
}

export const optionsOf = (changes: RuleChangesState | undefined): RuleChangeOptions => ({
  ...defaultRuleChangeOptions,
  ...changes?.options,
  ...(changes?.writeUnitsPerSecond === undefined ? {} : { writeUnitsPerSecond: changes.writeUnitsPerSecond }),
});

const nothing = (changes: RuleChangesState | undefined) => ({
  phase: undefined,
  progress: 0,
  estimatedMinutes: undefined,
  lastHeartbeat: undefined,
  options: optionsOf(changes),
  report: undefined,
});

/** Why a change waits for its owner after it was counted; undefined if it goes on by itself. */
export function heldBecause(report: RuleChangeReport, options: RuleChangeOptions): HeldBecause | undefined {
  if (options.mode !== 'automatic') return 'MODE';
  if (report.largestEntity > options.largestEntity) return 'LARGE_ENTITY';
  if (report.recordsTouched * 100 > report.records * options.largestChangePercent) return 'MANY_RECORDS';
  return undefined;
}
