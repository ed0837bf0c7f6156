import { EntityDataError } from '../../errors.ts';
import type { TextPositions } from '../../text/plain-text.ts';
import { type LocatedNode, offsetOf } from './located-node.ts';
import type { Finding } from './types.ts';

/** A finding without its position in the text. */
interface FindingDraft extends Omit<Finding, 'line' | 'column'> {
  /** True points to the key instead of its value, for a key that should not exist. */
  readonly at?: 'key';
  /** The offset in a broken text, where no pointer exists. */
  readonly offset?: number;
}

/**
 * Collects findings up to a limit, so that a malicious document cannot fill the memory. Errors have priority: at the
 * limit, a new error replaces the latest warning.
 */
export class Findings {
  readonly #drafts: FindingDraft[] = [];
  readonly #max: number;
  #dropped = 0;
  #errors = 0;
  #warningsKept = 0;

  constructor(max: number) {
    this.#max = max;
  }

  add(draft: FindingDraft): void {
    const isError = draft.severity === 'error';
    if (isError) this.#errors += 1;
    if (this.#drafts.length >= this.#max) {
      this.#dropped += 1;
      if (!isError || this.#warningsKept === 0) return;
      this.#drafts.splice(
        this.#drafts.findLastIndex((kept) => kept.severity === 'warning'),
        1,
      );
      this.#warningsKept -= 1;
    }
    if (!isError) this.#warningsKept += 1;
    this.#drafts.push(draft);
  }

  error(code: string, pointer: string, message: string, hint: string, at?: 'key'): void {
    this.add({ severity: 'error', code, pointer, message, hint, ...(at && { at }) });
  }

  warning(code: string, pointer: string, message: string, hint: string, at?: 'key'): void {
    this.add({ severity: 'warning', code, pointer, message, hint, ...(at && { at }) });
  }

  /** Counts errors without a description, because the limit is reached. */
  countErrors(count: number): void {
    this.#errors += count;
    this.#dropped += count;
  }

  get errorCount(): number {
    return this.#errors;
  }

  /** True if another finding would only be counted, so that expensive checks can stop. */
  get full(): boolean {
    return this.#drafts.length >= this.#max && this.#warningsKept === 0;
  }

  /** Returns the findings in the order of the text, with line and column if there is a text. */
  located(root: LocatedNode | undefined, positions: TextPositions | undefined): Finding[] {
    const placed = this.#drafts.map((draft) => ({
      draft,
      offset: draft.offset ?? (root === undefined ? -1 : offsetOf(root, draft.pointer, draft.at ?? 'value')),
    }));
    placed.sort((a, b) => a.offset - b.offset);
    const findings = placed.map(({ draft, offset }): Finding => {
      const { severity, code, message, pointer, hint } = draft;
      const place = positions === undefined ? {} : positions.at(Math.max(offset, 0));
      return { severity, code, message, pointer, ...place, hint };
    });
    if (this.#dropped > 0) {
      findings.push({
        severity: this.#errors > 0 ? 'error' : 'warning',
        code: 'TOO_MANY_FINDINGS',
        message: `and ${this.#dropped} more`,
        pointer: '',
        ...positions?.at(0),
        hint: `Only the first ${this.#max} findings are listed: correct these, then check again.`,
      });
    }
    return findings;
  }
}

/** The rule-config is unusable. Contains all findings; the message prints each with line, column and hint. */
export class RuleConfigError extends EntityDataError {
  readonly code = 'RULE_CONFIG_INVALID';
  readonly findings: readonly Finding[];

  constructor(findings: readonly Finding[], file = 'rule-config.json') {
    super(findings.map((finding) => findingText(finding, file)).join('\n'), {
      hint: `Correct the errors in ${file}; warnings alone do not stop the service.`,
    });
    this.findings = findings;
  }
}

/**
 * Formats a finding as `rule-config.json:12:7 error CODE message (hint)`, with the pointer instead of line and column
 * if there is no text.
 */
export function findingText(finding: Finding, file = 'rule-config.json'): string {
  const { severity, code, message, pointer, line, column, hint } = finding;
  const place = line === undefined ? `#${pointer}` : `:${line}:${column}`;
  return `${file}${place} ${severity} ${code} ${message} (${hint})`;
}
