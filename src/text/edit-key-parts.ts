import { MAX_EDITED_LENGTH } from './edit-distance.ts';

/**
 * Makes key parts for bounded edit distance: two texts within the allowed distance of each other share a part. The
 * allowed distance of a pair may depend on the length l of its shorter text. The choice between two schemes depends
 * only on l, so that both texts of a pair use the same scheme.
 *
 * *Deletion neighbourhood*, for short l: the remainders of a text after up to d deletions. Deleting at most one
 * character on each side undoes an edit. (For a swap, delete one of the two characters on both sides; characters
 * inserted between swapped ones are separate edits.) Texts within d edits therefore share a remainder. Source: T.
 * Bocek, E. Hunt, B. Stiller, "Fast similarity search in large dictionaries" (2007).
 *
 * *Segments*, for long l: the shorter text is cut into s segments at positions that depend only on l. An edit affects
 * at most one segment, a swap at most two. With s = d + 1 (2d + 1 with swaps), one segment remains whole and occurs in
 * the longer text, shifted by t positions where |t| + |Δ − t| ≤ d for a difference Δ of the lengths. Source: G. Li, D.
 * Deng, J. Wang, J. Feng, "Pass-Join: a partition-based method for similarity joins", PVLDB 5 (2011).
 */
export interface EditScheme {
  /** Distance allowed when the shorter text has this length; never above {@link MAX_INDEXED_DISTANCE}. */
  allowed(shorterLength: number): number;
  /** Largest value of `allowed`. */
  readonly largest: number;
  readonly transpositions: boolean;
}

/** Larger distances would need more parts than a record may have. */
export const MAX_INDEXED_DISTANCE = 4;

/** Shorter segments find too many unrelated texts. */
const SEGMENT_LENGTH = 5;
/** A larger deletion neighbourhood costs more than the unrelated texts that short segments find. */
const MAX_NEIGHBOURHOOD = 200;

export function editKeyParts(scheme: EditScheme): (text: string) => readonly string[] {
  const longestDeleted = Array.from({ length: MAX_INDEXED_DISTANCE + 1 }, (_, distance) =>
    longestForDeletion(distance, scheme.transpositions),
  );
  return (text) => {
    const n = text.length;
    if (n > MAX_EDITED_LENGTH) return [`-${text}`];
    const parts = new Set<string>();
    let deletions = -1;
    for (let shorter = Math.max(0, n - scheme.largest); shorter <= n; shorter++) {
      const distance = scheme.allowed(shorter);
      if (n - shorter > distance) continue;
      if (shorter <= longestDeleted[distance]!) deletions = Math.max(deletions, distance);
      else addSegments(text, shorter, distance, scheme.transpositions, parts);
    }
    if (deletions >= 0) addRemainders(text, deletions, parts);
    return [...parts];
  };
}

/** The maximum length of the shorter text for the deletion neighbourhood. */
function longestForDeletion(distance: number, transpositions: boolean): number {
  if (distance === 0) return Number.POSITIVE_INFINITY;
  const segments = segmentCount(distance, transpositions);
  let length = segments - 1;
  while ((length + 1) / segments < SEGMENT_LENGTH && neighbourhoodSize(length + 1, distance) <= MAX_NEIGHBOURHOOD) {
    length += 1;
  }
  return length;
}

function neighbourhoodSize(length: number, distance: number): number {
  let size = 1;
  let choices = 1;
  for (let deleted = 1; deleted <= distance; deleted++) {
    choices = (choices * (length - deleted + 1)) / deleted;
    size += choices;
  }
  return size;
}

const segmentCount = (distance: number, transpositions: boolean): number =>
  transpositions ? 2 * distance + 1 : distance + 1;

function addRemainders(text: string, deletions: number, parts: Set<string>): void {
  let level = new Set([text]);
  parts.add(`-${text}`);
  for (let deleted = 1; deleted <= deletions && deleted <= text.length; deleted++) {
    const next = new Set<string>();
    for (const remainder of level) {
      for (let at = 0; at < remainder.length; at++) {
        // Deleting another character of the same run leaves the same remainder.
        if (at > 0 && remainder.charCodeAt(at) === remainder.charCodeAt(at - 1)) continue;
        next.add(remainder.slice(0, at) + remainder.slice(at + 1));
      }
    }
    for (const remainder of next) parts.add(`-${remainder}`);
    level = next;
  }
}

/** Yields the pieces of the text at the positions where segments of a text of length `shorter` can occur. */
function addSegments(
  text: string,
  shorter: number,
  distance: number,
  transpositions: boolean,
  parts: Set<string>,
): void {
  const difference = text.length - shorter;
  const segments = segmentCount(distance, transpositions);
  const lowest = -Math.floor((distance - difference) / 2);
  const highest = Math.floor((distance + difference) / 2);
  for (let segment = 0; segment < segments; segment++) {
    const from = Math.floor((segment * shorter) / segments);
    const to = Math.floor(((segment + 1) * shorter) / segments);
    for (let moved = lowest; moved <= highest; moved++) {
      if (from + moved < 0 || to + moved > text.length) continue;
      parts.add(`${shorter}.${segment}.${text.slice(from + moved, to + moved)}`);
    }
  }
}
