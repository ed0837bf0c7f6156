/** What the options of a change may be. */
export const ruleChangeModes = ['hold', 'automatic', 'refuse'] as const;

export const ruleChangeBounds = {
  largestChangePercent: { least: 0, most: 100 },
  largestEntity: { least: 2, most: 1_000_000_000 },
  writeUnitsPerSecond: { least: 1, most: 1_000_000 },
} as const;
