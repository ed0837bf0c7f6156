import type { NameSuggester } from '../../text/nearest-name.ts';
import { quote, quoteChoices } from '../../text/plain-text.ts';
import { partLists } from './document-schema.ts';
import type { Findings } from './findings.ts';
import { pointerToken } from './located-node.ts';
import type { Placed, Reference, ReferencedList, RuleDocument } from './rule-document.ts';
import type { MutationRuleSetGroup, TransformerPart } from './types.ts';

const names: Readonly<Record<ReferencedList, string>> = {
  ...partLists,
  referenceLists: 'reference list',
};

/**
 * The attributes of typed parts that name another part. A type that refers to a part uses these names and is then
 * checked automatically.
 */
const attributeReferences: Readonly<Record<string, ReferencedList>> = {
  resolverID: 'resolvers',
  resolverIDs: 'resolvers',
  comparerID: 'comparers',
  tokenizerID: 'tokenizers',
  matcherID: 'matchers',
  matcherIDs: 'matchers',
  listID: 'referenceLists',
};

/** Returns the parts that a part names in its attributes, at any depth. */
export function referencesIn(attributes: Readonly<Record<string, unknown>>, pointer: string): Reference[] {
  const references: Reference[] = [];
  addReferences(attributes, pointer, references);
  return references;
}

function addReferences(attributes: Readonly<Record<string, unknown>>, pointer: string, references: Reference[]): void {
  for (const [key, list] of Object.entries(attributeReferences)) {
    if (!Object.hasOwn(attributes, key)) continue;
    const value = attributes[key];
    if (typeof value === 'string') references.push({ list, id: value, pointer: pointer + pointerToken(key) });
    if (!Array.isArray(value)) continue;
    for (const [index, id] of value.entries()) {
      if (typeof id === 'string') references.push({ list, id, pointer: `${pointer}${pointerToken(key)}/${index}` });
    }
  }
  // A type may name parts inside its own lists, as `weighted` does in its evidence.
  for (const [key, value] of Object.entries(attributes)) {
    if (!isContainer(value)) continue;
    for (const [index, entry] of Object.entries(value)) {
      if (isContainer(entry)) addReferences(entry, pointer + pointerToken(key) + pointerToken(index), references);
    }
  }
}

/** The references outside of attributes: list or map, path within an entry (`*`: any), kind of the named part. */
const namingPlaces: readonly (readonly [from: string, path: readonly string[], to: ReferencedList])[] = [
  ['transformers', ['inputPins', '*', 'sourceID'], 'transformers'],
  ['resolvers', ['inputPin', 'sourceID'], 'transformers'],
  ['rules', ['matcherIDs', '*'], 'matchers'],
  ['rules', ['attributes', 'disableIndexMatcherIDs', '*'], 'matchers'],
  ['rules', ['attributes', 'indexMatcherIDs', '*', '*'], 'matchers'],
  ['ruleSets', ['ruleIDs', '*'], 'rules'],
  ['mutationRuleSetGroups', ['indexRuleSetID'], 'ruleSets'],
  ['mutationRuleSetGroups', ['linkRuleSetID'], 'ruleSets'],
  ['mutationRuleSetGroups', ['deduplicateRuleSetID'], 'ruleSets'],
  ['mutationRuleSetGroups', ['reviewRuleSetID'], 'ruleSets'],
  ['scores', ['resolverID'], 'resolvers'],
  ['entities', ['onePerSource', 'resolverID'], 'resolvers'],
];

/** Returns the parts that a broken entry of a list or map of the document names. */
export function referencesOfBroken(from: string, entry: unknown, pointer: string): Reference[] {
  const named = namingPlaces.flatMap(([list, path, to]) =>
    list === from ? textsAt(entry, path, pointer).map(({ text, at }) => ({ list: to, id: text, pointer: at })) : [],
  );
  const attributes = isContainer(entry) ? entry['attributes'] : undefined;
  const isTyped = from === 'transformers' || from === 'comparers' || from === 'tokenizers' || from === 'matchers';
  return isTyped && isContainer(attributes) ? [...named, ...referencesIn(attributes, `${pointer}/attributes`)] : named;
}

