/**
 * The sets in the order of the alphabet take turns: the first is for tuning, the second is held out, and so on. Measure a
 * change on the first half, and look at the second one last. Both halves have been looked at while the learner was made
 * (decision 60), so neither shows what it does to unseen records.
 */
export function halfOf(name: string, names: readonly string[]): 'tuning' | 'held out' {
  return [...names].sort().indexOf(name) % 2 === 0 ? 'tuning' : 'held out';
}
