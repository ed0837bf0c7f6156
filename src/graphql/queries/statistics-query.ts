import type {
  EntitySizes,
  LargeEntity,
  SharedValue,
  StoredStatistics,
  WeakEntity,
} from '../../entities/statistics/types.ts';

/** Statistics of the stored data as the API answers them. */
export interface Statistics {
  readonly scan: { readonly begun: string; readonly lastHeartbeat: string; readonly records: number } | null;
  readonly found: FoundStatistics | null;
  readonly areOfRulesInForce: boolean;
}

export interface FoundStatistics extends Pick<StoredStatistics, 'records' | 'entities' | 'unread' | 'unjudged'> {
  readonly begun: string;
  readonly ended: string;
  readonly sizes: readonly (Omit<EntitySizes, 'to'> & { readonly to: number | null })[];
  readonly largest: readonly LargeEntity[];
  readonly lowestScores: readonly WeakEntity[];
  readonly bridged: readonly WeakEntity[];
  readonly ruleHits: readonly { readonly rule: string; readonly pairs: number; readonly entities: number }[];
  readonly fields: readonly {
    readonly resolver: string;
    readonly records: number;
    readonly distinct: number;
    /** Null for a caller who may not read the values. */
    readonly frequent: readonly SharedValue[] | null;
  }[];
  readonly keys: readonly {
    readonly rules: readonly string[];
    readonly deciding: boolean;
    readonly records: number;
    readonly distinct: number;
  }[];
  readonly overFrequentKeys: readonly { readonly rules: readonly string[]; readonly keys: number }[];
}

/** What a query selects of `Statistics`. */
export const statisticsSelection = `{
  scan { begun lastHeartbeat records }
  areOfRulesInForce
  found {
    begun ended records entities unread unjudged
    sizes { from to entities }
    largest { entityID records }
    lowestScores { entityID records score bridged }
    bridged { entityID records score bridged }
    ruleHits { rule pairs entities }
    fields { resolver records distinct frequent { value atLeast atMost } }
    keys { rules deciding records distinct }
    overFrequentKeys { rules keys }
  }
}`;
