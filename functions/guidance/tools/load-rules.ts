/**
 * Called before the time of a tool runs that works with rule-configs, schemas or the API's types. Nothing is to be done:
 * in the bundle this module waits in one file with all of those (scripts/late-lists.ts), and calling it loads the file. A
 * tool that was cut off in the middle of that would leave it half loaded.
 */
export function loadRules(): void {}
