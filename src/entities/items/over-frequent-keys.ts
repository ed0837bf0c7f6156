/**
 * A blocking key that more records share than this says nothing about any of them (a switchboard's number, a
 * placeholder): it links as many of them and no others. 1,000 candidates are judged in a few milliseconds and fit one page of the store.
 */
export const OVER_FREQUENT_KEY_RECORDS = 1_000;

/** What a deployment may choose: below, families and firms are cut off; above, every submit with the key reads megabytes. */
export const genericKeyRecordsBounds = { least: 10, most: 10_000 } as const;
