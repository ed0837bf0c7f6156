/** What the rules of a group say of two records by themselves, in words. */
export const outcomeTexts = {
  LINK: 'linked',
  DUPLICATE: 'duplicates',
  KEPT_APART: 'kept apart',
  NOT_FOUND: 'not found by the index',
  NO_MATCH: 'no match',
} as const;

export type Outcome = keyof typeof outcomeTexts;
