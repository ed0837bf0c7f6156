import { append } from '../../multimap.ts';

/** An answer. */
export interface AnsweredPair {
  readonly a: string;
  readonly b: string;
  readonly same: boolean;
}

/** Two records that one answer calls different, and others the same. */
export interface Contradiction {
  readonly a: string;
  readonly b: string;
  /** The records from the first to the second, each the same as the next by an answer. */
  readonly chain: readonly string[];
}

/** Answers that cannot all be right: what is the same as the same thing is the same. */
export function contradictionsOf(answers: readonly AnsweredPair[]): Contradiction[] {
  const neighbors = new Map<string, string[]>();
  for (const { a, b, same } of answers) {
    if (!same) continue;
    append(neighbors, a, b);
    append(neighbors, b, a);
  }
  return answers.flatMap(({ a, b, same }) => {
    const chain = same ? undefined : shortestChain(neighbors, a, b);
    return chain === undefined ? [] : [{ a, b, chain }];
  });
}

/** Breadth first. */
function shortestChain(
  neighbors: ReadonlyMap<string, readonly string[]>,
  from: string,
  to: string,
): readonly string[] | undefined {
  const before = new Map<string, string>([[from, from]]);
  const queue = [from];
  for (let at = 0; at < queue.length && !before.has(to); at++) {
    for (const next of neighbors.get(queue[at]!) ?? []) {
      if (before.has(next)) continue;
      before.set(next, queue[at]!);
      queue.push(next);
    }
  }
  if (!before.has(to)) return undefined;
  const chain = [to];
  while (chain[0] !== from) chain.unshift(before.get(chain[0]!)!);
  return chain;
}
