import type { ComparerDefinition } from '../../src/rules/comparers/comparer.ts';
import { comparers } from '../../src/rules/comparers/registry.ts';
import { defaultLimits } from '../../src/rules/document/definition.ts';
import {
  consistencyScoreSchema,
  mutationGroupSchema,
  partEnvelope,
  referenceListSchema,
  requiredTopLevelKeys,
  resolverSchema,
  ruleSchema,
  ruleSetSchema,
  topLevelKeys,
  transformerEnvelope,
} from '../../src/rules/document/document-schema.ts';
import { lintCodes } from '../../src/rules/lint/registry.ts';
import type { MatcherDefinition } from '../../src/rules/matchers/matcher.ts';
import { matchers } from '../../src/rules/matchers/registry.ts';
import { MAX_TOKEN_UNITS_OF_RECORD, MAX_TOKENS, MAX_TOKENS_OF_RECORD } from '../../src/rules/matchers/token-parts.ts';
import { tokenizers } from '../../src/rules/tokenizers/registry.ts';
import type { TokenizerDefinition } from '../../src/rules/tokenizers/tokenizer.ts';
import { MAX_VALUE_LENGTH } from '../../src/rules/transformers/default-pin.ts';
import { referenceListForExamples } from '../../src/rules/transformers/referencelist.ts';
import { transformers } from '../../src/rules/transformers/registry.ts';
import type { TransformerDefinition } from '../../src/rules/transformers/transformer.ts';
import { MAX_MARKS_IN_A_ROW } from '../../src/text/normal-form.ts';
import { attributeTable } from './attribute-table.ts';
import { code, jsonCode, page, table } from './markdown.ts';

/** The generated pages of the reference, by file name. */
export function referencePages(): ReadonlyMap<string, string> {
  return new Map([
    ['document.md', documentPage()],
    ['transformers.md', transformersPage()],
    ['comparers.md', comparersPage()],
    ['tokenizers.md', tokenizersPage()],
    ['matchers.md', matchersPage()],
    ['lint-codes.md', lintCodesPage()],
  ]);
}

function documentPage(): string {
  const required: readonly string[] = requiredTopLevelKeys;
  const keys = Object.entries(topLevelKeys).map(([key, meaning]) => [
    code(key),
    required.includes(key) ? 'required' : 'optional',
    meaning,
  ]);
  const { maxBytes, maxDepth, maxFindings, maxParts, maxRules } = defaultLimits;
  const grouped = (value: number): string => value.toLocaleString('en-US');
  return page(
    'The document',
    'A rule-config is one JSON object. The [guide](README.md) explains its keys; this page lists every key and attribute that does not belong to a type.',
    [
      `## Top level\n\n${table(['key', '', 'meaning'], keys)}`,
      `## Transformers\n\nThe attributes of each type are in [transformers](transformers.md).\n\n${attributeTable(transformerEnvelope)}`,
      `## Resolvers\n\n${attributeTable(resolverSchema)}`,
      `## Comparers, tokenizers, matchers\n\nThe attributes of each type are in [comparers](comparers.md), [tokenizers](tokenizers.md) and [matchers](matchers.md).\n\n${attributeTable(partEnvelope)}`,
      `## Rules\n\n${attributeTable(ruleSchema)}`,
      `## Rule sets\n\n${attributeTable(ruleSetSchema)}`,
      `## Mutation rule set groups\n\nEntries of ${code('mutationRuleSetGroups')}.\n\n${attributeTable(mutationGroupSchema)}`,
      `## Consistency scores\n\nEntries of ${code('scores.consistency')}.\n\n${attributeTable(consistencyScoreSchema)}`,
      `## Reference lists\n\n${attributeTable(referenceListSchema)}`,
      `## Limits\n\n${table(
        ['what', 'at most'],
        [
          ['bytes of the document (UTF-8)', grouped(maxBytes)],
          ['nesting depth of lists and objects', grouped(maxDepth)],
          ['transformers, resolvers, comparers, tokenizers, matchers, rules and rule sets in total', grouped(maxParts)],
          ['rules and combinations of `indexMatcherIDs` in total', grouped(maxRules)],
          ['listed findings', grouped(maxFindings)],
        ],
      )}`,
      `### What rules read of a record\n\n${table(
        ['what', 'at most'],
        [
          ['characters of one value, in UTF-16 code units', grouped(MAX_VALUE_LENGTH)],
          ['consecutive marks on one letter, where a text is normalized', grouped(MAX_MARKS_IN_A_ROW)],
          ['tokens of one value', grouped(MAX_TOKENS)],
          ['tokens of all values of a resolver', grouped(MAX_TOKENS_OF_RECORD)],
          ['characters of these tokens in total', grouped(MAX_TOKEN_UNITS_OF_RECORD)],
        ],
      )}\n\nRules use the first ones, in the same way for submit, search, simulation and explanation. The stored record keeps whole values. A simulation notes a value that was cut, the tool ${code('svc_validate_records')} warns of it (${code('VALUE_CUT')}), and the metric ${code('CutValues')} counts the values of submits. Two values that differ only behind the cut are equal to every rule: give rules a shorter field, such as an identifier or a checksum.`,
    ],
  );
}

