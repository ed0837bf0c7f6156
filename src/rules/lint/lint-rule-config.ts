import type { NameSuggester } from '../../text/nearest-name.ts';
import { RuleConfigError } from '../document/findings.ts';
import { type ParseOptions, readRuleConfig } from '../document/parse.ts';
import { readPlainText } from '../document/read-text.ts';
import { type Placed, type RuleDocument, ruleConfigOf } from '../document/rule-document.ts';
import type { Finding, RuleConfig } from '../document/types.ts';
import type { RecordSchema } from '../record-schema/record-schema.ts';
import { defaultRegistries, type MatchingRegistries } from '../registries.ts';
import { reportAttributeNotes } from './attribute-codes.ts';
import { compileMatchers } from './compile-matchers.ts';
import type { LintContext } from './lint-rule.ts';
import { lintRules } from './registry.ts';

export interface LintOptions extends Partial<ParseOptions> {
  readonly registries?: MatchingRegistries;
  /** The deployment's record schema; without it, paths are not checked. */
  readonly schema?: RecordSchema | undefined;
}

export interface LintResult {
  /** True without errors; there may be warnings. */
  readonly valid: boolean;
  readonly errors: readonly Finding[];
  readonly warnings: readonly Finding[];
  /** With defaults applied; absent when there is an error. */
  readonly config?: RuleConfig;
}

/**
 * Checks a rule-config and reports all problems at once: those of {@link readRuleConfig}, those of the types' own
 * attribute checks, and those of the document as a whole. Never throws because of a document; time and memory are
 * bounded.
 *
 * @param source the text of the document, whose findings then have line and column, or the document as a value
 */
export function lintRuleConfig(source: unknown, options: LintOptions = {}): LintResult {
  const registries = options.registries ?? defaultRegistries;
  const read = readRuleConfig(source, { ...options, registries });
  if (read.document !== undefined && read.complete) {
    const context = lintContext(read.document, registries, options.schema, read.suggester);
    reportAttributeNotes(context, read.findings);
    for (const { code, severity, fix, needsValid, check } of lintRules) {
      if (read.findings.full) break;
      if (severity === 'warning' && options.warnings === false) continue;
      if (needsValid === true && read.findings.errorCount > 0) continue;
      check(context, (pointer, message, hint = fix, at) => {
        read.findings.add({ severity, code, pointer, message, hint, ...(at && { at }) });
      });
    }
  }
  const findings = read.located();
  const errors = findings.filter((finding) => finding.severity === 'error');
  const warnings = findings.filter((finding) => finding.severity === 'warning');
  if (errors.length > 0 || read.document === undefined) return { valid: false, errors, warnings };
  return { valid: true, errors, warnings, config: ruleConfigOf(read.document) };
}

/**
 * Reads a rule-config to run. Throws one RuleConfigError with all findings if it has errors. First checks only for
 * errors and without positions, because a valid document's warnings are not shown here and would delay the start of a
 * function.
 *
 * @param file name of the document in messages
 */
export function loadRuleConfig(text: string, schema?: RecordSchema, file = 'rule-config.json'): RuleConfig {
  const runnable = lintRuleConfig(readPlainText(text) ?? text, { schema, warnings: false }).config;
  if (runnable !== undefined) return runnable;
  const { config, errors, warnings } = lintRuleConfig(text, { schema });
  if (config === undefined) throw new RuleConfigError([...errors, ...warnings], file);
  return config;
}

/** What the checks of a document share: its parts by id, and the matchers that compile. */
function lintContext(
  document: RuleDocument,
  registries: MatchingRegistries,
  schema: RecordSchema | undefined,
  suggester: NameSuggester,
): LintContext {
  const parts = {
    document,
    registries,
    schema,
    suggester,
    transformers: byID(document.transformers),
    resolvers: byID(document.resolvers),
    comparers: byID(document.comparers),
    tokenizers: byID(document.tokenizers),
    matchers: byID(document.matchers),
    rules: byID(document.rules),
    ruleSets: byID(document.ruleSets),
  };
  return { ...parts, compiledMatchers: compileMatchers(parts) };
}

function byID<Value extends { readonly id: string }>(parts: readonly Placed<Value>[]): Map<string, Placed<Value>> {
  const map = new Map<string, Placed<Value>>();
  for (const part of parts) if (!map.has(part.value.id)) map.set(part.value.id, part);
  return map;
}
