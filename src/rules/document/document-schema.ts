import * as z from 'zod/mini';

/** An id names a part inside the document and, for rules, in every edge: it stays short enough to read. */
const id = z.string().check(z.minLength(1), z.maxLength(256));

const pin = z
  .object({
    sourceID: id.check(z.describe('Id of the transformer that gives the values.')),
    sourcePin: z.string().check(z.minLength(1), z.maxLength(256), z.describe('Name of one of its output pins.')),
  })
  .check(z.meta({ title: 'Pin', description: 'An output pin of a transformer.' }));

/** The shapes that do not depend on a type. Attributes of typed parts come from the registries. */
export const partEnvelope = z.object({
  id: id.check(z.describe('Name of this part; the document refers to it by this name.')),
  type: z.string().check(z.minLength(1), z.describe('What kind of part this is.')),
  attributes: z
    .nullish(z.record(z.string(), z.unknown()))
    .check(z.describe('Settings of this part; which there are depends on the type.')),
});

export const transformerEnvelope = z.extend(partEnvelope, {
  inputPins: z
    .nullish(z.record(z.string(), z.nullable(pin)))
    .check(z.describe('By name of the input pin: where its values come from; null leaves a pin open.')),
});

export const resolverSchema = z
  .object({
    id: id.check(z.describe('Name under which matchers and scores use the values.')),
    inputPin: pin.check(z.describe('Where the values come from.')),
    attributes: z
      .nullish(z.record(z.string(), z.unknown()))
      .check(z.describe('Kept for the owner; the service reads nothing here.')),
  })
  .check(z.meta({ title: 'Resolver', description: 'A named output of the pipeline.' }));

const ruleAttributesSchema = z.object({
  ignoreErrors: z
    ._default(z.boolean(), true)
    .check(
      z.describe(
        'An error (a value that must exist and does not) means "rule not satisfied"; false lets the request fail.',
      ),
    ),
  disableIndexMatcherIDs: z
    .pipe(
      z.nullish(z.array(id)),
      z.transform((ids) => ids ?? []),
    )
    .check(z.describe('Matchers of this rule that give no part of its index keys and are only verified afterwards.')),
  indexMatcherIDs: z
    .pipe(
      z.nullish(z.array(z.array(id).check(z.minLength(1)))),
      z.transform((ids) => ids ?? []),
    )
    .check(
      z.describe(
        'Combinations of matchers: besides matcherIDs, the matchers of one combination must be satisfied. Each combination makes index keys of its own, and matcherIDs make none. Default: matcherIDs make the keys.',
      ),
    ),
  score: z
    ._default(z.number().check(z.minimum(0), z.maximum(1)), 1)
    .check(
      z.describe(
        'How certain an edge of this rule is. A matcher with evenOddsAt multiplies it by the probability of the pair.',
      ),
    ),
});

export const ruleSchema = z
  .object({
    id: id.check(z.describe('Name of the rule; edges and hits carry it.')),
    matcherIDs: z.array(id).check(z.describe('Matchers that must all be satisfied.')),
    attributes: z.pipe(
      z.nullish(ruleAttributesSchema),
      z.transform((given) => given ?? ruleAttributesSchema.parse({})),
    ),
  })
  .check(z.meta({ title: 'Rule', description: 'Satisfied when all its matchers are.' }));

export const ruleSetSchema = z
  .object({
    id: id.check(z.describe('Name of the rule set.')),
    ruleIDs: z.array(id).check(z.describe('Rules of which one must be satisfied.')),
  })
  .check(z.meta({ title: 'Rule set', description: 'Satisfied when one of its rules is.' }));

export const ruleSetReference = id.check(z.describe('Id of a rule set.'));

export const mutationGroupSchema = z
  .object({
    indexRuleSetID: id.check(z.describe('Rule set whose rules give the index keys: what can be found at all.')),
    linkRuleSetID: id.check(z.describe('Rule set whose rules link two records into one entity.')),
    deduplicateRuleSetID: z
      .pipe(
        z.nullish(id),
        z.transform((given) => given ?? null),
      )
      .check(z.describe('Rule set whose rules attach a record as a duplicate of the first one seen; null for none.')),
    reviewRuleSetID: z
      .pipe(
        z.nullish(id),
        z.transform((given) => given ?? null),
      )
      .check(
        z.describe(
          'Rule set whose rules put two records that are not linked into the review queue; null or absent for none.',
        ),
      ),
  })
  .check(z.meta({ title: 'Mutation group', description: 'What submit does.' }));

