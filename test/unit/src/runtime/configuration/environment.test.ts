import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { defaultRuleChangeOptions } from '../../../../../src/entities/rule-changes/types.ts';
import { defaultLimits, limitSettings } from '../../../../../src/graphql/limits.ts';
import { ApiConfigError, loadConfig } from '../../../../../src/runtime/configuration/environment.ts';

const complete = { TABLE_NAME: 'records', RULE_CONFIG_FILE: 'rule-config.json', SCHEMA_FILE: 'schema.graphqls' };

function problemsOf(environment: Record<string, string>): string[] {
  try {
    loadConfig(environment);
  } catch (error) {
    if (error instanceof ApiConfigError) return error.problems.map(({ variable }) => variable);
    throw error;
  }
  return [];
}

describe('the configuration of the API', () => {
  it('has defaults for all but the table and the files', () => {
    expect(loadConfig(complete)).toEqual({
      tableName: 'records',
      ruleConfigFile: 'rule-config.json',
      schemaFile: 'schema.graphqls',
      serviceIdentifier: 'svc',
      updateRecords: false,
      entityEvents: false,
      adoptChangedRules: false,
      ruleChanges: defaultRuleChangeOptions,
      genericKeyRecords: 1_000,
      reviewPairs: 100_000,
      historyRetentionInDays: 0,
      limits: defaultLimits,
    });
  });

  it('takes every limit from its variable', () => {
    const environment = Object.fromEntries(limitSettings.map(({ variable, least }) => [variable, String(least)]));

    const { limits } = loadConfig({ ...complete, ...environment });

    expect(limits).toEqual(Object.fromEntries(limitSettings.map(({ limit, least }) => [limit, least])));
  });

  it.each(['9', '10001', 'all', '1.5'])('refuses GENERIC_KEY_RECORDS=%s', (value) => {
    expect(problemsOf({ ...complete, GENERIC_KEY_RECORDS: value })).toEqual(['GENERIC_KEY_RECORDS']);
  });

  it.each(['-1', '1000001', 'all'])('refuses REVIEW_PAIRS=%s', (value) => {
    expect(problemsOf({ ...complete, REVIEW_PAIRS: value })).toEqual(['REVIEW_PAIRS']);
  });

  it.each(['-1', '3651', 'all'])('refuses HISTORY_RETENTION_IN_DAYS=%s', (value) => {
    expect(problemsOf({ ...complete, HISTORY_RETENTION_IN_DAYS: value })).toEqual(['HISTORY_RETENTION_IN_DAYS']);
  });

  it('takes the days of history', () => {
    expect(loadConfig({ ...complete, HISTORY_RETENTION_IN_DAYS: '90' }).historyRetentionInDays).toBe(90);
  });

  it('takes the most pairs of the review queue', () => {
    expect(loadConfig(complete).reviewPairs).toBe(100_000);
    expect(loadConfig({ ...complete, REVIEW_PAIRS: '0' }).reviewPairs).toBe(0);
  });

  it('takes the number of records that make a key generic', () => {
    expect(loadConfig({ ...complete, GENERIC_KEY_RECORDS: '250' }).genericKeyRecords).toBe(250);
  });

  it('reports every problem at once', () => {
    expect(
      problemsOf({ SERVICE_IDENTIFIER: 'a/b', UPDATE_RECORDS: 'yes', MAX_QUERY_DEPTH: '1.5', MAX_REQUEST_BYTES: '-1' }),
    ).toEqual([
      'TABLE_NAME',
      'RULE_CONFIG_FILE',
      'SCHEMA_FILE',
      'MAX_REQUEST_BYTES',
      'MAX_QUERY_DEPTH',
      'SERVICE_IDENTIFIER',
      'UPDATE_RECORDS',
    ]);
  });

  it.each(
    limitSettings.flatMap(({ variable, least, most }) => [
      [variable, String(least - 1)],
      [variable, String(most + 1)],
      [variable, '1e3'],
      [variable, 'many'],
    ]),
  )('refuses %s=%s', (variable, value) => {
    expect(problemsOf({ ...complete, [variable]: value })).toEqual([variable]);
  });

  it("takes every limit from an attribute of the module's graphql_limits, with the same bounds", () => {
    const variables = readFileSync('variables.tf', 'utf8');
    const main = readFileSync('main.tf', 'utf8');
    const input = variables.slice(variables.indexOf('variable "graphql_limits"')).split('\n}\n', 1)[0]!;
    const bounds = [...input.matchAll(/^ {6}(\w+) += \[(\d+), (\d+)\]$/gm)].map(([, name, ...both]) => [
      name,
      ...both.map(Number),
    ]);
    const passed = [...main.matchAll(/(\w+) += var\.graphql_limits\.(\w+)/g)].map(([, variable, name]) => [
      name,
      variable,
    ]);

    expect(bounds).toEqual(limitSettings.map((setting) => [setting.input, setting.least, setting.most]));
    expect(passed).toEqual(limitSettings.map((setting) => [setting.input, setting.variable]));
  });

  it('describes every limit once', () => {
    expect(new Set(limitSettings.map(({ limit }) => limit)).size).toBe(limitSettings.length);
    for (const setting of limitSettings) {
      expect(setting.default).toBeGreaterThanOrEqual(setting.least);
      expect(setting.default).toBeLessThanOrEqual(setting.most);
      expect(setting.description).toMatch(/\.$/);
    }
  });
});
