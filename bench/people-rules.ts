import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileRuleConfig } from '../src/rules/compile/compile.ts';
import type { CompiledRules } from '../src/rules/compile/compiled-rules.ts';
import { loadRuleConfig } from '../src/rules/lint/lint-rule-config.ts';

const file = join(import.meta.dirname, '..', 'examples', 'people', 'rule-config.json');

/** The rules of the example: six blocking keys a record, of which one is for searches only. */
export const peopleRules = (): CompiledRules => compileRuleConfig(loadRuleConfig(readFileSync(file, 'utf8')));