export const consistencyScoreSchema = z
  .object({
    resolverID: id.check(z.describe('Resolver whose values are counted.')),
    weight: z._default(z.number().check(z.minimum(0)), 1).check(z.describe('Weight of this resolver in the mean.')),
    type: z._default(z.enum(['text', 'date']), 'text').check(z.describe('date compares the parsed day.')),
  })
  .check(z.meta({ title: 'Consistency score' }));

export const scoresSchema = z
  .object({
    consistency: z
      .nullish(z.array(consistencyScoreSchema))
      .check(z.describe('Resolvers that feed Entity.consistency.')),
  })
  .check(z.meta({ title: 'Scores' }));

export const entitiesSchema = z
  .object({
    coherence: z
      .nullish(
        z.object({
          bits: z
            .number()
            .check(
              z.minimum(0),
              z.maximum(20),
              z.describe(
                'Two groups of linked records become one entity if the mean evidence of their pairs is at most this far below the threshold.',
              ),
            ),
        }),
      )
      .check(z.describe('A link joins two groups of records only with support; null or absent: every link joins.')),
    onePerSource: z
      .nullish(
        z.object({
          resolverID: id.check(z.describe('Resolver that gives the source of a record.')),
          sources: z
            .nullish(z.array(z.string().check(z.minLength(1))).check(z.minLength(1)))
            .check(z.describe('Sources without duplicates of their own. Default: all.')),
        }),
      )
      .check(z.describe('An entity takes one record of each source; null or absent: any number.')),
  })
  .check(z.meta({ title: 'Entities', description: 'What keeps linked records apart.' }));

export const referenceListSchema = z
  .object({
    id: id.check(z.describe('Name of the list.')),
    external: z.optional(z.unknown()).check(z.describe('Where the list comes from; the service reads nothing here.')),
    meta: z.object({
      header: z
        .array(z.object({ type: z.string().check(z.minLength(1), z.describe('What the column holds.')) }))
        .check(z.minLength(1), z.describe('One entry per column.')),
    }),
    rows: z.array(z.array(z.string())).check(z.describe('One text per column.')),
  })
  .check(z.meta({ title: 'Reference list', description: 'A table for mapping values.' }));

/** The lists of the document, in the order of the reference, with the name of an entry for messages. */
export const partLists = {
  transformers: 'transformer',
  resolvers: 'resolver',
  comparers: 'comparer',
  tokenizers: 'tokenizer',
  matchers: 'matcher',
  rules: 'rule',
  ruleSets: 'rule set',
} as const;

/** Every top-level key, with its documentation. */
export const topLevelKeys = {
  $schema: 'Address of this schema, for editors.',
  transformers: 'A graph of steps that turn the fields of a record into clean values.',
  resolvers: 'The values that matter: named outputs of the pipeline.',
  comparers: 'How two texts are compared.',
  tokenizers: 'How a text is cut into tokens.',
  matchers: 'How the values of two records are compared.',
  rules: 'Matchers that must all be satisfied.',
  ruleSets: 'Rules of which one must be satisfied.',
  searchRuleSetIDs: 'Rule sets for searching, by name; "default" serves a search that names none.',
  mutationRuleSetGroups: 'What submit does, by name of the group.',
  consistencyRuleSetIDs: 'By group: two records may share an entity only if this rule set is satisfied between them.',
  scores: 'What the scores of an entity are made of.',
  entities: 'How linked records hold together as entities.',
  referenceLists: 'Tables for mapping values.',
} as const;

export const requiredTopLevelKeys = [
  'transformers',
  'resolvers',
  'matchers',
  'rules',
  'ruleSets',
  'searchRuleSetIDs',
  'mutationRuleSetGroups',
] as const;