function transformersPage(): string {
  return page(
    'Transformers',
    'A transformer reads lists of texts from its input pins and writes lists of texts to its output pins. A value that it cannot read becomes no value, and a very long one is [cut](document.md#what-rules-read-of-a-record); the trace of a simulation reports both. Most pins are called `default`: where an entry names no pins, it has these two, and examples show the values of `default` alone. The tests run the examples.',
    [
      list(transformers),
      ...[...transformers.values()].map((definition) =>
        section(definition, [pinsText(definition), transformerExamples(definition)]),
      ),
    ],
  );
}

function pinsText(definition: TransformerDefinition): string {
  const given = definition.examples.map(({ attributes }) => definition.attributes.parse(attributes));
  const inputs = new Map<string, boolean>();
  for (const attributes of given) {
    for (const { name, required } of definition.inputPins(attributes)) {
      inputs.set(name, required && inputs.get(name) !== false);
    }
  }
  const inputTexts = [...inputs].map(([name, required]) => `${code(name)}${required ? '' : ' (may stay open)'}`);
  const outputTexts = definition.outputPins(given[0]).map(code);
  const text = `Input pins: ${inputTexts.join(', ') || 'none'}. Output pins: ${outputTexts.join(', ')}.`;
  return text === DEFAULT_PINS ? '' : text;
}

const DEFAULT_PINS = 'Input pins: `default`. Output pins: `default`.';

/** Values by pin; those of the pin `default` alone where there is no other. */
function pinValues(values: Readonly<Record<string, readonly string[]>>): string {
  const { default: only, ...others } = values;
  return jsonCode(only !== undefined && Object.keys(others).length === 0 ? only : values);
}

/** The tests run all examples; the pages show the first of each transformer and comparer. */
const SHOWN = 2;

function transformerExamples(definition: TransformerDefinition): string {
  const rows = definition.examples
    .slice(0, SHOWN)
    .map(({ attributes, inputs, record, outputs }) => [
      jsonCode(attributes),
      inputs !== undefined ? pinValues(inputs) : record !== undefined ? `record ${jsonCode(record)}` : 'any record',
      pinValues(outputs),
    ]);
  const examples = table(['attributes', 'input by pin', 'output by pin'], rows);
  if (definition.type === 'referencelist') {
    return `${examples}\n\nThe list of these examples is ${jsonCode(referenceListForExamples)}.`;
  }
  if (definition.type === 'tokenize') return `${examples}\n\nThe tokenizer of this example cuts at spaces.`;
  return examples;
}

function comparersPage(): string {
  return page(
    'Comparers',
    'A comparer compares two texts, with the same result in both directions. *Finds candidates* says whether a matcher with it yields index keys. If not, the matcher is only verified, and another matcher of the rule must find the records. The tests run the examples.',
    [
      list(comparers),
      ...[...comparers.values()].map((definition) =>
        section(definition, [candidatesText(definition), comparerExamples(definition)]),
      ),
    ],
  );
}

