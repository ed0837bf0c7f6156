import { RetryableError } from '../../../errors.ts';
import type { CompileOptions } from '../../../rules/compile/compile.ts';
import type { CompiledRules } from '../../../rules/compile/compiled-rules.ts';
import { INDEX_VERSION } from '../../../rules/compile/index-plan.ts';
import type { RuleConfig } from '../../../rules/document/types.ts';
import type { RecordSchema } from '../../../rules/record-schema/record-schema.ts';
import type { CompiledRuleConfig } from '../../../rules/types.ts';
import type { Store } from '../../../store/port.ts';
import type { Attempted } from '../../deadline.ts';
import { readCounts } from '../../items/counters.ts';
import {
  nameDocument,
  noChanges,
  type Register,
  type RuleChange,
  readRegister,
  writeRegister,
} from '../../items/rules-register.ts';
import { ageOfOldestWork } from '../../sweep.ts';
import { documentName, readDocument, writeDocument } from './documents.ts';
import { checkRelease, compileGeneration, generationInForce, readKept, rulesOfPhase } from './generations.ts';
import type { RulesFinding, RulesStatus } from './register-access.ts';
import { type RegisterAccess, raiseEpoch, TableRegister } from './register-access.ts';

/** The deployed rules, which the linter accepted. */
export interface DeployedRules {
  readonly config: RuleConfig;
  /** The document as its owner wrote it. */
  readonly text: string;
  readonly recordSchema: RecordSchema;
}

export interface ChooseOptions {
  /** Whether the deployed rules come into force also where stored records are indexed and linked by others. */
  readonly adoptChanged?: boolean;
  /** Called for stored records that have more index keys under these rules than a record may have. */
  readonly onTooManyKeys?: CompileOptions['onTooManyKeys'];
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  /** The register, if the caller has begun to read it. */
  readonly register?: Promise<Register | undefined>;
}

/** The rules that a process serves a table by. */
export interface RulesInForce {
  readonly rules: CompiledRules;
  /** Their document. */
  readonly text: string;
  readonly register: RegisterAccess;
}

const RETRY: Attempted<RulesInForce> = { retry: true };

/** Each process changes the register at most once when it starts, so that conflicts are rare. */
const ATTEMPTS = 20;

/**
 * Chooses the rules of a table. Its keys, links and entities were made by one document, which the table keeps. With
 * another one, records would be missed, unrelated records joined, and erased values kept. So that document stays in
 * force when another is deployed, with two exceptions: both give the same keys and links (they differ in searches,
 * scores or names), or no record is stored yet. Then the deployed one comes into force at once. Any other one comes into
 * force by a change of rules (rule-changes/), of which this process takes the phase that it finds.
 *
 * @throws StoredRulesError, RuleConfigError when this release cannot run the document in force, RetryableError
 */
export async function chooseRules(
  store: Store,
  deployed: DeployedRules,
  options: ChooseOptions = {},
): Promise<RulesInForce> {
  const choice = new Choice(store, deployed, options);
  let register = await (options.register ?? readRegister(store));
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const step = await choice.chooseOnce(register);
    if ('done' in step) return step.done;
    register = await readRegister(store);
  }
  throw new RetryableError('the rules in force change too often', { hint: 'Start again after a moment.' });
}

class Choice {
  private readonly store: Store;
  private readonly deployed: DeployedRules;
  private readonly options: ChooseOptions;
  private readonly name: string;

  constructor(store: Store, deployed: DeployedRules, options: ChooseOptions) {
    this.store = store;
    this.deployed = deployed;
    this.options = options;
    this.name = documentName(deployed.text);
  }

  async chooseOnce(register: Register | undefined): Promise<Attempted<RulesInForce>> {
    if (register === undefined) return this.begin();
    const { change } = register.changes;
    if (change !== undefined) return this.during(register, change);
    const rules = this.compile(this.deployed.config, register);
    if (register.document === this.name) return this.serve(rules, register);
    if (!register.inUse) return this.beginAnew(register, false);
    const isAlike = rules.fingerprint === register.fingerprint;
    if (isAlike || this.options.adoptChanged === true) return this.replace(register, rules, isAlike);
    return { done: await this.keep(register) };
  }

  /** A change of rules is under way. */
  private async during(register: Register, change: RuleChange): Promise<Attempted<RulesInForce>> {
    if (!change.isSigned) {
      await raiseEpoch(this.store, register);
      return RETRY;
    }
    checkRelease(change);
    const { document } = generationInForce(change);
    const [from, to] = [await this.kept(change.from, register), await this.kept(change.to, register)];
    const inForce = generationInForce(change) === change.to ? to : from;
    const findings = [
      ...(document === this.name ? [] : [notInForce(document, this.name)]),
      ...inForce.problems.map(missesFields),
    ];
    const pair = rulesOfPhase(change.phase, from.rules, to.rules);
    return { done: this.inForce(inForce.rules, inForce.text, register, findings, pair) };
  }

  private async kept(
    { document, indexVersion }: Pick<RuleChange['from'], 'document' | 'indexVersion'>,
    register: Register,
  ): Promise<{ rules: CompiledRules; text: string; problems: readonly string[] }> {
    const text = await readDocument(this.store, document);
    const { config, problems } = readKept(text, this.deployed.recordSchema);
    const { onTooManyKeys } = this.options;
    return { rules: compileGeneration(config, register, { indexVersion, onTooManyKeys }), text, problems };
  }

