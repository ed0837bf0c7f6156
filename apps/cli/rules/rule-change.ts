import type { RuleChangeReport } from '../../../src/entities/rule-changes/types.ts';
import { documentName } from '../../../src/entities/rule-changes/versions/documents.ts';
import type { DetailedRuleChange as RuleChange } from '../../../src/graphql/queries/rule-change.generated.ts';
import { count } from '../commands/entity.ts';
import { RuleChangeError } from './errors.ts';

const PHASES: Readonly<Record<NonNullable<RuleChange['phase']>, string>> = {
  INDEX: 'stored records get the keys of the next rules',
  READY: 'a scan counts what the change does',
  SPLIT: 'the next rules are in force; entities that they part are split',
  UNITE: 'the next rules are in force; entities that they join are united',
  CLEAN: 'keys of the former rules are deleted',
};

const REASONS: Readonly<Record<NonNullable<RuleChange['heldBecause']>, string>> = {
  MODE: 'every change waits in this mode',
  MANY_RECORDS: 'more records would change than the limit permits',
  LARGE_ENTITY: 'an entity would become larger than the limit permits',
};

const NOT_BEGUN = 'a deployed rule-config waits to begin';

/** The state of a change of the rules, for people to read. */
export function ruleChangeText(change: RuleChange): string {
  const report = change.report === null ? [] : reportLines(change.report);
  return `${[...stateLines(change), ...workLines(change), ...report].join('\n')}\n`;
}

/** The commands that come next; empty for a change that is over. */
export function nextStepsText({ state, phase, to, waiting }: RuleChange): string {
  if (state === 'RUNNING' || state === 'WAITING') return 'follow it: entity-data rules status --watch\n';
  if (state === 'PAUSED') return 'go on:     entity-data rules resume\n';
  if (state !== 'HELD') return '';
  const target = shortName(phase === null ? waiting : to);
  if (phase === null) return `begin it:  entity-data rules apply FILE, of the rule-config ${target}\n`;
  return `examine:   entity-data rules examples
go on:     entity-data rules apply FILE, of the rule-config ${target}
take back: entity-data rules rollback\n`;
}

/** One line for a terminal that follows a change. */
export function progressText({ state, phase, progress, estimatedMinutes, recordsChanged }: RuleChange): string {
  return [
    phase === null ? state.toLowerCase() : `${state.toLowerCase()}, ${phase} ${percent(progress)}`,
    ...(recordsChanged > 0 ? [`${count(recordsChanged, 'record')} changed`] : []),
    ...(estimatedMinutes === null || estimatedMinutes === 0 ? [] : [`about ${count(estimatedMinutes, 'minute')} left`]),
  ].join('; ');
}

/** A document by the beginning of its name, as `sha256sum` begins its line. */
const shortName = (name: string | null): string => (name === null ? 'none' : `${name.slice(0, 12)}…`);

/** What the change does to stored data. */
function reportLines(report: RuleChangeReport): string[] {
  const number = (value: number) => value.toLocaleString('en');
  const { records, recordsTouched } = report;
  const share = records === 0 ? 0 : (100 * recordsTouched) / records;
  return [
    `report on ${count(records, 'record')}${report.isEstimate ? '; bounds, of which no true count is worse' : ''}`,
    `  entities: ${number(report.entitiesBefore)} → ${number(report.entitiesAfter)}`,
    `  unchanged ${number(report.unchanged)}, merged ${number(report.merging)}, split ${number(report.splitting)}, both ${number(report.both)}`,
    `  records touched: ${number(recordsTouched)} (${share.toFixed(share < 1 ? 2 : 0)} %)`,
    `  largest changed entity: ${count(report.largestEntity, 'record')}`,
    `  over-frequent keys: ${number(report.overFrequentKeys)}`,
    `  records that the next rules refuse: ${number(report.refused)}`,
  ];
}

function stateLines({ state, heldBecause, inForce, from, to, waiting, failure, phase }: RuleChange): string[] {
  const because = heldBecause === null ? '' : `: ${phase === null ? NOT_BEGUN : REASONS[heldBecause]}`;
  return [
    `state:     ${state}${because}`,
    `in force:  ${inForce}`,
    ...(from === null || to === null
      ? []
      : [
          `${phase === null ? 'last from:' : 'from:     '} ${from}`,
          `${phase === null ? 'last to:  ' : 'to:       '} ${to}`,
        ]),
    ...(waiting === null ? [] : [`waiting:   ${waiting}`]),
    ...(failure === null ? [] : [`failure:   ${failure}`]),
  ];
}

