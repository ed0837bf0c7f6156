import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'graphql';
import { checkCase, readRuleCases } from '../../../apps/cli/rules/rule-case.ts';
import { compileRuleConfig } from '../../../src/rules/compile/compile.ts';
import { lintRuleConfig, loadRuleConfig } from '../../../src/rules/lint/lint-rule-config.ts';
import { loadRecordSchema } from '../../../src/rules/record-schema/record-schema.ts';
import { defaultRegistries } from '../../../src/rules/registries.ts';
import { commandHere } from '../../setup/command-here.ts';
import { temporaryDirectory } from '../../setup/temporary-directory.ts';
import { type FencedBlock, fencedBlocks, isAsShown } from './fenced-blocks.ts';
import { root } from './pages.ts';

const docs = join(root, 'docs/rule-config');
const examples = join(root, 'examples/rule-configs');
const recipes = readdirSync(examples, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const pages = readdirSync(docs, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.md'))
  .sort();

interface Part {
  readonly id: string;
  readonly type?: string;
  readonly attributes?: unknown;
}

/** The parts of an example's document, by id, in whatever list they are. */
function partsOf(file: string): Map<string, Part[]> {
  const lists = Object.values(JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>);
  const parts = lists.flatMap((list) => (Array.isArray(list) ? (list as Part[]) : []));
  return Map.groupBy(parts, ({ id }) => id) as Map<string, Part[]>;
}

function expectFittingAttributes({ id, type, attributes }: Part): void {
  const definitions = Object.values(defaultRegistries).flatMap((types) => types.get(type!) ?? []);
  const fits = definitions.some((definition) => definition.attributes.safeParse(attributes).success);
  expect({ id, fits }).toEqual({ id, fits: true });
}

function rulesOf(file: string) {
  const schema = loadRecordSchema(readFileSync(join(dirname(file), 'schema.graphqls'), 'utf8'));
  return compileRuleConfig(loadRuleConfig(readFileSync(file, 'utf8'), schema));
}

/** Keeps what a page's comments tell to write: `my/a.json`, or `my/b.json is my/a.json with "x" for "y"`. */
function writeNamedFile(directory: string, { file, text }: FencedBlock): void {
  if (file === undefined) return;
  const [, target, source, path, instead] = /^(\S+)(?: is (\S+) with (\S+) for (\S+))?$/.exec(file)!;
  const content =
    source === undefined
      ? text
      : readFileSync(join(directory, source), 'utf8').replaceAll(`"path": ${instead}`, `"path": ${path}`);
  writeFileSync(join(directory, target!), content);
}

/** A block of JSON is a whole document, a case or several, one part, or lists of parts. */
function expectTrueJson(block: FencedBlock, schema: string | undefined, directory: string, example?: string): void {
  const value = JSON.parse(block.text) as Record<string, unknown> | Record<string, unknown>[];
  const first = Array.isArray(value) ? value[0]! : value;
  if ('rules' in first && 'mutationRuleSetGroups' in first) {
    const options = schema === undefined ? {} : { schema: loadRecordSchema(schema) };
    const { errors, warnings } = lintRuleConfig(block.text, options);
    expect({ line: block.line, findings: [...errors, ...warnings] }).toEqual({ line: block.line, findings: [] });
  } else if ('recordA' in first) {
    const file = join(directory, 'my', 'shown.json');
    writeFileSync(file, block.text);
    const cases = readRuleCases(file);
    // A case with a name of its own is run by a command of the page.
    if (block.file !== undefined) return;
    const rules = rulesOf(join(root, 'examples/people/rule-config.json'));
    expect(cases.flatMap((one) => checkCase(rules, one))).toEqual([]);
  } else if ('id' in first) {
    const part = first as unknown as Part;
    if (example !== undefined) expect(partsOf(example).get(part.id)).toContainEqual(part);
    if (part.type !== undefined) expectFittingAttributes(part);
  } else {
    const parts = Object.values(first).flatMap((list) => (Array.isArray(list) ? (list as Part[]) : []));
    for (const part of parts) if (part.type !== undefined) expectFittingAttributes(part);
  }
}

/** Lines that begin with a dollar sign are commands; what follows them is what they print. */
async function expectTrueConsole({ text }: FencedBlock, directory: string): Promise<void> {
  for (const command of text.split(/^\$ /m).filter((one) => one !== '')) {
    const [asked, ...shown] = command.trimEnd().split('\n');
    const words = asked!.split(' ');
    expect(words.slice(0, 2)).toEqual(['npx', 'entity-data']);
    const { stdout, stderr } = await commandHere(words.slice(2), directory);
    const output = `${stdout}${stderr}`.trimEnd().split('\n');
    if (!isAsShown(output, shown)) expect({ asked, output }).toEqual({ asked, output: shown });
  }
}

describe('the documentation of the rule-config', () => {
  const directory = temporaryDirectory();
  beforeAll(() => {
    mkdirSync(directory.path('my'));
    symlinkSync(join(root, 'examples'), directory.path('examples'));
  });

  it('has a recipe for every example', () => {
    expect(readdirSync(join(docs, 'recipes')).sort()).toEqual(recipes.map((name) => `${name}.md`).sort());
  });

  it.each(pages)('shows in %s only JSON, GraphQL and output that are true', async (name) => {
    let schema: string | undefined;
    const example = name.startsWith('recipes') ? join(examples, basename(name, '.md'), 'rule-config.json') : undefined;
    for (const block of fencedBlocks(readFileSync(join(docs, name), 'utf8'))) {
      writeNamedFile(directory.path(), block);
      if (block.language === 'graphql') {
        parse(block.text);
        if (/^type Record\b/m.test(block.text)) schema = block.text;
      } else if (block.language === 'json') expectTrueJson(block, schema, directory.path(), example);
      else if (block.language === 'console') await expectTrueConsole(block, directory.path());
    }
  });
});

describe.each(recipes)('the example %s', (name) => {
  const file = (inside: string) => join(examples, name, inside);
  const schema = () => loadRecordSchema(readFileSync(file('schema.graphqls'), 'utf8'));

  it('lints without a warning and names its JSON Schema', () => {
    const text = readFileSync(file('rule-config.json'), 'utf8');
    const { errors, warnings } = lintRuleConfig(text, { schema: schema() });

    expect([...errors, ...warnings]).toEqual([]);
    const address = (JSON.parse(text) as { $schema: string }).$schema;
    expect(join(examples, name, address)).toBe(join(docs, 'rule-config.schema.json'));
  });

  it('passes its cases, which use every rule', () => {
    const rules = rulesOf(file('rule-config.json'));
    const cases = readRuleCases(file('cases.json'));
    const expected = JSON.stringify(cases.map(({ expectation }) => expectation));

    expect(cases.flatMap((one) => checkCase(rules, one))).toEqual([]);
    const links = rules.parts.groups.flatMap(({ link, deduplicate }) => [...link, ...(deduplicate ?? [])]);
    expect(links.filter(({ id }) => !expected.includes(`"${id}"`)).map(({ id }) => id)).toEqual([]);
  });
});
