import { type RefObject, useEffect, useRef } from 'react';

/**
 * What takes the focus when the element that had it left with what was shown before.
 *
 * @param shown identifies what is shown; undefined while that is read
 */
export function useHandedFocus<Target extends HTMLElement>(shown: string | undefined): RefObject<Target> {
  const target = useRef<Target>(null);
  const former = useRef<string>();
  useEffect(() => {
    if (shown === undefined || shown === former.current) return;
    const isFirst = former.current === undefined;
    former.current = shown;
    if (!isFirst && document.activeElement === document.body) target.current?.focus({ preventScroll: true });
  }, [shown]);
  return target;
}