function workLines(change: RuleChange): string[] {
  const { phase, progress, estimatedMinutes, since, lastHeartbeat, writeUnits, recordsChanged } = change;
  const { problemCount, problems } = change;
  return [
    ...(phase === null ? [] : [`phase:     ${phase}, ${percent(progress)}: ${phaseText(change, phase)}`]),
    ...(estimatedMinutes === null || estimatedMinutes === 0
      ? []
      : [`left:      about ${count(estimatedMinutes, 'minute')}`]),
    ...(since === null ? [] : [`since:     ${since}`]),
    ...(lastHeartbeat === null ? [] : [`worked at: ${lastHeartbeat}`]),
    ...(writeUnits > 0 ? [`used:      ${count(writeUnits, 'write unit')}`] : []),
    ...(recordsChanged > 0 ? [`changed:   ${count(recordsChanged, 'record')}`] : []),
    ...(problemCount > 0
      ? [
          `problems:  ${count(problemCount, 'record')} that ${phase === null ? 'the last change could' : 'the next rules can'}not take in`,
        ]
      : []),
    ...problems.map(({ recordID, code }) => `  ${recordID}: ${code}`),
  ];
}

const phaseText = ({ state }: RuleChange, phase: NonNullable<RuleChange['phase']>): string =>
  state === 'HELD' ? 'the scan has counted what the change does' : PHASES[phase];

const percent = (share: number): string => `${Math.floor(100 * share)} %`;

/**
 * The rule-config that a change goes on to: that of the change under way or, if there is none, the deployed one.
 *
 * @param text the rule-config that the caller means; undefined for whichever the change leads to
 * @param deployed name of the deployed rule-config; undefined if the caller may not read it
 * @throws RuleChangeError when there is nothing to go on with, or it leads to another rule-config
 */
export function changeTarget(change: RuleChange, deployed: string | undefined, text?: string): string {
  const target = targetOf(change, deployed);
  const named = text === undefined ? target : documentName(text);
  if (target === undefined && named === undefined) throw nothingWaits();
  if (named === target) return named!;
  throw otherTarget(change, named!, target);
}

/** A change to a release's own keys leads from a rule-config to the same one, so that only the phase tells. */
function targetOf({ phase, to, waiting, inForce }: RuleChange, deployed: string | undefined): string | undefined {
  if (phase !== null) return to ?? undefined;
  return [waiting ?? undefined, deployed].find((name) => name !== undefined && name !== inForce);
}

const nothingWaits = (): RuleChangeError =>
  new RuleChangeError('no change of the rules waits to go on', {
    hint: 'Deploy a changed rule-config first: rule_config_file of the module, or --rule-config of `start`.',
  });

function otherTarget({ inForce }: RuleChange, name: string, target: string | undefined): RuleChangeError {
  if (name === inForce) {
    return new RuleChangeError(`the rule-config ${shortName(name)} is in force already`, {
      hint: 'See `entity-data rules status`.',
    });
  }
  const deploy = 'rule_config_file of the module, or a start of the local service with --rule-config';
  if (target === undefined) {
    return new RuleChangeError(`no change of the rules to ${shortName(name)} is under way`, {
      hint: `Deploy this rule-config first: ${deploy}.`,
    });
  }
  return new RuleChangeError(
    `the change of the rules leads to ${shortName(target)}, and the file is ${shortName(name)}`,
    {
      hint: `Name the file that was deployed, or deploy this one: ${deploy}.`,
    },
  );
}

export interface WatchOptions {
  readonly read: () => Promise<RuleChange>;
  /** Receives a line for each change of the state. */
  readonly tell: (line: string) => void;
  /** Waits before the next read. */
  readonly pause: () => Promise<void>;
}

/** Follows a change until it is done, or waits for its owner. */
export async function watchRuleChange({ read, tell, pause }: WatchOptions): Promise<RuleChange> {
  let told: string | undefined;
  for (;;) {
    const change = await read();
    const line = progressText(change);
    if (line !== told) tell(line);
    told = line;
    if (change.state !== 'RUNNING' && change.state !== 'WAITING') return change;
    await pause();
  }
}