function candidatesText(definition: ComparerDefinition): string {
  const answers = definition.examples.map(
    ({ attributes }) => definition.compile(definition.attributes.parse(attributes)).keyParts !== undefined,
  );
  return `Finds candidates: ${answers.every(Boolean) ? 'yes' : answers.some(Boolean) ? 'with some attributes' : 'no, verifies only'}.`;
}

function comparerExamples(definition: ComparerDefinition): string {
  return table(
    ['attributes', 'a', 'b', 'verdict', 'similarity'],
    definition.examples.slice(0, 2 * SHOWN).map(({ attributes, a, b, satisfied }) => {
      const { similarity } = definition.compile(definition.attributes.parse(attributes)).compare(a, b);
      return [jsonCode(attributes), code(a), code(b), verdict(satisfied), similarity.toFixed(2)];
    }),
  );
}

function tokenizersPage(): string {
  return page(
    'Tokenizers',
    'A tokenizer cuts a text into tokens, for matchers of the type `token` and transformers of the type `tokenize`. The tests run the examples.',
    [
      list(tokenizers),
      ...[...tokenizers.values()].map((definition) => section(definition, [tokenizerExamples(definition)])),
    ],
  );
}

function tokenizerExamples({ examples }: TokenizerDefinition): string {
  return table(
    ['attributes', 'text', 'tokens'],
    examples.map(({ attributes, text, tokens }) => [jsonCode(attributes), code(text), jsonCode(tokens)]),
  );
}

function matchersPage(): string {
  return page(
    'Matchers',
    'A matcher compares the values of two records that resolvers yield, with the same result in both directions. Of very long values and lists it uses the [beginning](document.md#what-rules-read-of-a-record). The tests run the examples.',
    [list(matchers), ...[...matchers.values()].map((definition) => section(definition, [matcherExamples(definition)]))],
  );
}

function matcherExamples({ examples = [] }: MatcherDefinition): string {
  const rows = examples.map(({ attributes, a, b, satisfied }) => [
    jsonCode(attributes),
    jsonCode(a),
    jsonCode(b),
    verdict(satisfied),
  ]);
  const parts = new Map(
    examples.flatMap(({ tokenizers = [], comparers = [], matchers = [] }) =>
      [...tokenizers, ...comparers, ...matchers].map(({ id, type, attributes }) => [id, { type, attributes }] as const),
    ),
  );
  const used = [...parts].map(([id, part]) => `- ${code(id)}: ${jsonCode(part)}`);
  const below = used.length === 0 ? '' : `\n\nThe parts that these examples use:\n\n${used.join('\n')}`;
  return `${table(['attributes', 'values of a', 'values of b', 'verdict'], rows)}${below}`;
}

function lintCodesPage(): string {
  return page(
    'Lint codes',
    'Every finding about a rule-config has one of these codes, a message, a JSON pointer, line and column, and a hint. A service does not start with a document that has errors; it prints warnings and starts. The codes are stable.',
    [
      ...lintCodes.map(({ code: name, severity, meaning, fix }) =>
        [`## ${name}`, `${severity === 'error' ? 'Error' : 'Warning'}. ${meaning}`, fix].join('\n\n'),
      ),
    ],
  );
}

interface Definition {
  readonly type: string;
  readonly summary: string;
  readonly attributes: TransformerDefinition['attributes'];
}

function list(definitions: ReadonlyMap<string, Definition>): string {
  return [...definitions.keys()].map((type) => `[${code(type)}](#${type})`).join(', ');
}

function section({ type, summary, attributes }: Definition, below: readonly string[]): string {
  return [`## ${type}`, summary, attributeTable(attributes), ...below].filter((part) => part !== '').join('\n\n');
}

const verdict = (satisfied: boolean): string => (satisfied ? 'satisfied' : 'not satisfied');
