/** Weight of a class of characters: its table is large where it speaks of scripts or of everything but something. */
const classWeight = 80;
/** A group and a repetition take steps of their own. */
const groupWeight = 5;
const most = 1e9;

/**
 * How many steps a pattern comes to at most when its counted repetitions are written out, each group as often as its
 * repetitions say: what compiling it costs. A guess from the text alone, as the pattern may be broken; it is never much
 * too low.
 */
export function patternSteps(pattern: string): number {
  /** Steps of the open groups, and of the last thing in each, which a repetition would repeat. */
  const groups: { sum: number; last: number }[] = [{ sum: 0, last: 0 }];
  let group = groups[0]!;
  const add = (weight: number) => {
    group.sum = Math.min(most, group.sum + weight);
    group.last = weight;
  };
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern[at]!;
    if (character === '\\') {
      at += 1;
      add(/[a-zA-Z]/.test(pattern[at] ?? '') ? classWeight : 1);
    } else if (character === '(') {
      group = { sum: 0, last: 0 };
      groups.push(group);
    } else if (character === ')' && groups.length > 1) {
      const { sum } = groups.pop()!;
      group = groups.at(-1)!;
      add(sum + groupWeight);
    } else if (character === '{') {
      const counted = /^\{(\d+)(?:,(\d*))?\}/.exec(pattern.slice(at, at + 16));
      const times = counted === null ? 1 : Math.max(Number(counted[1]), Number(counted[2] ?? 0), 1);
      add(Math.min(most, group.last * (times - 1)));
      group.last *= times;
      at += (counted?.[0].length ?? 1) - 1;
    } else if (character === '[') {
      const end = classEnd(pattern, at);
      // Each escape in a class may stand for a script of its own.
      add(classWeight * pattern.slice(at, end).split('\\').length);
      at = end;
    } else {
      add(character === '.' ? classWeight : character === '*' ? groupWeight : 1);
    }
  }
  return groups.reduce((sum, open) => Math.min(most, sum + open.sum), 0);
}

/** Where the class that begins here ends; a bracket that comes first in it is one of its characters. */
function classEnd(pattern: string, begin: number): number {
  let at = begin + (pattern[begin + 1] === '^' ? 2 : 1);
  if (pattern[at] === ']') at += 1;
  while (at < pattern.length && pattern[at] !== ']') at += pattern[at] === '\\' ? 2 : 1;
  return at;
}
