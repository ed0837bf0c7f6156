import type { DisjointSets } from '../../disjoint-sets.ts';
import type { RecordPayload } from '../../rules/types.ts';
import type { Design, DesignDraft } from '../design/design.ts';
import type { DesignRequest } from '../design/field-kind.ts';
import type { BandedEvidence } from './frequency-bands.ts';
import type { Judge } from './judge.ts';
import type { Model } from './model.ts';

/** Answers the entities that the rules of a design make of records, by position: what a service would link. */
export type LinkedByRules = (design: Pick<Design, 'ruleConfig'>, records: readonly RecordPayload[]) => DisjointSets;

/** What records teach, before a threshold and keys are chosen. */
export interface Study {
  /** The designer's draft, its evidence with levels for frequent values. */
  readonly draft: DesignDraft & { readonly evidence: readonly BandedEvidence[] };
  readonly model: Model;
  readonly judge: Judge;
  /** The records of the sample, with the names of fields that the draft has. */
  readonly records: readonly RecordPayload[];
  /** So many of the first records are random. */
  readonly random: number;
  /** The number of records to resolve. */
  readonly total: number;
  readonly seed: number;
  /** The request as the designer alone reads it. */
  readonly drafted: DesignRequest;
  readonly linkedByRules: LinkedByRules;
}