function textsAt(value: unknown, path: readonly string[], pointer: string): { text: string; at: string }[] {
  const [step, ...rest] = path;
  if (step === undefined) return typeof value === 'string' ? [{ text: value, at: pointer }] : [];
  if (!isContainer(value)) return [];
  const steps = step === '*' ? Object.keys(value) : Object.hasOwn(value, step) ? [step] : [];
  return steps.flatMap((one) => textsAt(value[one], rest, pointer + pointerToken(one)));
}

function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Returns every use of one part by another, uses by broken parts last. */
export function* allReferences(document: RuleDocument): Generator<Reference> {
  for (const transformer of document.transformers) yield* sourcesOf(transformer);
  for (const { value, pointer } of document.resolvers) {
    yield { list: 'transformers', id: value.inputPin.sourceID, pointer: `${pointer}/inputPin/sourceID` };
  }
  for (const parts of [document.transformers, document.comparers, document.tokenizers, document.matchers]) {
    for (const { value, pointer } of parts) yield* referencesIn(value.attributes, `${pointer}/attributes`);
  }
  for (const { value, pointer } of document.rules) {
    yield* listed('matchers', value.matcherIDs, `${pointer}/matcherIDs`);
    const { disableIndexMatcherIDs, indexMatcherIDs } = value.attributes;
    yield* listed('matchers', disableIndexMatcherIDs, `${pointer}/attributes/disableIndexMatcherIDs`);
    for (const [index, ids] of indexMatcherIDs.entries()) {
      yield* listed('matchers', ids, `${pointer}/attributes/indexMatcherIDs/${index}`);
    }
  }
  for (const { value, pointer } of document.ruleSets) yield* listed('rules', value.ruleIDs, `${pointer}/ruleIDs`);
  for (const { value, pointer } of [...document.searchRuleSetIDs, ...document.consistencyRuleSetIDs]) {
    yield { list: 'ruleSets', id: value, pointer };
  }
  for (const group of document.mutationRuleSetGroups) yield* ruleSetsOf(group);
  for (const { value, pointer } of document.consistencyScores) {
    yield { list: 'resolvers', id: value.resolverID, pointer: `${pointer}/resolverID` };
  }
  const onePerSource = document.entities?.value.onePerSource;
  if (onePerSource != null) {
    yield { list: 'resolvers', id: onePerSource.resolverID, pointer: '/entities/onePerSource/resolverID' };
  }
  yield* document.brokenReferences;
}

function* listed(list: ReferencedList, ids: readonly string[], pointer: string): Generator<Reference> {
  for (const [index, id] of ids.entries()) yield { list, id, pointer: `${pointer}/${index}` };
}

function* sourcesOf({ value, pointer }: Placed<TransformerPart>): Generator<Reference> {
  for (const [name, pin] of Object.entries(value.inputPins)) {
    if (pin === null) continue;
    yield { list: 'transformers', id: pin.sourceID, pointer: `${pointer}/inputPins${pointerToken(name)}/sourceID` };
  }
}

function* ruleSetsOf({ value, pointer }: Placed<MutationRuleSetGroup>): Generator<Reference> {
  for (const key of ['indexRuleSetID', 'linkRuleSetID', 'deduplicateRuleSetID', 'reviewRuleSetID'] as const) {
    const id = value[key];
    if (id != null) yield { list: 'ruleSets', id, pointer: `${pointer}/${key}` };
  }
}

/** Reports an error for every id that no part has. */
export function checkReferences(document: RuleDocument, findings: Findings, suggester: NameSuggester): void {
  for (const { list, id, pointer } of allReferences(document)) {
    const ids = document.ids[list];
    if (ids.has(id)) continue;
    const nearest = suggester.nearest(id, ids.keys());
    const hint = nearest
      ? `Did you mean ${quote(nearest)}?`
      : `There is ${quoteChoices(ids.keys())}; or add a ${names[list]} with this id.`;
    // Uses the message of a running service, because this resolver never yields a value.
    const consequence = pointer.startsWith('/resolvers/') ? ': field does not exist in ETM pipeline output' : '';
    findings.error('DANGLING_ID', pointer, `there is no ${names[list]} ${quote(id)}${consequence}`, hint);
  }
}
