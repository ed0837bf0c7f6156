import { type Register, readRegister, writeRegister } from '../../src/entities/items/rules-register.ts';
import type { createResolution, Resolution, ResolutionDependencies } from '../../src/entities/operations.ts';
import { createRuleChanges, type RuleChangesDependencies } from '../../src/entities/rule-changes/rule-changes.ts';
import type { RuleChanges } from '../../src/entities/rule-changes/types.ts';
import { documentName } from '../../src/entities/rule-changes/versions/documents.ts';
import {
  type Generations,
  generationInForce,
  rulesOfPhase,
} from '../../src/entities/rule-changes/versions/generations.ts';
import { raiseEpoch, TableRegister } from '../../src/entities/rule-changes/versions/register-access.ts';
import { loadRecordSchema } from '../../src/rules/record-schema/record-schema.ts';
import type { Store } from '../../src/store/port.ts';
import { coherentGenerations, type ToyGeneration, toyGenerations } from '../setup/toy-generations.ts';

const documentOf = ({ name }: ToyGeneration): string => documentName(name);
export const byDocument: ReadonlyMap<string, ToyGeneration> = new Map(
  [...toyGenerations, ...coherentGenerations].map((generation) => [documentOf(generation), generation]),
);

const generations: Generations = {
  generationOf: async (document) => ({ document, fingerprint: document, indexVersion: 1 }),
  compile: async ({ document }) => byDocument.get(document)!.rules,
  skippedPhases: () => [],
};

const recordSchema = loadRecordSchema(/* GraphQL */ `
  type Record {
    id: ID!
  }
`);

/** Writes the register of a table whose records begin by a generation. */
export async function beginBy(store: Store, generation: ToyGeneration, since: number): Promise<void> {
  const document = documentOf(generation);
  const register: Omit<Register, 'changes'> = {
    version: 1,
    document,
    fingerprint: document,
    since,
    indexVersion: 1,
    formerPlans: new Map(),
    inUse: true,
  };
  await writeRegister(store, register, undefined);
}

/** What a process answers by. */
export interface Serving {
  readonly resolution: Resolution;
  readonly access: TableRegister;
}

/** A process by the rules that the register says. */
export async function serve(
  create: typeof createResolution,
  dependencies: Omit<ResolutionDependencies, 'rules'>,
): Promise<Serving> {
  const { store, now = Date.now } = dependencies;
  const register = (await readRegister(store))!;
  const { change } = register.changes;
  if (change?.isSigned === false) {
    await raiseEpoch(store, register);
    return serve(create, dependencies);
  }
  const rulesOf = ({ document }: { readonly document: string }) => byDocument.get(document)!.rules;
  const inForce = change === undefined ? rulesOf(register) : rulesOf(generationInForce(change));
  const serving = change === undefined ? inForce : rulesOfPhase(change.phase, rulesOf(change.from), rulesOf(change.to));
  // Asks before every read.
  let moment = now();
  const clock = () => {
    moment += 3_600_000;
    return moment;
  };
  const status = { inForce: register.document, deployed: register.document, since: 0, findings: [] };
  const access = new TableRegister(store, register, status, serving, clock);
  return { resolution: create({ ...dependencies, rules: inForce, register: access }), access };
}

/** The owner of a table, who deployed a generation, and a worker that runs the passes. */
export function changesTo(
  deployed: ToyGeneration,
  dependencies: Omit<RuleChangesDependencies, 'deployed' | 'generations'>,
): RuleChanges {
  return createRuleChanges({
    deployed: { text: deployed.name, recordSchema },
    generations,
    lockTime: 0,
    readersTime: 0,
    ...dependencies,
  });
}
