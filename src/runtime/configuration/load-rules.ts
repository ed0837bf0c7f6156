import { readRegister } from '../../entities/items/rules-register.ts';
import {
  chooseRules,
  type DeployedRules,
  type RulesInForce,
} from '../../entities/rule-changes/versions/choose-rules.ts';
import type { DynamoDB } from '../../store/dynamodb/dynamodb.ts';
import { createDynamoDBStore } from '../../store/dynamodb/store.ts';
import type { Store } from '../../store/port.ts';
import type { Meter } from '../metrics/meter.ts';
import { loadDeployment } from './deployment.ts';
import { observeRules, type Warn } from './observe-rules.ts';
import { createDocumentReader } from './read-document.ts';

export interface LoadRulesOptions {
  readonly tableName: string;
  readonly ruleConfigFile: string;
  readonly schemaFile: string;
  readonly adoptChangedRules: boolean;
  readonly dynamodb: DynamoDB;
  /** The store of the function. */
  readonly store: Store;
  readonly meter: Meter;
  readonly warn: Warn;
}

export interface LoadedRules extends RulesInForce {
  readonly recordSchema: DeployedRules['recordSchema'];
  /** The deployed rules, in force or not. */
  readonly deployed: DeployedRules;
  /** Text of the deployed schema. */
  readonly schema: string;
}

/** Lambda gives a function 10 seconds to start. */
const DEADLINE_MILLISECONDS = 6_000;

/**
 * Loads the rules by which a function serves its table, with the deployed schema. The register and the documents are read
 * at the same time, so that the register does not delay the start.
 *
 * @throws DeploymentError with every problem of both documents, and what chooseRules throws
 */
export async function loadRules(options: LoadRulesOptions): Promise<LoadedRules> {
  const { tableName, ruleConfigFile, schemaFile, dynamodb, meter, warn } = options;
  const starting = createDynamoDBStore({ tableName, dynamodb, deadlineMilliseconds: DEADLINE_MILLISECONDS });
  const register = readRegister(starting);
  // Its failure is handled at its `await`, after problems of the documents.
  register.catch(() => {});
  const deployed = await loadDeployment(ruleConfigFile, schemaFile, createDocumentReader(dynamodb));
  const observer = observeRules(meter, warn);
  const chosen = await chooseRules(options.store, deployed, {
    register,
    adoptChanged: options.adoptChangedRules,
    onTooManyKeys: observer.onTooManyKeys,
  });
  observer.tell(chosen.register.status);
  return { ...chosen, recordSchema: deployed.recordSchema, schema: deployed.schema, deployed };
}
