import { append } from '../../multimap.ts';
import { referencesIn } from '../document/references.ts';
import type { Part } from '../document/types.ts';
import type { LintContext } from './lint-rule.ts';

/** Deeper nesting of matchers is refused, because they recurse when they compare. */
const maxDepth = 16;
/**
 * The maximum number of matchers inside a matcher, counted as often as they are named, because all of them may be
 * evaluated.
 */
const maxSize = 1_000;

/** Returns the matchers that a matcher names in its attributes. */
export function innerMatchers(matcher: Part): string[] {
  return referencesIn(matcher.attributes, '').flatMap(({ list, id }) => (list === 'matchers' ? [id] : []));
}

export interface MatcherExtent {
  /** 1 for a matcher that contains none. */
  readonly depth: number;
  /** The number of matchers in it, including itself, each counted as often as it is named. */
  readonly size: number;
}

export function isTooLarge({ depth, size }: MatcherExtent): boolean {
  return depth > maxDepth || size > maxSize;
}

/** Computes extents from the innermost matchers outwards. Omits the matchers of a circle and those that contain it. */
export function matcherExtents(matchers: LintContext['matchers']): ReadonlyMap<string, MatcherExtent> {
  const around = new Map<string, string[]>();
  const waitsFor = new Map<string, number>();
  const extents = new Map<string, { depth: number; size: number }>();
  const ready: string[] = [];
  for (const [id, { value }] of matchers) {
    const inner = innerMatchers(value).filter((innerID) => matchers.has(innerID));
    for (const innerID of inner) append(around, innerID, id);
    waitsFor.set(id, inner.length);
    extents.set(id, { depth: 1, size: 1 });
    if (inner.length === 0) ready.push(id);
  }
  const ordered = new Map<string, MatcherExtent>();
  for (let next = 0; next < ready.length; next += 1) {
    const id = ready[next]!;
    const { depth, size } = extents.get(id)!;
    ordered.set(id, { depth, size });
    for (const outerID of around.get(id) ?? []) {
      const outer = extents.get(outerID)!;
      outer.depth = Math.max(outer.depth, depth + 1);
      outer.size += size;
      const left = waitsFor.get(outerID)! - 1;
      waitsFor.set(outerID, left);
      if (left === 0) ready.push(outerID);
    }
  }
  return ordered;
}
