import type { RuleChangeOptions } from '../entities/items/rules-register.ts';
import type { Observer } from '../entities/observer.ts';
import type { Resolution } from '../entities/operations.ts';
import { createResolution } from '../entities/operations.ts';
import { createRuleChanges, type RuleChangesDependencies } from '../entities/rule-changes/rule-changes.ts';
import type { RuleChanges } from '../entities/rule-changes/types.ts';
import type { DeployedRules, RulesInForce } from '../entities/rule-changes/versions/choose-rules.ts';
import { endless, type TimeLeft } from '../request-time.ts';
import type { RecordSources } from '../rules/record-schema/sources.ts';
import type { Store, TableScan } from '../store/port.ts';
import type { ApiConfig } from './configuration/environment.ts';
import type { Log } from './log.ts';
import type { Meter } from './metrics/meter.ts';
import { replaceableResolution } from './replaceable-resolution.ts';

/** What the owner has set for records, entities and changes of the rules. */
export interface ServiceSettings
  extends Pick<ApiConfig, 'updateRecords' | 'entityEvents' | 'genericKeyRecords' | 'historyRetentionInDays'> {
  readonly reviewPairs: number | undefined;
  readonly ruleChanges: RuleChangeOptions | undefined;
}

/** What a service is made of, whatever engine it stores in. */
export interface ServiceParts {
  readonly settings: ServiceSettings;
  /** That the schema declares: they own their records, so that a submit of changed content replaces it. */
  readonly sources: RecordSources | undefined;
  readonly store: Store;
  readonly table: TableScan;
  readonly log: Pick<Log, 'warn'>;
  readonly meter: Meter;
  readonly timeLeft?: TimeLeft | undefined;
  /** The service by the rules that came into force meanwhile; undefined where there is none. */
  readonly current: () => Promise<Pick<OpenService, 'ownResolution'> | undefined>;
}

/** A service by the rules that were in force when it was opened. */
export interface OpenService extends RulesInForce {
  readonly store: Store;
  /** By the rules that are in force when it is called. */
  readonly resolution: Resolution;
  /** By the rules of this service alone. */
  readonly ownResolution: Resolution;
  /** Whether it must be opened again, because other rules came into force. */
  isReplaced(): boolean;
}

/** Wires a service: the functions and the local service differ in the parts alone. */
export function openService(parts: ServiceParts, chosen: RulesInForce): OpenService {
  const { settings, sources, store, table, log, meter, timeLeft = endless, current } = parts;
  const { rules, register } = chosen;
  const ownResolution = createResolution({
    ...settings,
    updateRecords: settings.updateRecords || sources !== undefined,
    sources,
    store,
    table,
    rules,
    register,
    timeLeft,
    onOverFrequentKey: ({ plan }) => log.warn('generic key', { rules: plan.ruleIDs }),
    observer: observeCore(meter),
  });
  return {
    ...chosen,
    store,
    ownResolution,
    resolution: replaceableResolution(async () => (await current())?.ownResolution ?? ownResolution),
    isReplaced: () => register.isReplaced,
  };
}

/** Wires the changes of a service's rules, which go on whichever rules are in force. */
export function openRuleChanges(
  { settings, store, table, meter }: Pick<ServiceParts, 'settings' | 'store' | 'table' | 'meter'>,
  deployed: DeployedRules,
  options: Pick<RuleChangesDependencies, 'pace' | 'readersTime' | 'chunk'> = {},
): RuleChanges {
  const { ruleChanges, genericKeyRecords, reviewPairs, entityEvents, historyRetentionInDays } = settings;
  return createRuleChanges({
    store,
    table,
    deployed,
    genericKeyRecords,
    reviewPairs,
    // History is made of outbox entries.
    entityEvents: entityEvents || historyRetentionInDays > 0,
    observer: observeCore(meter),
    ...(ruleChanges && { options: ruleChanges }),
    ...options,
  });
}

/** Counts the observations of the library. */
function observeCore(meter: Meter): Observer {
  return {
    records: (outcome, count) => meter.record('Records', count, outcome),
    refusedRecords: (count) => meter.record('Records', count, 'REFUSED'),
    cutValues: (count) => meter.record('CutValues', count),
    merged: () => meter.record('Merges', 1),
    split: (entities) => meter.record('Splits', entities),
    submitCandidates: (count) => meter.record('SubmitCandidates', count),
    searchCandidates: (count) => meter.record('SearchCandidates', count),
    reviewPairs: (count) => meter.record('ReviewPairs', count),
    searchEntitiesRead: (count) => meter.record('SearchEntitiesRead', count),
    overFrequentKey: () => meter.record('GenericKeys', 1),
  };
}
