/** Texts for the outcome of a group's rules on two records, regardless of other records. */
export const outcomeTexts = {
  LINK: 'linked',
  DUPLICATE: 'duplicates',
  KEPT_APART: 'kept apart',
  NOT_FOUND: 'not found by the index',
  NO_MATCH: 'no match',
} as const;

export type Outcome = keyof typeof outcomeTexts;
