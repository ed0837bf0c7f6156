import { readRegister } from '../../src/entities/items/rules-register.ts';
import type { Resolution } from '../../src/entities/operations.ts';
import type { RuleChanges } from '../../src/entities/rule-changes/types.ts';
import { chooseRules, type RulesInForce } from '../../src/entities/rule-changes/versions/choose-rules.ts';
import type { RegisterAccess } from '../../src/entities/rule-changes/versions/register-access.ts';
import type { Log } from '../../src/runtime/log.ts';
import { createMeter, type Meter } from '../../src/runtime/metrics/meter.ts';
import { observeRules } from '../../src/runtime/metrics/observe-rules.ts';
import {
  type OpenService,
  openRuleChanges,
  openService,
  type ServiceSettings,
} from '../../src/runtime/open-service.ts';
import { restarting } from '../../src/runtime/starter.ts';
import type { Store, TableScan } from '../../src/store/port.ts';
import { forgetFormerRules, refuseOtherRules } from './data-directory.ts';
import type { Instance } from './instance.ts';

/** A service on the embedded store, without its address, its routes and its workers. */
export interface LocalService {
  readonly settings: ServiceSettings;
  readonly store: Store & TableScan;
  readonly meter: Meter;
  readonly resolution: Resolution;
  readonly ruleChanges: RuleChanges;
  /** As the service was opened first. */
  readonly first: RulesInForce;
  /** The rules that are in force now. */
  readonly inForce: () => Promise<RulesInForce>;
  /** The register by which the service was opened last. */
  readonly serving: () => RegisterAccess;
}

export interface LocalServiceOptions {
  readonly settings: ServiceSettings;
  readonly instance: Instance;
  readonly store: Store & TableScan;
  readonly log: Log;
  /** For data of a former release, which kept its rules there. */
  readonly dataDirectory: string;
  readonly ruleConfigFile: string;
  /** Whether the rule-config comes into force although stored records are indexed and linked by another one. */
  readonly adoptChanged: boolean;
}

/**
 * Items that a change of the rules scans at once: about twenty records. Requests wait while the engine reads them, some two
 * milliseconds; fewer at once take more commits.
 */
const RULE_CHANGE_CHUNK = 200;
/** Milliseconds for which requests under way may go by former rules: all of them are of this process. */
const READERS_TIME = 5_000;

/** Opens the service by the rules that the data are indexed by, and again when others come into force. */
export async function openLocalService(options: LocalServiceOptions): Promise<LocalService> {
  const { settings, instance, store, log, dataDirectory, ruleConfigFile, adoptChanged } = options;
  const meter = createMeter();
  const { ruleConfig, documents, recordSchema, rules } = instance;
  const deployed = { config: ruleConfig, text: documents.ruleConfig, recordSchema };

  /** The rules that the data are indexed by, as a function of a deployment finds them. */
  const choose = async (): Promise<RulesInForce> => {
    const register = await readRegister(store);
    if (register === undefined) await refuseOtherRules(dataDirectory, rules.parts, ruleConfigFile);
    const { onTooManyKeys } = observeRules(meter, log.warn);
    const chosen = await chooseRules(store, deployed, { adoptChanged, onTooManyKeys });
    await forgetFormerRules(dataDirectory);
    return chosen;
  };
  const parts = { settings, sources: recordSchema.sources, store, table: store, log, meter, current: () => inForce() };
  let last: OpenService;
  const open = async (): Promise<OpenService> => {
    last = openService(parts, await choose());
    return last;
  };
  const first = await open();
  const inForce = restarting(open, first);
  return {
    settings,
    store,
    meter,
    resolution: first.resolution,
    ruleChanges: openRuleChanges(parts, deployed, { readersTime: READERS_TIME, chunk: RULE_CHANGE_CHUNK }),
    first,
    inForce,
    serving: () => last.register,
  };
}
