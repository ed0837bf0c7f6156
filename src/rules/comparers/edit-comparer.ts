import { type EditAlgorithm, editDistance } from '../../text/edit-distance.ts';
import { letterMarks } from '../../text/normal-form.ts';
import type { Comparer } from './comparer.ts';

/** A comparer by edit distance. Its similarity is 1 − distance / length of the longer text. */
export function editComparer(options: {
  readonly within: (a: string, b: string) => boolean;
  readonly algorithm: EditAlgorithm;
  readonly keyParts: Comparer['keyParts'];
  /** The most edits that `within` allows, whatever the lengths. */
  readonly largest: number;
}): Comparer {
  const { within, algorithm, largest } = options;
  return {
    sketch: (text) => ({ marks: letterMarks(text), foreign: largest }),
    satisfied: within,
    compare(a, b) {
      const longest = Math.max(a.length, b.length);
      const distance = editDistance(a, b, algorithm, longest);
      return { satisfied: within(a, b), similarity: longest === 0 ? 1 : Math.max(0, 1 - distance / longest) };
    },
    keyParts: options.keyParts,
    decides: false,
  };
}
