import type {
  ConsistencyScore,
  EntitiesSection,
  MutationRuleSetGroup,
  Part,
  ReferenceList,
  ResolverPart,
  RuleConfig,
  RulePart,
  RuleSetPart,
  TransformerPart,
} from './types.ts';

/** A readable part with its position in the document. */
export interface Placed<Value> {
  readonly value: Value;
  readonly pointer: string;
}

export interface PlacedEntry<Value> extends Placed<Value> {
  readonly name: string;
}

/** The ids of a list by the position of their part, including unreadable parts. */
type PartIDs = ReadonlyMap<string, string>;

/**
 * The readable part of a document, with positions. It omits broken parts but contains their ids and the parts that they
 * name. An error is therefore reported once, not again at every use of the part, and hides no other error.
 */
export interface RuleDocument {
  readonly transformers: readonly Placed<TransformerPart>[];
  readonly resolvers: readonly Placed<ResolverPart>[];
  readonly comparers: readonly Placed<Part>[];
  readonly tokenizers: readonly Placed<Part>[];
  readonly matchers: readonly Placed<Part>[];
  readonly rules: readonly Placed<RulePart>[];
  readonly ruleSets: readonly Placed<RuleSetPart>[];
  readonly searchRuleSetIDs: readonly PlacedEntry<string>[];
  readonly mutationRuleSetGroups: readonly PlacedEntry<MutationRuleSetGroup>[];
  readonly consistencyRuleSetIDs: readonly PlacedEntry<string>[];
  readonly consistencyScores: readonly Placed<ConsistencyScore>[];
  readonly entities: Placed<EntitiesSection> | undefined;
  readonly referenceLists: readonly Placed<ReferenceList>[];
  /** The parts that broken parts name, as far as they are readable. */
  readonly brokenReferences: readonly Reference[];
  readonly ids: {
    readonly transformers: PartIDs;
    readonly resolvers: PartIDs;
    readonly comparers: PartIDs;
    readonly tokenizers: PartIDs;
    readonly matchers: PartIDs;
    readonly rules: PartIDs;
    readonly ruleSets: PartIDs;
    readonly referenceLists: PartIDs;
  };
}

/** The lists of parts that others name. */
export type ReferencedList = keyof RuleDocument['ids'];

/** One use of a part by another. */
export interface Reference {
  readonly list: ReferencedList;
  readonly id: string;
  readonly pointer: string;
}

/** Returns a valid document without positions. Maps have no prototype, because their keys come from the document. */
export function ruleConfigOf(document: RuleDocument): RuleConfig {
  const values = <Value>(placed: readonly Placed<Value>[]): Value[] => placed.map((part) => part.value);
  return {
    transformers: values(document.transformers),
    resolvers: values(document.resolvers),
    comparers: values(document.comparers),
    tokenizers: values(document.tokenizers),
    matchers: values(document.matchers),
    rules: values(document.rules),
    ruleSets: values(document.ruleSets),
    searchRuleSetIDs: ownEntries(document.searchRuleSetIDs),
    mutationRuleSetGroups: ownEntries(document.mutationRuleSetGroups),
    consistencyRuleSetIDs: ownEntries(document.consistencyRuleSetIDs),
    scores: { consistency: values(document.consistencyScores) },
    ...(document.entities && { entities: document.entities.value }),
    referenceLists: values(document.referenceLists),
  };
}

function ownEntries<Value>(entries: readonly PlacedEntry<Value>[]): Record<string, Value> {
  const map: Record<string, Value> = Object.create(null);
  for (const entry of entries) map[entry.name] = entry.value;
  return map;
}
