/** Options of a resolution that waits neither for locks nor between attempts. */
export const atOnce = { updateRecords: true, lockTime: 0, pause: async () => undefined };
