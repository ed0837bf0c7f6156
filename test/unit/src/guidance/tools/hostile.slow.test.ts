import { afterAll, describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { z } from 'zod';
import { createToolWorkers } from '../../../../../functions/guidance/workers/tool-workers.ts';
import { sampleRecordA, sampleRuleConfig, sampleSchema } from '../../../../../src/guidance/tools/example-documents.ts';
import { recordTypeProblems, searchTypeProblems } from '../../../../../src/guidance/tools/record-types.ts';
import { tools } from '../../../../../src/guidance/tools/registry.ts';
import { defineTool } from '../../../../../src/guidance/tools/tool.ts';
import { createToolbox } from '../../../../../src/guidance/tools/toolbox.ts';
import { loadRecordSchema } from '../../../../../src/rules/record-schema/record-schema.ts';
import { MAX_VALUE_LENGTH } from '../../../../../src/rules/transformers/default-pin.ts';
import { countedReads } from '../../../../setup/counted-reads.ts';
import { guidanceUnderTest, PATIENCE } from '../../../functions/guidance/guidance.ts';

const toolbox = createToolbox(tools, { serviceIdentifier: 'svc' });
const calls = createToolWorkers({
  serviceIdentifier: 'svc',
  timeLimit: PATIENCE,
  script: new URL('../../../functions/guidance/workers/watched-worker.ts', import.meta.url),
});
const call = (name: string, args: unknown) => calls.call(name, args, performance.now() + 1_000);

afterAll(() => calls.close());

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

/** Every argument of every tool is given each of these, alone and beside good ones. */
const hostile: readonly (readonly [string, unknown])[] = [
  ['a prototype', JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}')],
  ['text with a prototype', '{"__proto__": {"polluted": true}}'],
  ['half of a surrogate pair', '\ud83d'],
  ['deep nesting', nested(100_000)],
  ['deep objects', `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`],
  ['a long text', 'a'.repeat(1_000_000)],
  ['a text that makes patterns go back', `${'a'.repeat(50_000)}!`],
  ['blanks', ' '.repeat(200_000)],
  ['null', null],
  ['a number', 1e308],
  ['a list of lists', [[[[[[[[]]]]]]]]],
  ['control characters', '\u0000\u0007\u001b[31m'],
];

const attacks = toolbox.list().flatMap(({ name, inputSchema }) => {
  const tool = tools.find((candidate) => candidate.name === name)!;
  return Object.keys(inputSchema['properties'] as object).flatMap((argument) =>
    hostile.map(
      ([title, value]) => [name, argument, title, { ...tool.examples[0]!.arguments, [argument]: value }] as const,
    ),
  );
});

describe('every tool', () => {
  it.each(attacks)('%s survives %s with %s', async (name, _argument, _title, args) => {
    const { outcome, result } = await call(name, args);

    expect(['ok', 'bad-arguments', 'refused', 'out-of-time', 'out-of-memory', 'result-too-large']).toContain(outcome);
    expect(() => JSON.parse(JSON.stringify(result))).not.toThrow();
  });
});

describe('a toolbox', () => {
  const tool = (run: () => Readonly<Record<string, unknown>>) =>
    createToolbox(
      [
        defineTool({
          name: 'svc_test',
          title: 'Test',
          description: 'Stands for a tool.',
          input: z.strictObject({}),
          output: z.looseObject({}),
          examples: [],
          run,
        }),
      ],
      { serviceIdentifier: 'svc' },
    ).call('svc_test', {});

  it('does not send a result that no gateway would pass on', () => {
    expect(tool(() => ({ text: 'x'.repeat(2_000_000) })).outcome).toBe('result-too-large');
  });

  it('tells the caller nothing of a fault of its own, and tells the log where it is', () => {
    const called = tool(function faulty() {
      throw new TypeError('secret');
    });

    expect(called).toMatchObject({ outcome: 'failed', result: { isError: true } });
    expect(called.place).toMatch(/^TypeError .*faulty/);
    expect(JSON.stringify(called)).not.toContain('secret');
  });
});

describe('a simulation', () => {
  it.each([
    ['joins a text with itself again and again', 'concat', { separator: '' }, 24, 'ok'],
    [
      'writes ten characters for one again and again',
      'stringop',
      { operation: 'replace', pattern: 'a', replacement: 'aaaaaaaaaa' },
      9,
      'ok',
    ],
    [
      'writes a long text for every character',
      'stringop',
      { operation: 'replace', pattern: 'a', replacement: 'b'.repeat(500_000) },
      1,
      'refused',
    ],
  ])('takes bounded memory for a document that %s', async (_name, type, attributes, count, expected) => {
    const pin = (index: number) => ({ sourceID: index < 0 ? 'FAMILY_FIELD' : `BOMB_${index}`, sourcePin: 'default' });
    const bombs = Array.from({ length: count }, (_, index) => ({
      id: `BOMB_${index}`,
      type,
      attributes,
      inputPins:
        type === 'concat' ? { a: pin(index - 1), b: pin(index - 1), c: pin(index - 1) } : { default: pin(index - 1) },
    }));
    const document = {
      ...sampleRuleConfig,
      transformers: [
        ...sampleRuleConfig.transformers.map((part) =>
          part.id === 'FAMILY' ? { ...part, inputPins: { default: pin(count - 1) } } : part,
        ),
        ...bombs,
      ],
    };
    const record = { ...sampleRecordA, familyName: 'a'.repeat(1_000) };
    const before = process.memoryUsage().rss;

    const { outcome } = await call('svc_simulate_match', { ruleConfig: document, recordA: record, recordB: record });

    // What is cut takes its time where a machine is slow.
    expect([expected, 'out-of-time']).toContain(outcome);
    expect(process.memoryUsage().rss - before).toBeLessThan(400_000_000);
  });

  it('runs patterns that make other engines go back for ever in linear time', () => {
    const document = {
      ...sampleRuleConfig,
      transformers: sampleRuleConfig.transformers.map((part) =>
        part.id === 'FAMILY' ? { ...part, type: 'regexextract', attributes: { pattern: '(a+)+$' } } : part,
      ),
    };
    const record = { ...sampleRecordA, familyName: `${'a'.repeat(20_000)}!` };

    const { outcome } = toolbox.call('svc_simulate_match', {
      ruleConfig: document,
      recordA: record,
      recordB: record,
    });

    expect(outcome).toBe('ok');
  });
});

describe('the guidance server', () => {
  it('refuses ten megabytes before looking at them', async () => {
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'svc_lint_rule_config', arguments: { ruleConfig: 'x'.repeat(10_000_000) } },
    });

    const { status } = await guidanceUnderTest().post(body);

    expect(status).toBe(413);
  });

  it.each([`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${nested(100_000)}}`, nested(1_000_000)])(
    'refuses deep nesting',
    async (body) => {
      const { status } = await guidanceUnderTest().post(body);

      expect(status).toBe(400);
    },
  );

  it('takes a document near the size limit', async () => {
    const rules = Array.from({ length: 5_000 }, (_, index) => ({
      id: `R${index}`,
      matcherIDs: ['sameEmail'],
      attributes: { disableIndexMatcherIDs: ['missing'] },
    }));
    const { result } = await guidanceUnderTest().request('tools/call', {
      name: 'svc_lint_rule_config',
      arguments: { ruleConfig: { ...sampleRuleConfig, rules }, schema: sampleSchema },
    });

    expect(result.structuredContent).toMatchObject({ valid: false });
  });
});

