import { NameSuggester } from '../../text/nearest-name.ts';
import { TextPositions } from '../../text/plain-text.ts';
import type { Registries, RuleConfigLimits } from './definition.ts';
import { defaultLimits } from './definition.ts';
import { DocumentReader } from './document-reader.ts';
import { Findings } from './findings.ts';
import type { LocatedNode } from './located-node.ts';
import { readText } from './read-text.ts';
import { readValue } from './read-value.ts';
import { checkReferences } from './references.ts';
import type { RuleDocument } from './rule-document.ts';
import type { Finding } from './types.ts';

export interface ParseOptions {
  /** The types a document may use. */
  readonly registries: Registries;
  readonly limits?: Partial<RuleConfigLimits>;
  /** False checks only for errors, which takes half the time; some warnings appear nevertheless. Default true. */
  readonly warnings?: boolean;
}

/** A parsed document, with the data for further checks. */
export interface ReadRuleConfig {
  /** Absent if there is nothing to check. */
  readonly document?: RuleDocument;
  /** True if the text was readable to its end, so that missing parts are really missing. */
  readonly complete: boolean;
  readonly findings: Findings;
  readonly suggester: NameSuggester;
  located(): Finding[];
}

/**
 * Reads a rule-config and reports all problems at once: syntax, shape, attributes, ids. Reads a text as strict JSON,
 * and its findings have line and column; any other value is the document itself. Never throws because of a document;
 * the limits bound time and memory. `located` computes the positions of the findings, after further checks.
 */
export function readRuleConfig(source: unknown, options: ParseOptions): ReadRuleConfig {
  const limits = { ...defaultLimits, ...options.limits };
  const findings = new Findings(limits.maxFindings);
  const suggester = new NameSuggester();
  const root = typeof source === 'string' ? readText(source, findings, limits) : readValue(source, findings, limits);
  const complete = findings.errorCount === 0;
  const located = () => findings.located(root, typeof source === 'string' ? new TextPositions(source) : undefined);
  const document =
    root &&
    readDocument(root, {
      complete,
      warnings: options.warnings ?? true,
      findings,
      suggester,
      limits,
      registries: options.registries,
    });
  if (document !== undefined && complete) checkReferences(document, findings, suggester);
  return { ...(document && { document }), complete, findings, suggester, located };
}

function readDocument(
  root: LocatedNode,
  context: {
    complete: boolean;
    warnings: boolean;
    findings: Findings;
    suggester: NameSuggester;
    limits: RuleConfigLimits;
    registries: Registries;
  },
): RuleDocument | undefined {
  if (root.kind !== 'object') {
    context.findings.error('WRONG_TYPE', '', 'a rule-config is an object', 'Write { "transformers": [ … ], … }.');
    return undefined;
  }
  return new DocumentReader(root, context).read();
}
