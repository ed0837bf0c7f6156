import { assertNever } from '../../../assert.ts';
import { RetryableError } from '../../../errors.ts';
import { compareRules } from '../../../rules/compile/compare-rules.ts';
import { type CompileOptions, compileRuleConfig } from '../../../rules/compile/compile.ts';
import { CompiledRules } from '../../../rules/compile/compiled-rules.ts';
import { INDEX_VERSION } from '../../../rules/compile/index-plan.ts';
import { RulePair } from '../../../rules/compile/rule-pair.ts';
import { RuleConfigError } from '../../../rules/document/findings.ts';
import type { RuleConfig } from '../../../rules/document/types.ts';
import { lintRuleConfig, loadRuleConfig } from '../../../rules/lint/lint-rule-config.ts';
import type { RecordSchema } from '../../../rules/record-schema/record-schema.ts';
import type { CompiledRuleConfig } from '../../../rules/types.ts';
import type { Store } from '../../../store/port.ts';
import {
  type Generation,
  type Register,
  type RuleChange,
  type RuleChangePhase,
  ruleChangePhases,
} from '../../items/rules-register.ts';
import { readDocument } from './documents.ts';

/** What a change of rules needs of documents. */
export interface Generations {
  /** The generation of a document in the table: by this release, or by the version that its keys were made by. */
  generationOf(document: string, register: Register): Promise<Generation>;
  compile(generation: Pick<Generation, 'document' | 'indexVersion'>, register: Register): Promise<CompiledRuleConfig>;
  /** The phases that a change between the two does not need. */
  skippedPhases(from: CompiledRuleConfig, to: CompiledRuleConfig): readonly RuleChangePhase[];
}

/** The rules of a phase: the second generation's keys are dormant, unless only one is left. */
export function rulesOfPhase(
  phase: RuleChangePhase,
  from: CompiledRuleConfig,
  to: CompiledRuleConfig,
): CompiledRuleConfig {
  if (phase === 'CLEAN') return to;
  return isFlipped(phase) ? new RulePair(to, from) : new RulePair(from, to);
}

/** True if the rules that the change is to are in force. */
function isFlipped(phase: RuleChangePhase): boolean {
  switch (phase) {
    case 'INDEX':
    case 'READY':
      return false;
    case 'SPLIT':
    case 'UNITE':
    case 'CLEAN':
      return true;
    default:
      return assertNever(phase, 'every phase of a change says which rules are in force');
  }
}

/**
 * Refuses to take part in a change of a later release: this one would make its keys of other values.
 *
 * @throws RetryableError
 */
export function checkRelease({ to }: Pick<RuleChange, 'to'>): void {
  if (to.indexVersion <= INDEX_VERSION) return;
  throw new RetryableError('a later release of this service is changing the rules', {
    hint: 'Ask again: the later release answers. If you have deployed an older one on purpose, take the change back.',
  });
}

/** The generation by which the records are linked. */
export const generationInForce = ({ phase, from, to }: RuleChange): Generation => (isFlipped(phase) ? to : from);

export function compileGeneration(
  config: RuleConfig,
  { formerPlans }: Pick<Register, 'formerPlans'>,
  { indexVersion, onTooManyKeys }: Pick<CompileOptions, 'indexVersion' | 'onTooManyKeys'>,
): CompiledRules {
  return compileRuleConfig(config, {}, { indexVersion, formerPlans, onTooManyKeys });
}

/**
 * A document that was good when it came into force. The schema that is deployed now may lack what it reads: stored records
 * still have it, so that it is run without that schema, and what is missing is reported.
 */
export function readKept(text: string, schema: RecordSchema): { config: RuleConfig; problems: readonly string[] } {
  try {
    return { config: loadRuleConfig(text, schema, 'the rule-config in force'), problems: [] };
  } catch (error) {
    if (!(error instanceof RuleConfigError)) throw error;
    const { config } = lintRuleConfig(text);
    if (config === undefined) throw error;
    return {
      config,
      problems: error.findings.flatMap(({ severity, message }) => (severity === 'error' ? [message] : [])),
    };
  }
}

/** Which phases can be left out when one compiled document replaces another. */
function skippedPhases(from: CompiledRules, to: CompiledRules): readonly RuleChangePhase[] {
  const { added, gone, kind, entitiesChange } = compareRules(from, to);
  const skipped: RuleChangePhase[] = [];
  if (added.length === 0) skipped.push('INDEX');
  // What is linked stays linked, and together.
  if (!entitiesChange && (kind === 'loosened' || kind === 'keys' || kind === 'search')) skipped.push('SPLIT');
  // With the same keys, the same of them are over-frequent.
  if (added.length === 0 && kind !== 'loosened' && kind !== 'mixed') skipped.push('UNITE');
  if (gone.length === 0) skipped.push('CLEAN');
  return skipped;
}

/** The phases of a change between two documents; none if it comes into force at once. */
export function neededPhases(from: CompiledRules, to: CompiledRules): readonly RuleChangePhase[] {
  if (from.fingerprint === to.fingerprint) return [];
  const skipped = skippedPhases(from, to);
  return ruleChangePhases.filter((phase) => !skipped.includes(phase));
}

/** The generations of documents that the table keeps. */
export function createGenerations(
  store: Store,
  recordSchema: RecordSchema,
  indexVersion: number,
  onTooManyKeys?: CompileOptions['onTooManyKeys'],
): Generations {
  const compiled = new Map<string, CompiledRules>();
  const compile = async (
    { document, indexVersion: version }: Pick<Generation, 'document' | 'indexVersion'>,
    register: Register,
  ): Promise<CompiledRules> => {
    const name = `${document} ${version}`;
    const known = compiled.get(name);
    if (known !== undefined) return known;
    const { config } = readKept(await readDocument(store, document), recordSchema);
    const rules = compileGeneration(config, register, { indexVersion: version, onTooManyKeys });
    // Two generations are at work at a time, and a third one may wait.
    if (compiled.size >= 4) compiled.clear();
    compiled.set(name, rules);
    return rules;
  };
  return {
    compile,
    generationOf: async (document, register) => {
      const { fingerprint } = await compile({ document, indexVersion }, register);
      return { document, fingerprint, indexVersion };
    },
    skippedPhases: (from, to) =>
      from instanceof CompiledRules && to instanceof CompiledRules ? skippedPhases(from, to) : [],
  };
}
