import { countryCode } from '../etm/country.ts';
import { withCommonValues } from './common-values.ts';
import { contacts } from './contacts.ts';
import { dates } from './dates.ts';
import { DocumentParts } from './document-parts.ts';
import type { DesignContext, Evidence, EvidenceMaker } from './evidence.ts';
import { generic } from './generic.ts';
import { type GuessedField, guessKinds, type Subject } from './guess-kinds.ts';
import { identifiers } from './identifiers.ts';
import { chooseKeys, type KeyChoice } from './keys.ts';
import { organizations } from './organizations.ts';
import { personNames } from './people.ts';
import { places } from './places.ts';
import { products } from './products.ts';
import { publications } from './publications.ts';
import { recordSchemaText } from './record-schema-text.ts';
import type { DesignGoal, DesignRequest } from './request.ts';
import { usedParts } from './used-parts.ts';

export interface DesignedRule {
  readonly ruleID: string;
  readonly why: string;
  readonly misses: string;
  readonly overMerges: string;
}

export interface Design {
  readonly ruleConfig: Readonly<Record<string, unknown>>;
  readonly schema: string;
  readonly subject: Subject;
  readonly fields: readonly GuessedField[];
  readonly evidence: readonly Evidence[];
  readonly threshold: number;
  readonly rules: readonly DesignedRule[];
  readonly warnings: readonly string[];
}

const makers: readonly EvidenceMaker[] = [
  identifiers,
  personNames,
  organizations,
  publications,
  products,
  dates,
  contacts,
  places,
  generic,
];

/**
 * Bits that must speak for a match. Strangers that share a key by chance are one of some thousands; a precise design
 * asks for a match to be a thousand times likelier than that.
 */
const thresholds: Readonly<Record<DesignGoal, number>> = { precision: 21, balanced: 17, recall: 13 };
/** Shared evidence counts this much more than the threshold at most, so that one own value that disagrees undoes it. */
/** And places this much less: neighbours in one house are not one person. */
const belowPlace = 3;
const sharedAbove = 4;

export function designRuleConfig(request: DesignRequest): Design {
  const goal = request.goal ?? 'balanced';
  const { fields, subject } = guessKinds(request);
  const parts = new DocumentParts();
  const useful = fields.filter(({ kind }) => kind !== 'ignored' && kind !== 'freeText');
  const context: DesignContext = {
    parts,
    subject,
    country: request.country === undefined ? undefined : countryCode(request.country),
    of: (...kinds) => useful.filter(({ kind }) => kinds.includes(kind)),
  };
  const evidence = withCommonValues(
    makers.flatMap((make) => make(context)),
    parts,
    request.sampleRecords ?? [],
  );
  const attainable = evidence.reduce((sum, { levels }) => sum + Math.max(0, levels[0]![1]), 0);
  const threshold = Math.round(Math.min(thresholds[goal], attainable * 0.8) * 10) / 10;
  const choices = chooseKeys(evidence, goal);
  parts.matcher('ENOUGH_EVIDENCE', 'weighted', {
    threshold,
    evidence: evidence.map(({ levels, otherwise, shared, place }) => ({
      matcherIDs: levels.map(([matcherID]) => matcherID),
      weights: levels.map(([, bits]) => round(bits)),
      otherwise,
      ...(shared && { group: place === true ? 'place' : 'shared' }),
    })),
    limits: {
      ...(evidence.some(({ place }) => place === true) && {
        place: { most: threshold - belowPlace, within: 'shared' },
      }),
      ...(evidence.some(({ shared }) => shared) && { shared: { most: threshold + sharedAbove } }),
    },
  });
  const rules = choices.map((choice) => ({
    id: ruleID(choice),
    matcherIDs: [...choice.matcherIDs, 'ENOUGH_EVIDENCE'],
    attributes: { ignoreErrors: true },
  }));
  const ruleIDs = rules.map(({ id }) => id);
  const ruleConfig = usedParts({
    transformers: parts.transformers,
    resolvers: parts.resolvers,
    comparers: parts.comparers,
    tokenizers: parts.tokenizers,
    matchers: parts.matchers,
    rules,
    ruleSets: [{ id: 'SAME', ruleIDs }],
    searchRuleSetIDs: { default: 'SAME' },
    mutationRuleSetGroups: { default: { indexRuleSetID: 'SAME', linkRuleSetID: 'SAME', deduplicateRuleSetID: null } },
  });
  return {
    ruleConfig,
    schema: recordSchemaText(fields),
    subject,
    fields,
    evidence,
    threshold,
    rules: choices.map((choice) => ({ ruleID: ruleID(choice), why: '', misses: '', overMerges: '' })),
    warnings: [],
  };
}

const round = (bits: number): number => Math.round(bits * 10) / 10;

function ruleID({ matcherIDs }: KeyChoice): string {
  return matcherIDs.map((id) => id.replace(/^SAME_/, '')).join('_AND_');
}
