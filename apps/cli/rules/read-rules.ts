import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compileRuleConfig } from '../../../src/rules/compile/compile.ts';
import type { CompiledRules } from '../../../src/rules/compile/compiled-rules.ts';
import { loadRuleConfig } from '../../../src/rules/lint/lint-rule-config.ts';
import { loadRecordSchema, type RecordSchema } from '../../../src/rules/record-schema/record-schema.ts';
import { RulesFileError } from './errors.ts';

/** A rule-config with a name for people to read: that of its file, or where else it comes from. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}

export function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new RulesFileError(`${file} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, {
      hint: 'Give the path of a file that you may read.',
      cause,
    });
  }
}

/** Reads the given record schema, or `schema.graphqls` beside the rule-config if that exists. */
export function readSchemaFor(ruleConfigFile: string, schemaFile?: string): RecordSchema | undefined {
  const beside = join(dirname(ruleConfigFile), 'schema.graphqls');
  const file = schemaFile ?? (existsSync(beside) ? beside : undefined);
  return file === undefined ? undefined : loadRecordSchema(readText(file));
}

/** Reads a rule-config, with the checks and the compilation of a deployment. */
export function readRules(ruleConfigFile: string, schemaFile?: string): CompiledRules {
  const schema = readSchemaFor(ruleConfigFile, schemaFile);
  return compileRuleConfig(loadRuleConfig(readText(ruleConfigFile), schema, ruleConfigFile));
}
