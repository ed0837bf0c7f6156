/** Milliseconds since 1970 at which the next history begins. One for all: ids never go back within a process. */
export const historyClock = { now: 1_700_000_000_000 };
