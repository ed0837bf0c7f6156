const format = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' });

/** The hour and minute of a point in time, in the reader's zone. */
export const timeOfDay = (at: string): string => format.format(new Date(at));
