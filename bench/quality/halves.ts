/**
 * The sets in the order of the alphabet take turns: the first is for tuning, the second is held out, and so on. The
 * learner's constants may be chosen by the sets for tuning only.
 */
export function halfOf(name: string, names: readonly string[]): 'tuning' | 'held out' {
  return [...names].sort().indexOf(name) % 2 === 0 ? 'tuning' : 'held out';
}
