import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { tools } from '../../../../../src/guidance/tools/registry.ts';
import { createToolbox } from '../../../../../src/guidance/tools/toolbox.ts';

const toolbox = createToolbox(tools, { serviceIdentifier: 'svc' });
const ajv = new Ajv2020({ strict: false, allErrors: true });
const cases = toolbox.list().flatMap((listed) => {
  const tool = tools.find(({ name }) => name === listed.name)!;
  return tool.examples.map((example) => [listed.name, example.title, listed, example.arguments] as const);
});

describe('every tool', () => {
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