const ajv = new Ajv2020({ strict: false, allErrors: true });
const cases = toolbox.list().flatMap((listed) => {
  const tool = tools.find(({ name }) => name === listed.name)!;
  return tool.examples.map((example) => [listed.name, example.title, listed, example.arguments] as const);
});

describe('what every tool says of itself', () => {
  it.each(toolbox.list().map((tool) => [tool.name, tool] as const))(
    '%s tells an assistant what it is for',
    (_name, tool) => {
      expect(tool.description.length).toBeGreaterThan(150);
      expect(tool.description).toMatch(/\bUse it\b/);
      expect(tool.title).not.toBe('');
      expect(tool.annotations).toMatchObject({ readOnlyHint: true, openWorldHint: false });
      expect(tool.inputSchema.type).toBe('object');
      expect(tool.outputSchema.type).toBe('object');
      for (const argument of Object.values(
        tool.inputSchema['properties'] as Record<string, { description?: string }>,
      )) {
        expect(argument.description).toBeTruthy();
      }
    },
  );

  it.each(cases)('%s answers "%s" as its schemas say', (name, _title, listed, args) => {
    const inputProblems = ajv.validate(listed.inputSchema, args) ? [] : ajv.errors;

    const { outcome, result } = toolbox.call(name, args);

    expect(inputProblems).toEqual([]);
    expect(outcome).toBe('ok');
    expect(ajv.validate(listed.outputSchema, result.structuredContent) ? [] : ajv.errors).toEqual([]);
    expect(JSON.parse(result.content[0]!.text)).toEqual(JSON.parse(JSON.stringify(result.structuredContent)));
  });

  it('has a name that clients accept', () => {
    for (const { name } of toolbox.list()) expect(name).toMatch(/^[a-z0-9_-]{1,64}$/);
  });
});

/** 280 KB of marks in descending order of their classes, which normalization takes half a minute to sort. */
const marks = `A${'\u0315\u0300'.repeat(70_000)}`;
const cut = `a value of ${marks.length} characters is cut: rules look at the first ${MAX_VALUE_LENGTH}`;

function answer<Content>(tool: string, args: object): Content {
  const { outcome, result } = toolbox.call(`svc_${tool}`, args);
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

const schema = loadRecordSchema(
  'type Record { id: ID! name: String age: Int tags: [String!] address: Address } type Address { city: String }',
);

describe('what the API would refuse in a record', () => {
  it('is looked for until fifty problems are found', () => {
    const names = Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`key${i}`, i]));
    const late = countedReads({ city: 7 });

    const problems = searchTypeProblems(schema, { ...names, address: late.object });

    expect(problems).toHaveLength(50);
    expect(late.reads()).toBe(0);
  });

  const text = 'x'.repeat(1_000_000);
  const inside = countedReads({ city: text });

  it.each([
    ['a long text', { id: 'r', age: text }, 'WRONG_TYPE'],
    ['a long name', { id: 'r', [text]: 1 }, 'UNKNOWN_FIELD'],
    ['a list of long texts', { id: 'r', name: [text, text] }, 'WRONG_TYPE'],
    ['an object', { id: 'r', name: inside.object }, 'WRONG_TYPE'],
  ])('is told without quoting the whole of %s', (_what, record, code) => {
    const problems = recordTypeProblems(schema, record);

    expect(problems.map((problem) => problem.code)).toEqual([code]);
    expect(problems[0]!.message.length).toBeLessThan(200);
  });

  it('says what stands where a text is wanted', () => {
    expect(
      recordTypeProblems(schema, { id: 'r', name: ['a', 'b'], age: { a: 1 } }).map(({ message }) => message),
    ).toEqual(['a list of 2 is no String', 'an object is no Int']);
  });
});
