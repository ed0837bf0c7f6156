import { attributeCodes } from './attribute-codes.ts';
import type { LintCode } from './lint-rule.ts';
import { readingCodes } from './reading-codes.ts';
import { lintRules } from './registry.ts';

/** All codes of findings about a rule-config, for the reference. */
export const lintCodes: readonly LintCode[] = [
  ...Object.entries({ ...readingCodes, ...attributeCodes }).map(([code, rest]) => ({ code, ...rest })),
  ...lintRules.map(({ code, severity, meaning, example, fix }) => ({ code, severity, meaning, example, fix })),
];
