import { readRegister } from '../../entities/items/rules-register.ts';
import { chooseRules, type DeployedRules } from '../../entities/rule-changes/versions/choose-rules.ts';
import { createDynamoDBStore } from '../../store/dynamodb/store.ts';
import { loadDeployment } from '../configuration/deployment.ts';
import { createDocumentReader } from '../configuration/documents.ts';
import type { ApiConfig } from '../configuration/environment.ts';
import type { Telemetry } from '../lambda.ts';
import { observeRules } from '../metrics/observe-rules.ts';
import { type OpenService, openService, type ServiceParts } from '../open-service.ts';
import { type OpenTableOptions, openTable } from './table.ts';

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
  const { sources } = deployed.recordSchema;
  const parts = { settings: config, sources, store, table, log, meter, timeLeft: options.timeLeft, current };
  return { ...openService(parts, chosen), parts, deployed };
}
