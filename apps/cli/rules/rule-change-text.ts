import type { RuleChangeReport } from '../../../src/entities/rule-changes/types.ts';
import type { RuleChange } from '../client/rule-change.ts';
import { count } from '../commands/entity.ts';

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
export const shortName = (name: string | null): string => (name === null ? 'none' : `${name.slice(0, 12)}…`);

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
