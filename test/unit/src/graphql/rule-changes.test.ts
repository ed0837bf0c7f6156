import { describe, expect, it } from '@jest/globals';
import { createTestApi } from '../../functions/api/exchange.ts';
import { exampleReport, held, steady } from '../../functions/api/fake-rule-changes.ts';

const WHOLE = `{ ruleChange {
  state heldBecause inForce from to waiting failure phase progress estimatedMinutes since lastHeartbeat writeUnits
  recordsChanged problemCount options { mode largestChangePercent largestEntity writeUnitsPerSecond }
  report { records entitiesBefore entitiesAfter unchanged merging splitting both recordsTouched largestEntity
    overFrequentKeys refused isEstimate }
  examples { kind records entities rules } problems { recordID code } document(name: "next")
} }`;

describe('ruleChange', () => {
  it('answers a steady state with nulls', async () => {
    const { ask } = createTestApi();

    const { data, errors } = await ask(WHOLE);

    expect(errors).toEqual([]);
    expect(data.ruleChange).toMatchObject({
      state: 'STEADY',
      inForce: 'former',
      to: null,
      phase: null,
      since: null,
      report: null,
      examples: [],
      document: null,
    });
  });

  it('answers a held change with its report, examples, problems and documents', async () => {
    const { ask, ruleChanges } = createTestApi();
    ruleChanges.current = held;
    ruleChanges.listedExamples = [{ kind: 'merge', records: ['a', 'b'], entities: ['E1', 'E2'], rules: ['EMAIL'] }];
    ruleChanges.listedProblems = [{ recordID: 'c', code: 'TOO_MANY_INDEX_KEYS' }];
    ruleChanges.documents = { next: '{}' };

    const { data, errors } = await ask(WHOLE);

    expect(errors).toEqual([]);
    expect(data.ruleChange).toMatchObject({
      state: 'HELD',
      heldBecause: 'MODE',
      from: 'former',
      to: 'next',
      phase: 'READY',
      since: '2023-11-14T22:13:20.000Z',
      lastHeartbeat: '2023-11-14T22:14:20.000Z',
      writeUnits: 1_200,
      problemCount: 2,
      options: { mode: 'HOLD', largestChangePercent: 2, largestEntity: 1_000, writeUnitsPerSecond: 2_000 },
      report: { ...exampleReport, isEstimate: false },
      examples: [{ kind: 'MERGE', records: ['a', 'b'], entities: ['E1', 'E2'], rules: ['EMAIL'] }],
      problems: [{ recordID: 'c', code: 'TOO_MANY_INDEX_KEYS' }],
      document: '{}',
    });
  });

  it('reads examples only when they are selected', async () => {
    const { ask, ruleChanges } = createTestApi();

    await ask('{ ruleChange { state } }');

    expect(ruleChanges.asked).toEqual(['status']);
  });

  it.each([['examples(first: 0) { kind }'], ['examples(first: 1001) { kind }'], ['problems(first: -1) { code }']])(
    'refuses %s',
    async (selection) => {
      const { ask } = createTestApi();

      const { codes } = await ask(`{ ruleChange { ${selection} } }`);

      expect(codes).toEqual(['ARGUMENT_OUT_OF_RANGE']);
    },
  );
});

describe('continueRuleChange', () => {
  it('continues the change that it names', async () => {
    const { ask, ruleChanges } = createTestApi();
    ruleChanges.current = held;

    const { data } = await ask('mutation { continueRuleChange(input: {to: "next"}) { state phase inForce } }');

    expect(data.continueRuleChange).toEqual({ state: 'RUNNING', phase: 'SPLIT', inForce: 'next' });
  });

  it('refuses another change', async () => {
    const { ask, ruleChanges } = createTestApi();
    ruleChanges.current = held;

    const { codes, data } = await ask('mutation { continueRuleChange(input: {to: "other"}) { state } }');

    expect(codes).toEqual(['NO_SUCH_RULE_CHANGE']);
    expect(data).toBeNull();
    expect(ruleChanges.current).toEqual(held);
  });
});

describe('rollBackRuleChange', () => {
  it('takes the change back', async () => {
    const { ask, ruleChanges } = createTestApi();
    ruleChanges.current = held;

    const { data } = await ask('mutation { rollBackRuleChange { state } }');

    expect(data.rollBackRuleChange).toEqual({ state: 'RUNNING' });
    expect(ruleChanges.asked).toEqual(['rollBack']);
  });
});

describe('setRuleChangePace', () => {
  const pace = (input: string) =>
    `mutation { setRuleChangePace(input: ${input}) { state options { writeUnitsPerSecond } } }`;

  it.each([
    ['{paused: true}', '{"paused":true}'],
    ['{paused: false, writeUnitsPerSecond: 50}', '{"paused":false,"writeUnitsPerSecond":50}'],
    ['{writeUnitsPerSecond: 1000000}', '{"writeUnitsPerSecond":1000000}'],
    ['{paused: null, writeUnitsPerSecond: 1}', '{"writeUnitsPerSecond":1}'],
  ])('passes %s on', async (input, passed) => {
    const { ask, ruleChanges } = createTestApi();
    ruleChanges.current = { ...steady, state: 'RUNNING' };

    const { errors } = await ask(pace(input));

    expect(errors).toEqual([]);
    expect(ruleChanges.asked).toEqual([`setPace ${passed}`]);
  });

  it.each([
    ['{}', 'PACE_MISSING'],
    ['{paused: null}', 'PACE_MISSING'],
    ['{writeUnitsPerSecond: 0}', 'ARGUMENT_OUT_OF_RANGE'],
    ['{writeUnitsPerSecond: 1000001}', 'ARGUMENT_OUT_OF_RANGE'],
  ])('refuses %s', async (input, code) => {
    const { ask, ruleChanges } = createTestApi();

    const { codes } = await ask(pace(input));

    expect(codes).toEqual([code]);
    expect(ruleChanges.asked).toEqual([]);
  });
});
