import { describe, expect, it } from '@jest/globals';
import { sampleRecordA, sampleRuleConfig } from '../../../../../src/guidance/tools/example-documents.ts';
import { tools } from '../../../../../src/guidance/tools/registry.ts';
import { createToolbox } from '../../../../../src/guidance/tools/toolbox.ts';
import { MAX_VALUE_LENGTH } from '../../../../../src/rules/transformers/value-limit.ts';

const toolbox = createToolbox(tools, { serviceIdentifier: 'acme' });
/** 280 KB of marks in descending order of their classes, which normalization takes half a minute to sort. */
const marks = `A${'\u0315\u0300'.repeat(70_000)}`;
const cut = `a value of ${marks.length} characters is cut: rules look at the first ${MAX_VALUE_LENGTH}`;

function answer<Content>(tool: string, args: object): Content {
  const { outcome, result } = toolbox.call(`acme_${tool}`, args);
  if (outcome !== 'ok') throw new Error(result.content[0]!.text);
  return result.structuredContent as Content;
}

describe('a value longer than what rules look at', () => {
  it('is noted by a simulation once, where it enters, and nothing that is answered is longer', () => {
    type Trace = { notes: string[]; inputs: Record<string, string[]>; outputs: Record<string, string[]> };
    const { a } = answer<{ a: { trace: Trace[] } }>('simulate_match', {
      ruleConfig: sampleRuleConfig,
      recordA: { ...sampleRecordA, givenName: marks },
      recordB: sampleRecordA,
    });

    const texts = a.trace.flatMap(({ inputs, outputs }) =>
      [inputs, outputs].flatMap((pins) => Object.values(pins).flat()),
    );
    expect(a.trace.flatMap(({ notes }) => notes).filter((note) => note.includes('is cut'))).toEqual([cut]);
    expect(Math.max(...texts.map(({ length }) => length))).toBe(MAX_VALUE_LENGTH);
  });

  it('is warned of when records are validated, as what is stored whole', () => {
    type Warning = { code: string; message: string; hint: string };
    const { valid, records } = answer<{ valid: boolean; records: { warnings: Warning[] }[] }>('validate_records', {
      records: [{ ...sampleRecordA, givenName: marks }],
      ruleConfig: sampleRuleConfig,
    });

    const warning = records[0]!.warnings.find(({ code }) => code === 'VALUE_CUT')!;
    expect(valid).toBe(true);
    expect(warning.message).toContain(cut);
    expect(warning.hint).toContain('The whole value is stored.');
  });
});
