import type { RecordPayload } from '../../rules/types.ts';
import type { Design } from '../design/design.ts';
import type { QualityEstimate } from '../labels/quality-estimate.ts';
import type { Opinion } from './opinion-text.ts';

/** Why the learned weights may be wrong. */
export interface Alarm {
  /** Stable, upper snake case. */
  readonly code: string;
  readonly message: string;
  /** What to do about it. */
  readonly hint: string;
}

/** A pair that you judged. */
export interface LabeledPair {
  readonly a: RecordPayload;
  readonly b: RecordPayload;
  readonly same: boolean;
  /** At random in its stratum, or because the model was doubtful, which is the default. Only random pairs measure. */
  readonly drawn?: 'random' | 'doubtful' | undefined;
  /** Fingerprint of the strata that a random pair was drawn from. */
  readonly strata?: string | undefined;
}

/** What one item of evidence says about a pair. */
export interface PairPart {
  readonly title: string;
  readonly bits: number;
  readonly valueA: string;
  readonly valueB: string;
}

export interface SamplePair {
  readonly a: RecordPayload;
  readonly b: RecordPayload;
  /** The sum of its parts. */
  readonly bits: number;
  readonly parts: readonly PairPart[];
}

/** What answers measured of a design. */
export interface Measured {
  /** Undefined without answers to random pairs of this study. */
  readonly measured: QualityEstimate | undefined;
  readonly judged: number;
  readonly candidates: number;
  /** Candidates that are too unlikely to be asked about. */
  readonly unlikely: number;
}

export interface LearnedDesign {
  readonly design: Design;
  /** Why the design is the designer's draft, with weights from experience; undefined if its weights are learned. */
  readonly fallback?: { readonly code: string; readonly message: string };
  readonly alarms: readonly Alarm[];
  /** What the model expects of its own design: an opinion, which only labels can confirm. */
  readonly opinion: Opinion;
  /** What the labels measured; undefined without labels. */
  readonly measured?: Measured | undefined;
  /** True if labels could have moved the weights, and the design without them agrees with as many of them. */
  readonly labelsAgree?: boolean;
  /** Up to 20 pairs around the threshold. */
  readonly pairs: readonly SamplePair[];
  /** How many records the weights are learned from. */
  readonly sampled: number;
}
