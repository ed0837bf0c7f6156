import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DeployedRules } from '../../src/entities/rule-changes/versions/choose-rules.ts';
import { loadRuleConfig } from '../../src/rules/lint/lint-rule-config.ts';
import { loadRecordSchema } from '../../src/rules/record-schema/record-schema.ts';

const example = join(import.meta.dirname, '../../examples/people');
export const peopleSchemaText = readFileSync(join(example, 'schema.graphqls'), 'utf8');
export const peopleRulesText = readFileSync(join(example, 'rule-config.json'), 'utf8');
const schema = loadRecordSchema(peopleSchemaText);

/** The example's document, to be edited. Its parts are as its owner wrote them. */
// biome-ignore lint/suspicious/noExplicitAny: an edit reaches into any part of a document
export type EditedDocument = any;
export type Edit = (document: EditedDocument) => void;

/** The text of the example's rule-config after an edit. */
export function editedText(edit: Edit): string {
  const document = JSON.parse(peopleRulesText);
  edit(document);
  return JSON.stringify(document);
}

/** The example's rule-config after an edit, as a start reads it. */
export function deployedPeople(edit: Edit = () => {}, recordSchema = schema): DeployedRules {
  const text = editedText(edit);
  return { text, config: loadRuleConfig(text, recordSchema), recordSchema };
}

const part = (list: readonly { id: string }[], id: string): EditedDocument => list.find((one) => one.id === id);

/** Ordinary edits of the rules; most of them change what stored records are indexed or linked by. */
export const edits = {
  /** One key comes to decide by itself, another is made by another comparer. */
  relaxed: (document: EditedDocument) => {
    part(document.rules, 'EMAIL_NAME').matcherIDs = ['SAME_EMAIL'];
    part(document.matchers, 'FIRST_NAME_SOUNDS').attributes.comparerID = 'LOOKS_ALIKE';
  },
  /** A record whose city has many words gets more keys than it may have. */
  manyKeys: (document: EditedDocument) => {
    document.transformers.push({ id: 'CITY', type: 'field', attributes: { path: 'city', caseSensitive: false } });
    document.resolvers.push({ id: 'CITY', inputPin: { sourceID: 'CITY', sourcePin: 'default' } });
    document.matchers.push({
      id: 'CITY_WORDS',
      type: 'token',
      attributes: { resolverID: 'CITY', tokenizerID: 'WORDS', comparerID: 'ONE_TYPO', strategy: 'minimum', min: 3 },
    });
    document.rules.push({ id: 'CITY', matcherIDs: ['CITY_WORDS'], attributes: { score: 0.5 } });
    part(document.ruleSets, 'INDEX').ruleIDs.push('CITY');
  },
  /** A key has to carry a value more. */
  tightened: (document: EditedDocument) => {
    document.matchers.push({ id: 'POSTCODE_AGREES', type: 'orempty', attributes: { matcherID: 'SAME_POSTCODE' } });
    part(document.rules, 'EMAIL_NAME').matcherIDs.push('POSTCODE_AGREES');
  },
  /** A blocking key comes to decide. */
  exact: (document: EditedDocument) => {
    part(document.rules, 'EMAIL_NAME').matcherIDs = ['SAME_EMAIL'];
  },
  /** Only the order of resolvers: carried values stand elsewhere. */
  reordered: (document: EditedDocument) => {
    const at = document.resolvers.findIndex(({ id }: { id: string }) => id === 'BIRTHDAY');
    document.resolvers.unshift(...document.resolvers.splice(at, 1));
  },
  /** Stored records lack what is demanded now. */
  demanding: (document: EditedDocument) => {
    part(document.matchers, 'SAME_PHONE').attributes.mustExist = true;
    part(document.rules, 'PHONE_NAME').attributes.ignoreErrors = false;
  },
  /** No key changes, but what is linked. */
  threshold: (document: EditedDocument) => {
    part(document.comparers, 'LOOKS_ALIKE').attributes.threshold = 0.97;
  },
  /** One rule more, with a key of its own. */
  ownKey: (document: EditedDocument) => {
    for (const resolverID of ['FIRST_NAME', 'LAST_NAME']) {
      document.matchers.push({ id: `SAME_${resolverID}`, type: 'simple', attributes: { resolverID } });
    }
    const matcherIDs = ['SAME_FIRST_NAME', 'SAME_LAST_NAME', 'SAME_POSTCODE'];
    document.rules.push({ id: 'SAME_NAMES', matcherIDs, attributes: { score: 0.9 } });
    for (const id of ['INDEX', 'LINK']) part(document.ruleSets, id).ruleIDs.push('SAME_NAMES');
  },
  /** Nothing that stored records depend on. */
  scores: (document: EditedDocument) => {
    part(document.rules, 'EMAIL_NAME').attributes.score = 0.5;
    part(document.ruleSets, 'SEARCH').ruleIDs = ['EMAIL', 'PHONE'];
  },
} satisfies Readonly<Record<string, Edit>>;
