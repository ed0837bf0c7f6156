import type { RuleChangeOptions } from '../entities/items/rules-register.ts';
import { readRegister } from '../entities/items/rules-register.ts';
import type { Observer } from '../entities/observer.ts';
import type { Resolution } from '../entities/operations.ts';
import { createResolution } from '../entities/operations.ts';
import { createRuleChanges, type RuleChangesDependencies } from '../entities/rule-changes/rule-changes.ts';
import type { RuleChanges } from '../entities/rule-changes/types.ts';
import { chooseRules, type DeployedRules, type RulesInForce } from '../entities/rule-changes/versions/choose-rules.ts';
import { endless, type TimeLeft } from '../request-time.ts';
import { createDynamoDBStore } from '../store/dynamodb/store.ts';
import type { Store, TableScan } from '../store/port.ts';
import { type OpenTableOptions, openTable } from './aws/table.ts';
import { loadDeployment } from './configuration/deployment.ts';
import { createDocumentReader } from './configuration/documents.ts';
import type { ApiConfig } from './configuration/environment.ts';
import type { Telemetry } from './lambda.ts';
import type { Log } from './log.ts';
import type { Meter } from './metrics/meter.ts';
import { observeRules } from './metrics/observe-rules.ts';
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
  const { settings, store, table, log, meter, timeLeft = endless, current } = parts;
  const { rules, register } = chosen;
  const ownResolution = createResolution({
    ...settings,
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

/** The service of a function, with what was deployed. */
export interface DeployedService extends OpenService {
  /** The parts of the service, for {@link openRuleChanges}. */
  readonly parts: ServiceParts;
  /** The deployed rules, in force or not. */
  readonly deployed: DeployedRules & { readonly schema: string };
}

export interface DeployedServiceOptions extends OpenTableOptions, Pick<ServiceParts, 'current'> {
  readonly telemetry: Telemetry;
}

/** Lambda gives a function 10 seconds to start. */
const DEADLINE_MILLISECONDS = 6_000;

/**
 * Opens the service of a function on its table. The register and the documents are read at the same time, so that the
 * register does not delay the start.
 *
 * @throws DeploymentError with every problem of both documents, and what chooseRules throws
 */
export async function openDeployedService(
  config: Omit<ApiConfig, 'limits'>,
  { telemetry, current, ...options }: DeployedServiceOptions,
): Promise<DeployedService> {
  const { tableName, ruleConfigFile, schemaFile, adoptChangedRules } = config;
  const { log, meter } = telemetry;
  const { dynamodb, store, table } = openTable(tableName, telemetry, options);
  const starting = createDynamoDBStore({ tableName, dynamodb, deadlineMilliseconds: DEADLINE_MILLISECONDS });
  const register = readRegister(starting);
  // Its failure is handled at its `await`, after problems of the documents.
  register.catch(() => {});
  const deployed = await loadDeployment(ruleConfigFile, schemaFile, createDocumentReader(dynamodb));
  const { tell, onTooManyKeys } = observeRules(meter, log.warn);
  const chosen = await chooseRules(store, deployed, { register, adoptChanged: adoptChangedRules, onTooManyKeys });
  tell(chosen.register.status);
  const parts = { settings: config, store, table, log, meter, timeLeft: options.timeLeft, current };
  return { ...openService(parts, chosen), parts, deployed };
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
