import { type RefObject, useEffect, useRef } from 'react';

/**
 * Keys of a page that need no modifier. Fields keep their letters, and an open dialog keeps all.
 *
 * @param keys what each key does, by its lower-case name
 */
export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (event.target instanceof Element && event.target.closest('input, select, textarea') !== null) return;
      // The focus may be on the page behind it.
      if (document.querySelector('dialog[open]') !== null) return;
      const act = latest.current[event.key.toLowerCase()];
      if (act === undefined) return;
      // The letter would go into a field that takes the focus.
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

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
