import type { Reference } from './references.ts';
import type {
  ConsistencyScore,
  MutationRuleSetGroup,
  Part,
  ReferenceList,
  ResolverPart,
  RuleConfig,
  RulePart,
  RuleSetPart,
  TransformerPart,
} from './types.ts';

/** A part that could be read, with its place in the document. */
export interface Placed<Value> {
  readonly value: Value;
  readonly pointer: string;
}

export interface PlacedEntry<Value> extends Placed<Value> {
  readonly name: string;
}

/** Ids of a list by where their part stands, also of parts that could not be read. */
export type PartIDs = ReadonlyMap<string, string>;

/**
 * What could be read of a document, with places. Broken parts are left out, but their ids are known and the parts that
 * they name, so that one mistake is reported once, not again wherever the part is used, and hides no other.
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
  readonly referenceLists: readonly Placed<ReferenceList>[];
  /** The parts that broken parts name, as far as that can be told. */
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

/** The document without places, for a document without errors. Maps have no prototype: their keys are the owner's. */
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
    referenceLists: values(document.referenceLists),
  };
}

function ownEntries<Value>(entries: readonly PlacedEntry<Value>[]): Record<string, Value> {
  const map: Record<string, Value> = Object.create(null);
  for (const entry of entries) map[entry.name] = entry.value;
  return map;
}