  /** The first start on a table: it may hold records of a release that noted no rules. */
  private async begin(): Promise<Attempted<RulesInForce>> {
    const [{ records, entities }, work] = await Promise.all([
      readCounts(this.store),
      ageOfOldestWork(this.store, this.now(), 0),
    ]);
    return this.beginAnew(undefined, records > 0 || entities > 0 || work !== null);
  }

  /** Keys of the plans of a table's first document are what they always were, so that no former table is indexed anew. */
  private async beginAnew(before: Register | undefined, inUse: boolean): Promise<Attempted<RulesInForce>> {
    const { fingerprint, parts } = this.compile(this.deployed.config, {});
    const register = {
      version: (before?.version ?? 0) + 1,
      document: this.name,
      fingerprint,
      since: this.now(),
      indexVersion: INDEX_VERSION,
      formerPlans: new Map(parts.plans.map(({ signature, identity }) => [signature, identity])),
      inUse,
    };
    await writeDocument(this.store, this.deployed.text);
    if (!(await writeRegister(this.store, register, before))) return RETRY;
    await this.store.durable();
    const written = { ...register, changes: before?.changes ?? noChanges };
    return this.serve(this.compile(this.deployed.config, written), written, inUse ? [assumed(this.name)] : []);
  }

  /** @param isAlike whether both documents make the same of stored data */
  private async replace(before: Register, rules: CompiledRules, isAlike: boolean): Promise<Attempted<RulesInForce>> {
    const after = {
      ...before,
      version: before.version + 1,
      document: this.name,
      fingerprint: rules.fingerprint,
      since: this.now(),
      replaced: isAlike ? before.replaced : before.document,
    };
    await writeDocument(this.store, this.deployed.text);
    if (!(await nameDocument(this.store, before, after))) return RETRY;
    await this.store.durable();
    return this.serve(rules, after);
  }

  private serve(rules: CompiledRules, register: Register, more: readonly RulesFinding[] = []): Attempted<RulesInForce> {
    const findings = [
      ...more,
      ...(register.replaced === undefined ? [] : [adopted(register.replaced, this.name)]),
      ...releaseFindings(rules, register),
    ];
    return { done: this.inForce(rules, this.deployed.text, register, findings) };
  }

  /** The document that the table keeps goes on serving. */
  private async keep(register: Register): Promise<RulesInForce> {
    const { rules, text, problems } = await this.kept(register, register);
    return this.inForce(rules, text, register, [
      notInForce(register.document, this.name),
      ...problems.map(missesFields),
      ...(register.replaced === undefined ? [] : [adopted(register.replaced, register.document)]),
      ...releaseFindings(rules, register),
    ]);
  }

  private inForce(
    rules: CompiledRules,
    text: string,
    register: Register,
    findings: readonly RulesFinding[],
    serving: CompiledRuleConfig = rules,
  ): RulesInForce {
    const { document, since } = register;
    const status = { inForce: document, deployed: this.name, since, findings };
    return { rules, text, register: new TableRegister(this.store, register, status, serving, this.options.now) };
  }

  private compile(config: RuleConfig, { indexVersion, formerPlans }: Partial<Register>): CompiledRules {
    const { onTooManyKeys } = this.options;
    return compileGeneration(config, { formerPlans: formerPlans ?? new Map() }, { indexVersion, onTooManyKeys });
  }

  private now(): number {
    return (this.options.now ?? Date.now)();
  }
}

/** The table began with another version of keys and values, or this release makes others of the same document. */
const releaseFindings = ({ fingerprint }: CompiledRules, register: Register): RulesFinding[] =>
  register.indexVersion === INDEX_VERSION && register.fingerprint === fingerprint ? [] : [anotherRelease()];

export const isDeployedInForce = ({ inForce, deployed }: RulesStatus): boolean => inForce === deployed;

const short = (name: string): string => name.slice(0, 12);

const notInForce = (inForce: string, deployed: string): RulesFinding => ({
  code: 'RULES_NOT_IN_FORCE',
  message: `the deployed rule-config (SHA-256 ${short(deployed)}…) is not in force: the stored records are indexed and linked by another one (${short(inForce)}…), which goes on serving`,
  hint: '`entity-data rules status` says how far the change to the deployed one is; docs/change-rules.md says how to continue it.',
});

const adopted = (former: string, deployed: string): RulesFinding => ({
  code: 'RULES_ADOPTED',
  message: `the deployed rule-config (SHA-256 ${short(deployed)}…) has come into force, although stored records are indexed and linked by another one (${short(former)}…)`,
  hint: 'Stored records are not found by keys that only the deployed one has until they are submitted with other content; docs/change-rules.md says what else to expect.',
});

const assumed = (deployed: string): RulesFinding => ({
  code: 'RULES_ASSUMED',
  message: `records were stored before the table noted its rules: the deployed rule-config (SHA-256 ${short(deployed)}…) is taken for the one that they were indexed by`,
  hint: 'Should that be another one, deploy that one before anything is submitted, with adopt_changed_rules.',
});

const missesFields = (problem: string): RulesFinding => ({
  code: 'RULES_MISS_FIELDS',
  message: `the rule-config in force does not fit the deployed schema: ${problem}`,
  hint: 'Put back into the schema what the rule-config in force reads. Until then new records have no value there.',
});

const anotherRelease = (): RulesFinding => ({
  code: 'RULES_OF_ANOTHER_RELEASE',
  message: 'the stored records were indexed by a release that makes other keys or values of the same rule-config',
  hint: 'Records and searches with values that changed may miss each other; load the records into a new instance when that matters.',
});
